package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/cluster/workload"
	"ludex/internal/gdlengine"
	"ludex/internal/learn"
	"ludex/internal/learn/gpulearn"
	"ludex/internal/neural"
	"ludex/internal/training"
)

// trainFlags are the flags of the verb train.
type trainFlags struct {
	playFlags
	time    time.Duration
	threads int
	hidden  int
	seed    uint64
	out     string
	fresh   bool
	show    bool
	plot    string
	asJSON  bool
	pool    clusterFlags
}

func newTrain() *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train <game>",
		Short: "Learn to play a game by playing it against itself",
		Long: `Train learns a network that estimates what a position is worth to every role, by plays
of the game against itself, and knows nothing but the rules. From time to time it
plays matches with the network as it was before and with tree search by playouts; at
the end it finds out by matches which search the network is best used by, and with
how many playouts, and says so if the network does not help.

The network goes to the user's folder, where players find it, or to the file that -o
names. Training goes on from the network that is there, or without -o from the one that
comes with Ludex, unless --fresh is given. Ctrl-C stops, and saves what was learned. The
players mcts:net=FILE and bestfirst:net=FILE use a file; bestfirst alone uses the network
in the user's folder, or the one that comes with Ludex. With --workers or --nats other
processes make the plays.

With --show nothing is learned: it prints what is known about the network in a file, or
about the user's network for a game, or about the one that comes with Ludex. With -o it
copies the network to a file.

In games that hide information a network learns what moves are worth to a role from
what the role did and perceived; the player policy:FILE plays by it without a search.
Such games are learned in one process. Games in real time cannot be learned.`,
		Example: `  ludex train breakthrough
  ludex train reversi --time 1h --threads 4 -o reversi.net --plot reversi.svg
  ludex train --show reversi.net`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			if f.show {
				return f.showNetwork(cmd, args[0])
			}
			return f.run(cmd, args[0])
		},
	}
	f.register(cmd)
	f.pool.register(cmd)
	cmd.Flags().DurationVar(&f.time, "time", 10*time.Minute, "learn for this `time`, matches included")
	cmd.Flags().IntVar(&f.threads, "threads", 0, "use this many `threads`; 0 is all")
	cmd.Flags().IntVar(&f.hidden, "hidden", learn.Defaults().Hidden, "give the network this `number` of hidden units")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write the network to `FILE` (default in the user's folder)")
	cmd.Flags().BoolVar(&f.fresh, "fresh", false, "begin anew instead of going on from the network that is there")
	cmd.Flags().BoolVar(&f.show, "show", false, "print what is known about a network; the argument is its file or its game")
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw the learning curve as SVG to `FILE`")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

// Limits of flags.
const (
	maxTrainThreads = 1024
	maxHidden       = 4096
)

// check refuses flags that make no sense.
func (f *trainFlags) check(cmd *cobra.Command) error {
	if f.show {
		for _, name := range []string{"time", "threads", "hidden", "seed", "fresh", "workers", "nats"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--show learns nothing: leave --%s out", name)
			}
		}
	}
	switch {
	case f.time <= 0:
		return errors.New("--time must be positive")
	case f.threads < 0 || f.threads > maxTrainThreads:
		return fmt.Errorf("--threads: from 0, which is all, to %d", maxTrainThreads)
	case f.hidden < 1 || f.hidden > maxHidden:
		return fmt.Errorf("--hidden: from 1 to %d units", maxHidden)
	}
	return nil
}

// run learns a game and shows the result.
func (f *trainFlags) run(cmd *cobra.Command, arg string) error {
	t, err := f.open(cmd, arg)
	if err != nil {
		return err
	}
	path, err := f.path(t.game)
	if err != nil {
		return err
	}
	from, err := f.from(cmd, path, t.game)
	if err != nil {
		return err
	}
	before := 0 // trials of earlier runs
	if from != nil {
		which := path
		if from.Supplied {
			which = from.Origin()
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: going on from %s, which has learned from %d plays\n", which, from.Plays)
		before = len(from.Trials)
	}
	model, err := f.learnGame(cmd, t, from, path)
	switch {
	case model == nil && stopped(err), err == nil && model.Plays == 0:
		fmt.Fprintln(cmd.ErrOrStderr(), "ludex: stopped before anything was learned")
		return nil
	case err != nil:
		return err
	}
	if err := model.Save(path); err != nil {
		return err
	}
	return f.write(cmd, model, path, func(r *networkReport) error { return r.writeResult(cmd.OutOrStdout(), before) })
}

// path returns where the network goes. Its folder exists, and files can be written there and
// where the plot goes.
func (f *trainFlags) path(g game.Game) (string, error) {
	path, what := f.out, "-o"
	if path == "" {
		var err error
		if path, err = learn.PathFor(g); err != nil {
			return "", err
		}
		what = "the user's folder of networks"
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", fmt.Errorf("%s: %w", what, err)
		}
	}
	if err := canWrite(path); err != nil {
		return "", fmt.Errorf("%s: %w", what, err)
	}
	if f.plot != "" {
		if err := canWrite(f.plot); err != nil {
			return "", fmt.Errorf("--plot: %w", err)
		}
	}
	return path, nil
}

// from returns the network to go on from, or nil.
func (f *trainFlags) from(cmd *cobra.Command, path string, g game.Game) (*learn.Model, error) {
	if f.fresh {
		return nil, nil
	}
	m, err := learn.Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		if m, err = nil, nil; f.out == "" {
			m, err = learn.Find(g)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w; --fresh begins anew", err)
	}
	if m == nil {
		return nil, nil
	}
	if _, err := m.For(g); err != nil {
		return nil, fmt.Errorf("%s: %w; --fresh begins anew", path, err)
	}
	has, want := m.Net.Shape().Hidden, neural.New(neural.Shape{Hidden: f.hidden}).Shape().Hidden
	if has != want && cmd.Flags().Changed("hidden") {
		return nil, fmt.Errorf("--hidden: the network %s has %d units; --fresh begins anew", path, has)
	}
	return m, nil
}

// With workers, a round has more plays, and samples of fewer rounds are kept.
const (
	workerPlays  = 256
	workerRounds = 6
)

// learnGame learns a game, with plays of workers on request.
func (f *trainFlags) learnGame(cmd *cobra.Command, t *openGame, from *learn.Model, path string) (*learn.Model, error) {
	opt := learn.Defaults()
	opt.Seed, opt.Threads, opt.Hidden = f.seed, f.threads, f.hidden
	if f.threads == 0 {
		opt.Threads = runtime.GOMAXPROCS(0)
	}
	if !f.pool.wanted() {
		hidden := f.hidden
		if from != nil {
			hidden = from.Net.Shape().Hidden
		}
		p := f.onGPU(cmd, t.game, hidden)
		if p != nil {
			opt.Device = p
		}
		m, err := f.learn(cmd.Context(), cmd, t.game, from, opt, path)
		return m, errors.Join(err, p.Close())
	}
	s, err := f.pool.begin(cmd, workload.SelfPlay)
	if err != nil {
		return nil, err
	}
	defer s.close()
	opt.Plays, opt.Rounds = workerPlays, workerRounds
	opt.Elsewhere = s.SelfPlay(f.workloadRules(t.Rules))
	m, err := f.learn(s.ctx, cmd, t.game, from, opt, path)
	return m, errors.Join(err, s.failure())
}

// onGPU returns what trains networks with a number of hidden units on a GPU, if there is one that can, or nil. With
// --engine gpu it says why if it cannot.
func (f *trainFlags) onGPU(cmd *cobra.Command, g game.Game, hidden int) *gpulearn.Trainer {
	asked := f.opening.Engine == gdlengine.GPU
	if !asked && (f.opening.Engine != gdlengine.Auto || gpulearn.Usable() != nil) {
		return nil
	}
	p, err := gpulearn.New(cmd.Context(), g, hidden)
	switch {
	case err == nil:
		fmt.Fprintln(cmd.ErrOrStderr(), "ludex: learning on the GPU")
	case asked:
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: learning on the processor: %v\n", err)
	}
	return p
}

// A curve has a point for each pointTime, within limits.
const (
	pointTime = 10 * time.Second
	minPoints = 2
	maxPoints = 10
)

// learn learns a game, and shows the points of the learning curve as they come.
func (f *trainFlags) learn(ctx context.Context, cmd *cobra.Command, g game.Game, from *learn.Model, how learn.Options, path string) (*learn.Model, error) {
	opt := training.Options{Time: f.time, From: from, Learn: how, Points: int(min(max(f.time/pointTime, minPoints), maxPoints))}
	text := new(atomic.Pointer[string])
	tell := func(format string, args ...any) {
		line := fmt.Sprintf(format, args...)
		text.Store(&line)
	}
	tell("looking at %s", g.Name())
	line := func() string { return *text.Load() }
	stop := progressLine(cmd, line)
	defer func() { stop() }()
	opt.Progress = func(s training.Status) {
		left := s.Left.Round(time.Second)
		if s.Trying {
			tell("trying out the network, %v left", left)
			return
		}
		tell("learning %s: %d plays, %d positions, loss %.4f, %v left", g.Name(), s.Model.Plays, s.Model.Positions, s.Loss, left)
	}
	table := curveTable{out: cmd.OutOrStdout()}
	if from != nil {
		table.shown = len(from.Curve)
	}
	opt.Save = func(m *learn.Model) error {
		err := m.Save(path)
		if f.asJSON && err == nil {
			return nil
		}
		stop() // the line of progress and the table may be on one screen
		defer func() { stop = progressLine(cmd, line) }()
		if err != nil { // there may be room at the next point
			fmt.Fprintf(cmd.ErrOrStderr(), "ludex: the network is not saved yet: %v\n", err)
		}
		if f.asJSON {
			return nil
		}
		return table.write(m.Curve)
	}
	return training.Train(ctx, g, opt)
}

// showNetwork shows what is known about the network that an argument names, a file or a
// game, and copies it on request.
func (f *trainFlags) showNetwork(cmd *cobra.Command, arg string) error {
	path := arg
	m, err := learn.Load(arg)
	if errors.Is(err, learn.ErrNotNetwork) || errors.Is(err, fs.ErrNotExist) {
		m, path, err = f.found(cmd, arg)
	}
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := m.Save(f.out); err != nil {
			return fmt.Errorf("-o: %w", err)
		}
	}
	return f.write(cmd, m, path, func(r *networkReport) error { return r.writeAll(cmd.OutOrStdout()) })
}

// found returns the network for a game, and its file, which is "" for a network that comes
// with Ludex.
func (f *trainFlags) found(cmd *cobra.Command, arg string) (*learn.Model, string, error) {
	t, err := f.open(cmd, arg)
	if err != nil {
		return nil, "", err
	}
	path, err := learn.PathFor(t.game)
	if err != nil {
		return nil, "", err
	}
	m, err := learn.Find(t.game)
	switch {
	case err != nil:
		return nil, "", err
	case m == nil:
		return nil, "", fmt.Errorf("there is no network for %s: \"ludex train %s\" learns one", t.game.Name(), arg)
	case m.Supplied:
		path = ""
	}
	return m, path, nil
}

// write shows a network, as JSON or as a function does, and draws its learning curve on
// request.
func (f *trainFlags) write(cmd *cobra.Command, m *learn.Model, path string, text func(*networkReport) error) error {
	r := newNetworkReport(m, path)
	r.Stopped = cmd.Context().Err() != nil
	write := func() error { return text(r) }
	if f.asJSON {
		write = func() error { return r.writeJSON(cmd.OutOrStdout()) }
	}
	if err := write(); err != nil || f.plot == "" {
		return err
	}
	file, err := os.Create(f.plot)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	return errors.Join(training.WriteCurve(file, m), file.Close())
}
