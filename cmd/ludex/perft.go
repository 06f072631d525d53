package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/benchmark"
)

func newPerft() *cobra.Command {
	var play playFlags
	var pool clusterFlags
	var depth int
	var divide, terminal, asJSON bool
	cmd := &cobra.Command{
		Use:   "perft --depth D <game>",
		Short: "Count the positions of a game up to a depth",
		Long: `Perft counts, for each depth, the sequences of joint moves of exactly that length
(leaves), how many of them end in a terminal state, and all states on the way. The
leaves of the last depth are counted without making the moves, unless --terminal asks
how many of them are terminal. With --workers or --nats other processes do the counting;
the numbers are the same.

In a game in real time players move at multiples of --grid, or wait. A step is such an
instant, or a move of random; in games that hide nothing, instants at which nothing can
happen are left out.`,
		Example: `  ludex perft --depth 5 tictactoe
  ludex perft --depth 4 --divide connectfour
  ludex perft --depth 6 --grid 0.5 hotpotato`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if depth < 0 {
				return fmt.Errorf("--depth must not be negative")
			}
			t, err := play.open(cmd, args[0])
			if err != nil {
				return err
			}
			switch {
			case t.grid != nil && pool.wanted():
				return fmt.Errorf("a game in real time is counted in this process: %w", errNotWithWorkers)
			case divide && pool.wanted():
				return fmt.Errorf("--divide: %w", errNotWithWorkers)
			case divide:
				return runDivide(cmd, t, depth, asJSON)
			case pool.wanted():
				return pool.perft(cmd, play.workloadRules(t.Rules), t, depth, terminal, asJSON)
			}
			return runPerft(cmd, t, depth, terminal, asJSON, perftHere(cmd, t, terminal))
		},
	}
	play.register(cmd)
	play.registerStart(cmd)
	play.registerGrid(cmd)
	pool.register(cmd)
	cmd.Flags().IntVar(&depth, "depth", 3, "count down to this `depth`")
	cmd.Flags().BoolVar(&divide, "divide", false, "show the leaves below each move of the root")
	cmd.Flags().BoolVar(&terminal, "terminal", false, "count the terminal states at the last depth too, which takes longer")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

type perftReport struct {
	Game   string            `json:"game"`
	Grid   string            `json:"grid,omitempty"` // in real time
	Engine string            `json:"engine"`
	Depths []benchmark.Depth `json:"depths"`
}

// perftHere counts in this process.
func perftHere(cmd *cobra.Command, t *openGame, terminal bool) benchmark.Counter {
	count := benchmark.CountFrom(cmd.Context(), t.game, t.start, terminal)
	var last, growth float64 // seconds of the last depth, and the factor to the one before
	return func(d int) (game.PerftCount, uint64, error) {
		text := fmt.Sprintf("counting depth %d", d)
		if expected := last * growth; expected >= 1 {
			text += fmt.Sprintf(", which may take %v", time.Duration(expected*float64(time.Second)).Round(time.Second))
		}
		start := time.Now()
		defer progress(cmd, text)()
		defer func() {
			spent := time.Since(start).Seconds()
			last, growth = spent, spent/max(last, 1e-6)
		}()
		return count(d)
	}
}

// runPerft shows the counts of each depth as soon as they are known.
func runPerft(cmd *cobra.Command, t *openGame, depth int, terminal, asJSON bool, count benchmark.Counter) error {
	report := perftReport{Game: t.game.Name(), Grid: t.gridTime(), Depths: []benchmark.Depth{}}
	out := cmd.OutOrStdout()
	if !asJSON {
		c := benchmark.DepthColumns()
		fmt.Fprintf(out, "%5s %15s %15s %15s %10s\n", c[0], c[1], c[2], c[3], c[4])
	}
	err := benchmark.Perft(depth, terminal, count, func(d benchmark.Depth) {
		report.Depths = append(report.Depths, d)
		if !asJSON {
			fmt.Fprintf(out, "%5d %15d %15v %15d %10.3f\n", d.Row()...)
		}
	})
	if err != nil && !stopped(err) {
		return err
	}
	if asJSON {
		report.Engine = countingEngine(t.game)
		return json.NewEncoder(out).Encode(report)
	}
	return nil
}

// countingEngine returns the engine that counts positions.
func countingEngine(g game.Game) string {
	if t := game.CapabilitiesOf(g).Tiers; t != nil {
		for _, tier := range t.Tiers() {
			if slices.Contains(tier.Uses, game.ForPerft) {
				return tier.Engine
			}
		}
		return t.Fixed().Engine()
	}
	return g.Engine()
}

func runDivide(cmd *cobra.Command, t *openGame, depth int, asJSON bool) error {
	if depth < 1 {
		return fmt.Errorf("--divide needs a depth of at least 1")
	}
	var done, total atomic.Int64
	start := time.Now()
	stop := progressLine(cmd, func() string {
		return countText("counting", "moves", int(done.Load()), int(total.Load()), time.Since(start))
	})
	children, err := game.DivideWatched(cmd.Context(), t.game, t.start, depth, func(at, of int) { done.Store(int64(at)); total.Store(int64(of)) })
	stop()
	if err != nil && !stopped(err) {
		return err
	}
	out := cmd.OutOrStdout()
	sum := uint64(0)
	type child struct {
		Moves  []string `json:"moves"`
		Leaves uint64   `json:"leaves"`
	}
	list := []child{}
	for _, c := range children {
		sum += c.Leaves
		var texts []string
		for r, m := range c.Joint {
			texts = append(texts, t.show(t.game.MoveText(game.Role(r), m)))
		}
		list = append(list, child{texts, c.Leaves})
		if !asJSON {
			fmt.Fprintf(out, "%v %d\n", texts, c.Leaves)
		}
	}
	if asJSON {
		answer := map[string]any{"game": t.game.Name(), "engine": countingEngine(t.game), "depth": depth, "children": list, "leaves": sum}
		if err != nil {
			answer["stopped"] = true
		}
		return json.NewEncoder(out).Encode(answer)
	}
	if err != nil {
		fmt.Fprint(out, "stopped before all were counted: ")
	}
	_, err = fmt.Fprintf(out, "%d moves, %d leaves at depth %d\n", len(children), sum, depth)
	return err
}
