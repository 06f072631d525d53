package gdlref

import (
	"testing"

	"ludex/game"
	"ludex/internal/gdlengine/gdlenginetest"
)

// BenchmarkPlayouts measures states a second of random playouts on public games.
func BenchmarkPlayouts(b *testing.B) {
	wanted := map[string]bool{
		"ticTacToe/ticTacToe.kif": true, "connectFour/connectFour.kif": true, "breakthrough/breakthrough.kif": true,
		"chess/chess.kif": true, "reversi/reversi.kif": true, "amazons/amazons.kif": true, "blokbox_simple/blokbox_simple.kif": true,
	}
	for _, row := range gdlenginetest.Golden(b) {
		if !wanted[row.File()] {
			continue
		}
		g, err := New(row.Program(b))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(g.Name(), func(b *testing.B) { benchmarkGame(b, g) })
	}
}

// benchmarkGame applies one joint move an iteration.
func benchmarkGame(b *testing.B, g *Game) {
	p := game.NewPlayout(g, g.NewMachine())
	seed := uint64(0)
	p.Reset(nil, seed)
	for b.Loop() {
		if p.Over() || p.Steps == game.DefaultMaxSteps {
			seed++
			p.Reset(nil, seed)
		}
		if err := p.Step(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}
