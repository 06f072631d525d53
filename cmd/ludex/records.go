package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/disguise"
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
	aside              bool // watch on standard error
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
	signing  *match.Key
	keeping  *store.Store
	watching *watcher
}

// newRecorder opens what the flags name. What it returns has to be closed.
func (f *recordFlags) newRecorder(cmd *cobra.Command, rs *rules.Rules, players *protocols.Players) (r *recorder, err error) {
	r = &recorder{recordFlags: f, rules: rs, players: players, watching: &watcher{out: cmd.OutOrStdout()}}
	if f.aside {
		r.watching.out = cmd.ErrOrStderr()
	}
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
func (r *recorder) play(ctx context.Context, _ int, _ []int, c match.Config) (player.Result, error) {
	c.ID, c.Key = r.newID(), r.signing
	disguise, scrambled, err := r.disguise()
	if err != nil {
		return player.Result{}, err
	}
	c.ScrambleSeed = scrambled
	invited := make([]match.Player, len(c.Seats))
	for role, seat := range c.Seats {
		protocols.Invite(seat.Player, c.ID, disguise)
		invited[role] = seat.Player
	}
	if err := r.players.Await(ctx, c.StartClock, invited...); err != nil {
		return player.Result{}, err
	}
	c.Keep = r.keep(ctx)
	record, res, err := match.Play(ctx, c)
	return res, errors.Join(err, r.write(record))
}

// keep returns the function that saves and shows a record after each step; nil if the
// flags ask for neither. It also saves a match that Ctrl-C aborts.
func (r *recorder) keep(ctx context.Context) func(*match.Record) error {
	var keep func(*match.Record) error
	if r.keeping != nil {
		keep = r.keeping.Saver(context.WithoutCancel(ctx))
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
func (r *recorder) disguise() (*disguise.Disguise, uint64, error) {
	if !r.scramble {
		return nil, 0, nil
	}
	seed := disguise.NewSeed()
	d, err := disguise.Scramble(r.rules, seed)
	return d, seed, err
}

// newID returns a name for a match. With scrambled rules it does not contain the name
// of the game.
func (r *recorder) newID() string {
	if r.scramble {
		return disguise.NewMatchID()
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
