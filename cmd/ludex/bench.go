package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/knowledge"
	"ludex/rules"
)

func newBench() *cobra.Command {
	var play playFlags
	var pool clusterFlags
	var table benchTableFlags
	var opt game.PlayoutOptions
	var deterministic, check, asJSON bool
	cmd := &cobra.Command{
		Use:   "bench <game>...",
		Short: "Measure how fast a game can be played at random",
		Long: `Bench runs random playouts and reports what it counted: a state counts when a joint
move, each role's chosen uniformly among its legal moves, is applied in a
playout; playouts run to a terminal state or to --max-steps. Set-up and warm-up
do not count. With --deterministic the playouts are the same on every engine and
machine. A game in real time is played in virtual time, each role moving at
random once a unit, and what counts are its updates.

With --engine gpu the playouts run on an NVIDIA GPU, from the rules through PTX; only the
driver is needed. With --check its answers are first compared, bit by bit, with an
interpreter of the same instructions.

With --workers or --nats other processes play, and what counts is what all of them do
in the time on the clock here.

With --table the games of the table in the paper on Regular Boardgames are measured
on every engine, or on that of --engine: perft and playouts, --time each (default 2s),
in states per second of CPU time. Descriptions are found by their names in the files
and folders that are given, and in the library.`,
		Example: `  ludex bench --time 2s connectfour
  ludex bench --engine reference --time 2s tictactoe
  ludex bench --table --games chess,reversi --plot speeds.svg`,
		Args: table.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if opt.Time < 0 {
				return errors.New("--time needs a time from 0 on")
			}
			if err := table.misplaced(cmd); err != nil {
				return err
			}
			if table.wanted {
				return table.run(cmd, &play, args, opt, asJSON)
			}
			for _, arg := range args {
				if err := bench(cmd, &play, &pool, arg, opt, deterministic, check, asJSON); err != nil {
					return err
				}
			}
			return nil
		},
	}
	play.register(cmd)
	play.registerStart(cmd)
	pool.register(cmd)
	table.register(cmd)
	cmd.Flags().DurationVar(&opt.Time, "time", 10*time.Second, "measure for this `time`")
	cmd.Flags().IntVar(&opt.Count, "count", 0, "stop after this `number` of playouts")
	cmd.Flags().IntVar(&opt.Threads, "threads", 1, "use this many `threads`")
	cmd.Flags().Uint64Var(&opt.Seed, "seed", 1, "the seed of the playouts")
	cmd.Flags().IntVar(&opt.MaxSteps, "max-steps", 0, maxStepsHelp)
	cmd.Flags().BoolVar(&deterministic, "deterministic", false, "draw moves from the documented generator")
	cmd.Flags().BoolVar(&check, "check", false, "with --engine gpu: compare the device with an interpreter first")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object per game")
	return cmd
}

func bench(cmd *cobra.Command, play *playFlags, pool *clusterFlags, arg string, opt game.PlayoutOptions, deterministic, check, asJSON bool) error {
	started := time.Now()
	d, err := play.load(cmd, arg)
	if err != nil {
		return err
	}
	if d.IsTimed() {
		if pool.wanted() {
			return fmt.Errorf("%s is a game in real time: %w", d.File.Name(), errNotWithWorkers)
		}
		return benchTimed(cmd, d, play, opt, asJSON)
	}
	t, err := play.openRules(cmd, d)
	if err != nil {
		return err
	}
	if check {
		if err := checkDevice(cmd, t.game, opt.MaxSteps); err != nil {
			return err
		}
	}
	setup := time.Since(started)
	if play.moves != "" || play.state != "" {
		opt.From = t.start
	}
	if pool.wanted() {
		return pool.bench(cmd, play.workloadRules(d), t, opt, deterministic, asJSON, setup)
	}
	if deterministic {
		t.game = game.Fixed(t.game)
	} else if !benchmark.Wait(cmd.Context(), t.game, opt.Time) {
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: a faster engine is still being prepared; the playouts move to it when it is ready\n")
	}
	setup = time.Since(started)
	stop := progressWithin(cmd, opt.Time, func() string { return "playing " + t.game.Name() })
	runs, err := benchRuns(cmd.Context(), t.game, opt, deterministic)
	stop()
	if err != nil && cmd.Context().Err() == nil {
		return err
	}
	last := &runs[len(runs)-1]
	report := benchmark.NewReport(last.Game, opt.Threads, setup, &last.Result)
	if benchmark.TellsCPUTime() {
		report.SetCPU(last.Spent.CPU)
	}
	report.AddBefore(runs[:len(runs)-1])
	if t.game.Hidden() && opt.From == nil {
		cost, err := knowledge.FilterCost(cmd.Context(), t.game, knowledge.Limits{}, opt.Seed, filterTime)
		if err != nil && cmd.Context().Err() == nil {
			return err
		}
		report.FilterSeconds = cost.Seconds()
	}
	return writeBench(cmd.OutOrStdout(), report, asJSON)
}

// checkDevice compares the device that runs a game's playouts with an interpreter.
func checkDevice(cmd *cobra.Command, g game.Game, maxSteps int) error {
	c, ok := g.(interface {
		CheckDevice(context.Context, int) (string, error)
	})
	if !ok {
		return errors.New("only playouts on a GPU can be checked: use --engine gpu")
	}
	if maxSteps == 0 {
		maxSteps = game.MaxSteps(g)
	}
	said, err := c.CheckDevice(cmd.Context(), maxSteps)
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "ludex: checked on", said)
	return nil
}

// benchRuns runs playouts, one run for each engine.
func benchRuns(ctx context.Context, g game.Game, opt game.PlayoutOptions, deterministic bool) ([]benchmark.Run, error) {
	if !deterministic {
		return benchmark.Playouts(ctx, g, opt)
	}
	run := benchmark.Run{Game: g}
	var err error
	run.Spent, err = benchmark.Measure(g, func() (err error) {
		run.Result, err = game.ScalarPlayouts(ctx, g, opt)
		return err
	})
	return []benchmark.Run{run}, err
}

// filterTime is the time for measuring the filtering of information sets.
const filterTime = time.Second

func writeBench(out io.Writer, r *benchmark.Report, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	if r.Workers > 0 {
		fmt.Fprintf(out, "%s (%s, workers: %d)\n", r.Game, r.Engine, r.Workers)
	} else {
		fmt.Fprintf(out, "%s (%s, threads: %d)\n", r.Game, r.Engine, r.Threads)
	}
	writeRows(out, r.Rows())
	for _, line := range r.Defects("--max-steps") {
		fmt.Fprintf(out, "  %s\n", line)
	}
	return nil
}

func writeRows(out io.Writer, rows []benchmark.Row) {
	for _, row := range rows {
		fmt.Fprintf(out, "  %-14s %s\n", row.Name, row.Text)
	}
}

// benchTimed plays matches in virtual time and counts their updates.
func benchTimed(cmd *cobra.Command, d *rules.Rules, play *playFlags, opt game.PlayoutOptions, asJSON bool) error {
	g, err := play.openTimed(cmd, d)
	if err != nil {
		return err
	}
	stop := progressWithin(cmd, opt.Time, func() string { return "playing " + g.Name() })
	r, err := benchmark.Timed(cmd.Context(), g, benchmark.TimedOptions{Time: opt.Time, Count: opt.Count, Seed: opt.Seed})
	stop()
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	fmt.Fprintf(out, "%s (%s, virtual time)\n", r.Game, r.Engine)
	writeRows(out, r.Rows())
	return nil
}
