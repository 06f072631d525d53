package rbgref

import (
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
)

// BenchmarkPlayouts measures states a second of random playouts on public
// games: with the reasoner alone, and with a machine that knows texts and numbers
// of moves.
func BenchmarkPlayouts(b *testing.B) {
	for _, name := range []string{"breakthrough", "hex_9x9", "gomoku_standard", "reversi", "connect4", "amazons",
		"englishDraughts", "internationalDraughts", "chess", "go"} {
		b.Run(name+"/reasoner", func(b *testing.B) { benchmarkReasoner(b, name) })
		b.Run(name+"/machine", func(b *testing.B) { benchmarkMachine(b, name) })
	}
}

func benchmarkReasoner(b *testing.B, name string) {
	r, err := NewReasoner(rbgenginetest.Read(b, name))
	if err != nil {
		b.Fatal(err)
	}
	var p rbgplay.Position
	var moves rbgplay.Moves
	rand := game.NewRand(1)
	if err := r.Start(&p); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		moves.Clear()
		if err := r.Moves(&p, &moves); err != nil {
			b.Fatal(err)
		}
		if moves.Len() > 0 {
			err = r.Apply(&p, moves.At(rand.Choose(moves.Len())))
		} else {
			err = r.Start(&p) // which is counted as a state, but there is only one a play
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}

func benchmarkMachine(b *testing.B, name string) {
	g, err := New(rbgenginetest.Read(b, name))
	if err != nil {
		b.Fatal(err)
	}
	p := game.NewPlayout(g, g.NewMachine())
	seed := uint64(0)
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
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
}
