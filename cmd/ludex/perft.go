package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
)

func newPerft() *cobra.Command {
	var play playFlags
	var crew crewFlags
	var depth int
	var divide, asJSON bool
	cmd := &cobra.Command{
		Use:   "perft --depth D <game>",
		Short: "Count the positions of a game up to a depth",
		Long: `Perft counts, for each depth, the sequences of joint moves of exactly that length
(leaves), how many of them end in a terminal state, and all states on the way. With
--workers or --nats other processes do the counting; the numbers are the same.`,
		Example: `  ludex perft --depth 5 tictactoe
  ludex perft --depth 4 --divide connectfour`,
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
			case divide && crew.wanted():
				return fmt.Errorf("--divide: %w", errNotWithWorkers)
			case divide:
				return runDivide(cmd, t, depth, asJSON)
			case crew.wanted():
				return crew.perft(cmd, play.rules(t.description), t, depth, asJSON)
			}
			return runPerft(cmd, t, depth, asJSON, perftHere(cmd, t))
		},
	}
	play.register(cmd)
	play.registerStart(cmd)
	crew.register(cmd)
	cmd.Flags().IntVar(&depth, "depth", 3, "count down to this `depth`")
	cmd.Flags().BoolVar(&divide, "divide", false, "show the leaves below each move of the root")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

type perftReport struct {
	Game   string       `json:"game"`
	Engine string       `json:"engine"`
	Depths []depthCount `json:"depths"`
}

type depthCount struct {
	Depth    int     `json:"depth"`
	Leaves   uint64  `json:"leaves"`
	Terminal uint64  `json:"terminal"`
	States   uint64  `json:"states"`
	Seconds  float64 `json:"seconds"`
}

// A counter counts the positions at a depth. It is asked for one after the other.
type counter func(depth int) (game.PerftCount, error)

// perftHere counts in this process.
func perftHere(cmd *cobra.Command, t *table) counter {
	return func(d int) (game.PerftCount, error) {
		defer progress(cmd, fmt.Sprintf("counting depth %d", d))()
		counts, err := game.Perft(cmd.Context(), t.game, t.start, d)
		if err != nil {
			return game.PerftCount{}, err
		}
		return counts[d], nil
	}
}

// runPerft counts depth after depth, so that a stop leaves what was finished.
func runPerft(cmd *cobra.Command, t *table, depth int, asJSON bool, count counter) error {
	report := perftReport{Game: t.game.Name(), Engine: t.game.Engine(), Depths: []depthCount{}}
	out := cmd.OutOrStdout()
	if !asJSON {
		fmt.Fprintf(out, "%5s %15s %15s %15s %10s\n", "depth", "leaves", "terminal", "states", "seconds")
	}
	var err error
	for d := 0; d <= depth && err == nil; d++ {
		start := time.Now()
		var c game.PerftCount
		if c, err = count(d); err == nil {
			seconds := time.Since(start).Seconds()
			report.Depths = append(report.Depths, depthCount{d, c.Leaves, c.Terminal, c.States, seconds})
			if !asJSON {
				fmt.Fprintf(out, "%5d %15d %15d %15d %10.3f\n", d, c.Leaves, c.Terminal, c.States, seconds)
			}
		}
	}
	if err != nil && !stopped(err) {
		return err
	}
	if asJSON {
		return json.NewEncoder(out).Encode(report)
	}
	return nil
}

func runDivide(cmd *cobra.Command, t *table, depth int, asJSON bool) error {
	if depth < 1 {
		return fmt.Errorf("--divide needs a depth of at least 1")
	}
	stop := progress(cmd, "counting")
	children, err := game.Divide(cmd.Context(), t.game, t.start, depth)
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
		answer := map[string]any{"game": t.game.Name(), "engine": t.game.Engine(), "depth": depth, "children": list, "leaves": sum}
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
