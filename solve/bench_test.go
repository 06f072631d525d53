package solve_test

import (
	"testing"

	"ludex/game"
	"ludex/solve"
)

// BenchmarkSolve says how many states it takes to solve games, which depends less
// on the machine than the time does.
func BenchmarkSolve(b *testing.B) {
	games := map[string]func() game.Game{
		"tictactoe":       func() game.Game { return fromLibrary(b, "tictactoe") },
		"connectfour-5x4": func() game.Game { return fromLibrary(b, "connectfour-5x4") },
		"dotsandboxes":    func() game.Game { return fromLibrary(b, "dotsandboxes") },
		"hex-4x4":         func() game.Game { return fromText(b, "hex.rbg", hex(b, 4)) },
		"knightstour":     func() game.Game { return fromLibrary(b, "knightstour") },
	}
	for name, open := range games {
		b.Run(name, func(b *testing.B) {
			g := open()
			nodes := uint64(0)
			for i := range b.N {
				nodes += solved(b, g, nil, solve.Options{Seed: uint64(i)}).Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "states/op")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
