package mcts_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/corpustest"
	"ludex/player/mcts"
	"ludex/rules"
)

// singleStateGames are the public games and the engines on which single states are
// measured.
var singleStateGames = []struct {
	language, file string
	engines        []string
}{
	{"rbg", "chess.rbg", []string{"sets", "compiled"}},
	{"rbg", "englishDraughts.rbg", []string{"sets", "compiled"}},
	{"rbg", "go.rbg", []string{"sets", "compiled"}},
	{"rbg", "amazons.rbg", []string{"sets", "compiled"}},
	{"rbg", "hex.rbg", []string{"sets", "compiled"}},
	{"gdl", "chess/chess.kif", []string{"circuit"}},
	{"gdl", "checkers/checkers.kif", []string{"circuit"}},
	{"gdl", "reversi/reversi.kif", []string{"circuit"}},
}

// singleStateTime is how long a measurement takes.
const singleStateTime = 2 * time.Second

// BenchmarkSingleStates measures what a tree search needs: positions of a perft of depth
// 4 that is made on a machine, and simulations of a search, as with a budget of nodes
// and as with a clock. Run it with -benchtime 1x; speeds are per CPU second.
func BenchmarkSingleStates(b *testing.B) {
	for _, x := range singleStateGames {
		text, err := os.ReadFile(filepath.Join(corpustest.Dir(x.language), x.file))
		if err != nil {
			b.Skipf("the public games are not there: %v", err)
		}
		for _, engine := range x.engines {
			b.Run(filepath.Base(x.file)+"/"+engine, func(b *testing.B) {
				r, err := rules.Parse(x.file, string(text))
				if err != nil {
					b.Fatal(err)
				}
				g, note, err := r.Open(b.Context(), rules.Opening{Engine: engine})
				if err != nil || note != "" {
					b.Skip(note, err)
				}
				defer benchmark.EndProcesses(g)
				b.Run("perft", func(b *testing.B) { benchmarkPerft(b, g) })
				b.Run("nodes", func(b *testing.B) { benchmarkSearch(b, g, false) })
				b.Run("clock", func(b *testing.B) { benchmarkSearch(b, g, true) })
			})
		}
	}
}

func benchmarkPerft(b *testing.B, g game.Game) {
	report(b, g, "positions", func(ctx context.Context) (positions uint64) {
		for ctx.Err() == nil {
			counts, err := game.MachinePerft(ctx, g, nil, 4, true)
			if err != nil && ctx.Err() == nil {
				b.Fatal(err)
			}
			for _, c := range counts {
				positions += c.Leaves
			}
		}
		return positions
	})
}

func benchmarkSearch(b *testing.B, g game.Game, clock bool) {
	s, err := mcts.New(g, nil, mcts.Defaults(), 1)
	if err != nil {
		b.Fatal(err)
	}
	if clock {
		if err := s.PrepareTimed(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	report(b, g, "simulations", func(ctx context.Context) uint64 {
		if err := s.Run(ctx, mcts.Limits{Role: game.NoRole}); err != nil {
			b.Fatal(err)
		}
		return s.Analysis(0).Nodes
	})
}

// report reports how much of something a function does per CPU second.
func report(b *testing.B, g game.Game, what string, run func(context.Context) uint64) {
	for range b.N {
		ctx, cancel := context.WithTimeout(b.Context(), singleStateTime)
		var n uint64
		spent, _ := benchmark.Measure(g, func() error {
			n = run(ctx)
			return nil
		})
		cancel()
		b.ReportMetric(spent.Per(n), what+"/cpu-s")
	}
	b.ReportMetric(0, "ns/op")
}
