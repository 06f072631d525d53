package circuit_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/ground"
)

// measured lists the public games for which other reasoners' speeds are known.
var measured = map[string]bool{
	"ticTacToe/ticTacToe.kif":                  true,
	"connectFour/connectFour.kif":              true,
	"breakthrough/breakthrough.kif":            true,
	"breakthroughSmall/breakthroughSmall.kif":  true,
	"blocker/blocker.kif":                      true,
	"knightThrough/knightThrough.kif":          true,
	"chineseCheckers4/v1/chineseCheckers4.kif": true,
	"pentago/v1/pentago.kif":                   true,
	"checkers/v1/checkers.kif":                 true,
	"speedChess/v1/speedChess.kif":             true,
	"eightPuzzle/eightPuzzle.kif":              true,
	"hex/hex.kif":                              true,
	"reversi/reversi.kif":                      true,
	"chess_200/v1/chess_200.kif":               true,
	"amazons/v1/amazons.kif":                   true,
}

// eachMeasured runs a benchmark for each of the measured games.
func eachMeasured(b *testing.B, run func(b *testing.B, spec *circuit.Spec)) {
	for _, row := range gdlenginetest.Golden(b) {
		if !measured[row.File()] {
			continue
		}
		b.Run(row.File(), func(b *testing.B) {
			r, err := ground.Ground(context.Background(), row.Program(b), ground.Options{})
			if err != nil {
				b.Skip(err)
			}
			b.ResetTimer()
			run(b, r.Spec)
		})
	}
}

func open(b *testing.B, spec *circuit.Spec) *circuit.Game {
	g, err := circuit.New(context.Background(), spec, circuit.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// BenchmarkSetUp measures what it takes to make circuits of ground rules, and
// reports their gates.
func BenchmarkSetUp(b *testing.B) {
	eachMeasured(b, func(b *testing.B, spec *circuit.Spec) {
		var g *circuit.Game
		for b.Loop() {
			g = open(b, spec)
		}
		legal, next := g.Stats().Gates()
		b.ReportMetric(legal, "legal-gates")
		b.ReportMetric(next, "next-gates")
	})
}

// BenchmarkStep measures one step of a random playout on a machine.
func BenchmarkStep(b *testing.B) {
	eachMeasured(b, func(b *testing.B, spec *circuit.Spec) {
		g := open(b, spec)
		p := game.NewPlayout(g, g.NewMachine())
		seed := uint64(1)
		p.Reset(nil, seed)
		for b.Loop() {
			if p.Over() {
				seed++
				p.Reset(nil, seed)
			}
			if err := p.Step(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkExpand measures the children of the initial state, all at once.
func BenchmarkExpand(b *testing.B) {
	eachMeasured(b, func(b *testing.B, spec *circuit.Spec) {
		g := open(b, spec)
		m := g.NewMachine()
		s := m.Initial(nil)
		joints := make([]game.Move, 0, 1024)
		first := make([]game.Move, len(g.Roles()))
		for r := range first {
			first[r] = m.Legal(s, game.Role(r), nil)[0]
		}
		for r := range first {
			for _, move := range m.Legal(s, game.Role(r), nil) {
				joint := append([]game.Move(nil), first...)
				joint[r] = move
				joints = append(joints, joint...)
			}
		}
		var children []game.State
		for b.Loop() {
			children = m.(game.Expander).Expand(s, joints, children[:0])
		}
		b.ReportMetric(float64(len(children)), "children")
	})
}
