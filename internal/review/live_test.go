package review_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/internal/review"
	"ludex/internal/roster"
)

// live analyses a position with the player auto.
func live(t *testing.T, g game.Game, moves string, limit time.Duration) []*review.Position {
	t.Helper()
	maker, err := roster.Analyst(g)
	if err != nil {
		t.Fatal(err)
	}
	states, joints := replay(t, g, moves)
	var found []*review.Position
	var last bool
	l := review.Live{Game: g, New: maker, Time: limit, Seed: 1}
	err = l.Run(t.Context(), states, joints, func(p *review.Position, final bool) { found, last = append(found, p), final })
	if err != nil {
		t.Fatal(err)
	}
	if !last || len(found) == 0 {
		t.Fatalf("%d results, the last one final: %v", len(found), last)
	}
	return found
}

func TestLiveLines(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	found := live(t, g, "(mark 1 1); (mark 1 3); (mark 2 2); (mark 2 3)", time.Minute)
	best := found[len(found)-1].Analyses[0].Moves[0]
	if g.MoveText(0, best.Move) != "(mark 3 3)" || !best.Exact || best.Value != 100 || len(best.Line) != 1 || best.Line[0][0] != best.Move {
		t.Errorf("the best move is %s: %+v", g.MoveText(0, best.Move), best)
	}
	for _, c := range found[len(found)-1].Analyses[0].Moves {
		if c.Visits > 0 && (len(c.Line) == 0 || c.Line[0][0] != c.Move) {
			t.Errorf("the line of %s is %v", g.MoveText(0, c.Move), c.Line)
		}
	}
}

func TestLiveEnds(t *testing.T) {
	g := playertest.Open(t, "breakthrough")
	maker, err := roster.Analyst(g)
	if err != nil {
		t.Fatal(err)
	}
	states, joints := replay(t, g, "")
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err = review.Live{Game: g, New: maker, Time: time.Hour, Seed: 1}.Run(ctx, states, joints, func(*review.Position, bool) {
		if n++; n == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || n != 2 {
		t.Errorf("%d results, %v", n, err)
	}
}

// TestSums checks that values add up to what goals do, also with hidden information and
// simultaneous moves.
func TestSums(t *testing.T) {
	for _, c := range []struct{ game, moves string }{
		{"kuhnpoker", "(deal jack queen)"},
		{"kuhnpoker", "(deal king queen); bet"},
		{"leducpoker", ""},
		{"rockpaperscissors", ""},
		{"tictactoe", ""},
		{"breakthrough", ""},
		{"kriegspiel-tictactoe", ""},
	} {
		g := playertest.Open(t, c.game)
		if c.game == "leducpoker" {
			m := g.NewMachine()
			c.moves = g.MoveText(g.Random(), m.Legal(m.Initial(nil), g.Random(), nil)[0])
		}
		for _, p := range live(t, g, c.moves, 300*time.Millisecond) {
			checkSum(t, c.game, g, p.Values)
			for _, a := range p.Analyses {
				checkSum(t, c.game, g, a.Values)
			}
		}
	}
}

func checkSum(t *testing.T, name string, g game.Game, values []float64) {
	t.Helper()
	sum := 0.0
	for r, v := range values {
		if game.Role(r) != g.Random() {
			sum += v
		}
	}
	if len(values) > 0 && !(math.Abs(sum-100) < 0.01) {
		t.Errorf("%s: the values %v add up to %v", name, values, sum)
	}
}
