package epistemic_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/gdlengine"
	"ludex/library"
)

// BenchmarkPlayouts runs random playouts of a game that is new, so that what roles consider
// possible has to be computed, and of one that remembers it.
func BenchmarkPlayouts(b *testing.B) {
	for _, name := range []string{"consecutivenumbers", "fireworks", "hats", "muddychildren", "sumandproduct"} {
		l, ok := library.Lookup(name)
		if !ok {
			b.Fatal("there is no such game")
		}
		fresh := func() game.Game {
			o, err := gdlengine.Open(context.Background(), parse(b, string(l.Rules())), gdlengine.Options{Opening: game.Opening{Engine: gdlengine.Circuit}})
			if err != nil {
				b.Fatal(err)
			}
			return o.Game
		}
		run := func(b *testing.B, g game.Game, n int) {
			res, err := game.Playouts(context.Background(), g, game.PlayoutOptions{Count: n, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(res.States)/res.Elapsed.Seconds(), "states/s")
		}
		b.Run(name+"/new", func(b *testing.B) {
			for b.Loop() {
				run(b, fresh(), 1000)
			}
		})
		b.Run(name+"/known", func(b *testing.B) {
			g := fresh()
			for b.Loop() {
				run(b, g, 1000)
			}
		})
	}
}
