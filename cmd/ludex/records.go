package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/protocols"
	"ludex/internal/store"
	"ludex/match"
	"ludex/player"
	"ludex/rules"
)

// recordFlags are the flags of verbs that save records of matches.
type recordFlags struct {
	folder, store, key string
	scramble, watch    bool
}

func (f *recordFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.folder, "records", "", "write a record of each match to this `FOLDER`")
	cmd.Flags().StringVar(&f.store, "store", "", "keep the matches in a database: a `FILE`, or postgres://… of a server")
	cmd.Flags().StringVar(&f.key, "key", "", "sign the records with the key in `FILE`, which is made if there is none")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "show the matches while they are played")
	cmd.Flags().BoolVar(&f.scramble, "scramble", false, "give players elsewhere the rules in other words, new ones in every match")
}

// A recorder plays the matches of a series and saves their records.
type recorder struct {
	*recordFlags
	rules    *rules.Rules
	players  *protocols.Players
	names    []string // of the entrants
	signing  *match.Key
	keeping  *store.Store
	watching *watcher
}

// newRecorder opens the store and files that the flags name. The result must be closed.
func (f *recordFlags) newRecorder(cmd *cobra.Command, rs *rules.Rules, players *protocols.Players, names []string) (r *recorder, err error) {
	r = &recorder{recordFlags: f, rules: rs, players: players, names: names, watching: &watcher{out: cmd.OutOrStdout()}}
	if f.folder != "" {
		if err := os.MkdirAll(f.folder, 0o755); err != nil {
			return nil, fmt.Errorf("--records: %w", err)
		}
	}
	if f.key != "" {
		if r.signing, err = match.OpenKey(f.key); err != nil {
			return nil, fmt.Errorf("--key: %w", err)
		}
	}
	if f.store != "" {
		if r.keeping, err = keepStore(cmd, f.store); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *recorder) close() error {
	if r.keeping == nil {
		return nil
	}
	return r.keeping.Close()
}

// play plays a match of a series.
func (r *recorder) play(ctx context.Context, number int, seats []int, m player.Match) (player.Result, error) {
	c := match.Config{
		ID: r.newID(), Rules: r.rules, Game: m.Game, From: m.From,
		StartClock: m.StartClock, PlayClock: m.PlayClock, Nodes: m.Nodes, Seed: m.Seed, FullClock: m.FullClock, Allowance: m.Allowance, MaxSteps: m.MaxSteps,
		Key: r.signing,
	}
	var err error
	var names []string
	if names, c.ScrambleSeed, err = invite(ctx, r, c.ID, seats, m.Players, m.StartClock); err != nil {
		return player.Result{}, err
	}
	for role, p := range m.Players {
		c.Seats = append(c.Seats, match.Seat{Name: names[role], Player: p})
	}
	c.Keep = r.keep(ctx)
	record, res, err := match.Play(ctx, c)
	return res, errors.Join(err, r.write(record))
}

// invite sends the players of a match their invitations, and waits until they are ready.
// Seats has the entrant of each role, or -1 for chance. It returns the names by role, and
// the seed of the scrambled rules if there are any.
func invite[P any](ctx context.Context, r *recorder, id string, seats []int, players []P, startClock time.Duration) (names []string, scrambled uint64, err error) {
	disguise, scrambled, err := r.disguise()
	if err != nil {
		return nil, 0, err
	}
	invited := make([]any, len(players))
	for role, p := range players {
		name := "chance"
		if i := seats[role]; i >= 0 {
			name = r.names[i]
			protocols.Invite(p, id, disguise)
			invited[role] = p
		}
		names = append(names, name)
	}
	return names, scrambled, r.players.Await(ctx, startClock, invited...)
}

// keep returns the function that saves and shows a record after each step; nil if the
// flags ask for neither. It also saves a match that Ctrl-C aborts.
func (r *recorder) keep(ctx context.Context) func(*match.Record) error {
	var keep func(*match.Record) error
	if r.keeping != nil {
		keep = r.keeping.Keeper(context.WithoutCancel(ctx))
	}
	if r.watch {
		keep = r.watching.keep(keep)
	}
	return keep
}

// write writes a record to the folder of --records, if there is one.
func (r *recorder) write(record *match.Record) error {
	if record == nil || r.folder == "" {
		return nil
	}
	return writeRecord(filepath.Join(r.folder, record.ID+".json"), record)
}

// disguise returns the scrambled rules for remote players, if they are to get any, and
// their seed.
func (r *recorder) disguise() (*rules.Disguise, uint64, error) {
	if !r.scramble {
		return nil, 0, nil
	}
	seed := match.NewScrambleSeed()
	d, err := r.rules.Scramble(seed)
	return d, seed, err
}

// newID returns a name for a match. With scrambled rules it does not contain the name
// of the game.
func (r *recorder) newID() string {
	if r.scramble {
		return match.HiddenID()
	}
	return match.NewID("ludex", r.rules.Name(), time.Now())
}

// writeRecord writes a record to a file atomically.
func writeRecord(name string, r *match.Record) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".record-*")
	if err != nil {
		return err
	}
	if err := errors.Join(r.Write(file), file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), name)
}
