package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/cluster/workload"
	"ludex/internal/trial"
)

// trialFlags are the flags of verbs that try descriptions.
type trialFlags struct {
	trial.Options
	threads int
	time    time.Duration
	pool    clusterFlags
}

// register adds the flags; the defaults are those of the options.
func (f *trialFlags) register(cmd *cobra.Command, d trial.Options, limit time.Duration) {
	cmd.Flags().IntVar(&f.Playouts, "playouts", d.Playouts, "play this `number` of plays at random of which only the ends count, many at a time")
	cmd.Flags().IntVar(&f.Sample, "sample", d.Sample, "play this `number` of plays at random and look at their steps")
	cmd.Flags().IntVar(&f.Games, "games", d.Games, "let the player play this `number` of games against itself, and twice as many against weaker ones")
	cmd.Flags().StringVar(&f.Player, "player", "mcts", "the `PLAYER`, with options after a colon")
	cmd.Flags().IntVar(&f.Nodes, "nodes", d.Nodes, "let the player think for this `number` of nodes a move")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().IntVar(&f.threads, "threads", 1, "try this `number` of games at a time")
	cmd.Flags().DurationVar(&f.time, "time", limit, "stop after this `time` with what there is; 0 is no limit")
	cmd.Flags().DurationVar(&f.Limits.Time, "each", trial.DefaultLimits.Time, "give up a game that takes more than this `time`")
	f.pool.register(cmd)
}

// check refuses flags that make no sense, and fills in the limits.
func (f *trialFlags) check() error {
	switch {
	case f.Playouts < 0 || f.Games < 0 || f.time < 0:
		return errors.New("--playouts, --games and --time cannot be negative")
	case f.Sample < 1 || f.Nodes < 1 || f.threads < 1:
		return errors.New("--sample, --nodes and --threads must be positive")
	case f.Limits.Time <= 0:
		return errors.New("--each must be positive")
	}
	f.Limits.Setup, f.Limits.Memory = trial.DefaultLimits.Setup, trial.DefaultLimits.Memory
	return nil
}

// A tryout tries descriptions here or with workers.
type tryout struct {
	flags *trialFlags
	job   *clusterJob   // nil without workers
	room  chan struct{} // has a place for each description that is tried here at a time
	done  atomic.Int64
}

// begin prepares for trials. The result must be closed.
func (f *trialFlags) begin(cmd *cobra.Command) (*tryout, error) {
	t := &tryout{flags: f, room: make(chan struct{}, f.threads)}
	if f.pool.wanted() {
		var err error
		if t.job, err = f.pool.begin(cmd, workload.Trial); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *tryout) close() {
	if t.job != nil {
		t.job.close()
	}
}

// each tries descriptions, see [trial.Each].
func (t *tryout) each(ctx context.Context, items []trial.Item, done func(int, trial.Result) error) error {
	counted := func(i int, r trial.Result) error {
		t.done.Add(1)
		return done(i, r)
	}
	if t.job == nil {
		return trial.Each(ctx, t.flags.threads, items, counted)
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.job.ctx, cancel)() // the workers cannot be kept running
	err := t.job.Trials(inner, items, counted)
	return errors.Join(err, t.job.failure())
}

// one tries a description when its turn has come. It may be called for several at a time.
func (t *tryout) one(ctx context.Context, item trial.Item) (res trial.Result, err error) {
	if t.job != nil {
		err = t.each(ctx, []trial.Item{item}, func(_ int, r trial.Result) error { res = r; return nil })
		return res, err
	}
	select {
	case t.room <- struct{}{}:
		defer func() { <-t.room }()
	case <-ctx.Done():
		return res, ctx.Err()
	}
	res, err = trial.Run(ctx, item.Rules, item.Options)
	if err == nil {
		t.done.Add(1)
	}
	return res, err
}

// limited returns a context that ends when the time is over.
func (f *trialFlags) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.time > 0 {
		return context.WithTimeout(ctx, f.time)
	}
	return context.WithCancel(ctx)
}

// stoppedEarly reports whether an error only says that time was up or that the user stopped.
func stoppedEarly(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }

// openKept opens a file that keeps results line by line, and has take read what is in it. It
// is cut behind the last complete line, and begins with a head.
func openKept(name string, head func(io.Writer) error, take func(io.Reader) (int64, error)) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	length, err := take(file)
	if err == nil {
		err = file.Truncate(length)
	}
	if err == nil {
		_, err = file.Seek(length, io.SeekStart)
	}
	if err == nil && length == 0 {
		err = head(file)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, nil
}
