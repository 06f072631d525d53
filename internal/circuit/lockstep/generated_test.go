package lockstep

import (
	"errors"
	"slices"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/enginecompare"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdltest"
	"ludex/source"
)

// generated returns how many generated games are compared.
func generated() int {
	switch {
	case gdlenginetest.Full():
		return 10_000
	case testing.Short():
		return 8
	}
	return 150
}

// TestGenerated makes games whose rules are recursive and compares their circuits
// with the interpreter, and their lanes with the circuits, on every kernel. It
// counts what the games have in them, so that it cannot pass by comparing nothing.
func TestGenerated(t *testing.T) {
	generator := gdltest.RecursiveGame()
	var n struct{ compared, skipped, differing, loops, hidden, phases int }
	var total Count
	smallest := ""
	for i := range generated() {
		p := generator.Example(i)
		text := gdlformat.Program(p, gdl.Prefix)
		g, played, err := compareGenerated(t, text, p.Dialect)
		var diff *enginecompare.Difference
		var rules *ground.LimitError
		var gates *circuit.LimitError
		switch {
		case errors.As(err, &rules) || errors.As(err, &gates):
			n.skipped++
			continue
		case errors.As(err, &diff):
			n.differing++
			t.Errorf("game %d: %v", i, err)
			if smallest == "" || len(text) < len(smallest) {
				smallest = string(text)
			}
			continue
		case err != nil:
			t.Fatalf("game %d: %v\n%s", i, err, text)
		}
		n.compared++
		total.Playouts += played.Playouts
		total.Moves += played.Moves
		n.loops += count(hasLoops(g.Program()))
		n.hidden += count(g.Hidden())
		n.phases += count(len(g.Program().Phases) > 1)
	}
	t.Logf("generated games on %v: compared %d, skipped %d, differing %d; %d playouts with %d plies on each kernel; %d games with fixpoints, %d with percepts, %d with phases",
		bitslice.Kernels(), n.compared, n.skipped, n.differing, total.Playouts, total.Moves, n.loops, n.hidden, n.phases)
	if smallest != "" {
		t.Logf("the smallest game that differs:\n%s", smallest)
	}
	if min(3*n.loops, 3*n.hidden, 3*n.phases) < n.compared {
		t.Error("too few games have something in them")
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareGenerated holds the interpreter, the circuit and the lanes of a game against
// each other.
func compareGenerated(t *testing.T, text []byte, d gdl.Dialect) (*circuit.Game, Count, error) {
	prog, list := gdlparse.File(source.NewFile("generated.kif", text), gdlparse.Options{Dialect: d})
	if list.HasErrors() {
		return nil, Count{}, list.Err()
	}
	var games []game.Game
	for _, name := range []string{gdlengine.Reference, gdlengine.Circuit} {
		o, err := gdlengine.Open(t.Context(), prog, gdlengine.Options{Opening: game.Opening{Engine: name}})
		if err != nil {
			return nil, Count{}, err
		}
		games = append(games, o.Game)
	}
	if _, err := (enginecompare.Comparison{Plies: 100, MaxSteps: 20, Seed: 1}).Run(t.Context(), games[0], games[1]); err != nil {
		return nil, Count{}, err
	}
	g := games[1].(*circuit.Game)
	n, err := Comparison{Playouts: 3 * bitslice.Count, MaxSteps: 12, Seed: 1}.Run(t.Context(), g, bitslice.Kernels())
	return g, n, err
}

// hasLoops reports whether a program has fixpoints.
func hasLoops(p *bitslice.Program) bool {
	loop := func(s bitslice.Segment) bool { return s.Loop != nil }
	return slices.ContainsFunc(p.Phases, func(ph bitslice.Phase) bool {
		return slices.ContainsFunc(ph.Legal, loop) || slices.ContainsFunc(ph.Next, loop) || slices.ContainsFunc(ph.Goals, loop)
	})
}
