package learn_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/playertest"
)

// BenchmarkRound measures rounds of self-play and training; it reports positions per
// second.
func BenchmarkRound(b *testing.B) {
	for _, name := range []string{"breakthrough", "reversi", "hex", "gomoku", "draughts", "chess"} {
		b.Run(name, func(b *testing.B) {
			opt := learn.Defaults()
			opt.Plays = 2
			l, err := learn.New(b.Context(), game.Fixed(playertest.Open(b, name)), nil, opt)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := l.Round(b.Context(), 0.5); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(l.Model.Positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
