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
	disguise, scrambled, err := r.disguise()
	if err != nil {
		return player.Result{}, err
	}
	c.ScrambleSeed = scrambled
	invited := make([]any, len(m.Players))
	for role, p := range m.Players {
		seat := match.Seat{Name: "chance", Player: p}
		if i := seats[role]; i >= 0 {
			seat.Name = r.names[i]
			protocols.Invite(p, c.ID, disguise)
			invited[role] = p
		}
		c.Seats = append(c.Seats, seat)
	}
	if err := r.players.Await(ctx, m.StartClock, invited...); err != nil {
		return player.Result{}, err
	}
	if r.keeping != nil {
		c.Keep = r.keeping.Keeper(context.WithoutCancel(ctx)) // saves matches that Ctrl-C aborts, too
	}
	if r.watch {
		c.Keep = r.watching.keep(c.Keep)
	}
	record, res, err := match.Play(ctx, c)
	if record == nil || r.folder == "" {
		return res, err
	}
	return res, errors.Join(err, writeRecord(filepath.Join(r.folder, c.ID+".json"), record))
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
