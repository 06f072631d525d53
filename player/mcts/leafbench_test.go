package mcts_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/corpustest"
	"ludex/rules"
)

// leafGames are the public games and the engines on which playouts from leaves are
// measured.
var leafGames = []struct {
	language, file string
	engines        []string
}{
	{"gdl", "chess/chess.kif", []string{"circuit"}},
	{"gdl", "checkers/checkers.kif", []string{"circuit"}},
	{"gdl", "reversi/reversi.kif", []string{"circuit"}},
	{"gdl", "breakthrough/breakthrough.kif", []string{"circuit"}},
	{"gdl", "connectFour/connectFour.kif", []string{"circuit"}},
	{"rbg", "hex.rbg", []string{"sets", "compiled", "lanes"}},
	{"rbg", "englishDraughts.rbg", []string{"sets", "compiled", "lanes"}},
	{"rbg", "reversi.rbg", []string{"sets", "compiled", "lanes"}},
	{"rbg", "breakthrough.rbg", []string{"sets", "compiled", "lanes"}},
}

// BenchmarkLeaves measures how many leaves of a search are evaluated by a number of
// playouts each, in batches as large as the runner likes. Run it with -benchtime 1x; speeds are per
// CPU second.
func BenchmarkLeaves(b *testing.B) {
	for _, x := range leafGames {
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
				for _, count := range []int{1, 4, 16, 64} {
					runner := game.NewRunner(g)
					b.Run(fmt.Sprint(count), func(b *testing.B) { benchmarkLeaves(b, g, runner, count) })
				}
				if engine == "circuit" {
					b.Run("scalar", func(b *testing.B) { benchmarkLeaves(b, g, game.NewScalarRunner(g), 1) })
				}
			})
		}
	}
}

func benchmarkLeaves(b *testing.B, g game.Game, runner game.Runner, count int) {
	leaves := leavesOf(g, runner.Width(count))
	results := make([]game.PlayoutResult, len(leaves))
	seed := uint64(0)
	run := func(ctx context.Context) {
		seed++
		if err := runner.Run(ctx, leaves, game.PlayoutOptions{Count: count, Seed: seed}, results); err != nil {
			b.Fatal(err)
		}
	}
	run(b.Context()) // prepares the engine
	report(b, g, "leaves", func(ctx context.Context) (n uint64) {
		for ; ctx.Err() == nil; run(ctx) {
			n += uint64(len(leaves))
		}
		return n
	})
}

// leavesOf returns states that are up to ten random moves away from the initial one.
func leavesOf(g game.Game, n int) []game.State {
	m := g.NewMachine()
	rand := game.NewRand(1)
	var out []game.State
	for len(out) < n {
		s := m.Initial(nil)
		for range rand.Uint64() % 11 {
			var joint []game.Move
			for r := range g.Roles() {
				if moves := m.Legal(s, game.Role(r), nil); len(moves) > 0 {
					joint = append(joint, moves[rand.Uint64()%uint64(len(moves))])
				}
			}
			if m.Terminal(s) || len(joint) < len(g.Roles()) {
				break
			}
			s = m.Next(s, joint, nil)
		}
		out = append(out, s)
	}
	return out
}
