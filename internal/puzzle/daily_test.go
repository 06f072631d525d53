package puzzle

import (
	"errors"
	"os"
	"testing"
	"time"

	"ludex/internal/players/basic"
	"ludex/library"
	"ludex/player"
)

// TestDaily proves the puzzles of the day within the work that the arena allows: a sample,
// and all with LUDEX_FULL=1. In a game for several, one move is best; alone, there is no
// shorter solution.
func TestDaily(t *testing.T) {
	const limit = 400_000
	open := NewOpener(".")
	full := os.Getenv("LUDEX_FULL") != ""
	for i, p := range Daily().Puzzles {
		if !full && i%8 != 0 {
			continue
		}
		pos, err := p.Set(t.Context(), open)
		if err != nil {
			t.Error(err)
			continue
		}
		g, ok := library.Lookup(p.Game)
		if !ok || p.Claim != Wins || len(p.Best) > 1 && g.Players > 1 {
			t.Errorf("%s is no puzzle of the day: %+v", p.Name, p)
		}
		if err := Prove(t.Context(), pos, limit); err != nil {
			t.Error(err)
		}
		shorter := *pos
		shorter.Steps--
		if found, err := Find(t.Context(), &shorter, limit); g.Players == 1 && (err != nil || len(found) > 0) {
			t.Errorf("%s has a shorter solution, by %v, %v", p.Name, found, err)
		}
		a, err := pos.Try(t.Context(), p.Best[:1], limit)
		if err != nil || a.Wrong {
			t.Errorf("%s: the best move is refused: %+v, %v", p.Name, a, err)
		}
	}
}

// Every puzzle has its day before one comes back, and games change from day to day.
func TestOfDay(t *testing.T) {
	s := Daily()
	seen := map[string]bool{}
	same := 0
	last := ""
	day := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for range s.Puzzles {
		p := s.OfDay(day)
		if seen[p.Name] {
			t.Errorf("%s comes back too early", p.Name)
		}
		if p.Game == last {
			same++
		}
		seen[p.Name], last = true, p.Game
		day = day.AddDate(0, 0, 1)
	}
	if same > len(s.Puzzles)/4 {
		t.Errorf("%d of %d days have the game of the day before", same, len(s.Puzzles))
	}
	if _, ok := s.Lookup("nothing"); ok {
		t.Error("a puzzle that is not there is found")
	}
}

// Somebody who tries a puzzle is told at once that a move is wrong, and the others defend
// as long as they can.
func TestTry(t *testing.T) {
	p := Puzzle{Name: "x", Game: "tictactoe", Moves: "(mark 1 1); (mark 2 1)", Role: "white", Best: []string{"(mark 1 3)"}, Claim: Wins, Goal: 100, Steps: 5, Why: "a fork"}
	pos, err := p.Set(t.Context(), NewOpener("."))
	if err != nil {
		t.Fatal(err)
	}
	a, err := pos.Try(t.Context(), []string{"(mark 3 2)"}, 0)
	if err != nil || !a.Wrong || a.Solved {
		t.Fatalf("a wrong move: %+v, %v", a, err)
	}
	var moves []string
	for steps := 0; ; steps++ {
		if a, err = pos.Try(t.Context(), moves, 0); err != nil || a.Wrong {
			t.Fatalf("after %v: %+v, %v", moves, a, err)
		}
		if a.Solved {
			break
		}
		now := *pos
		now.State, now.Legal, now.Steps = a.State, a.Legal, a.Left
		best, err := Find(t.Context(), &now, 0)
		if err != nil || len(best) == 0 {
			t.Fatalf("after %v nothing wins: %v", moves, err)
		}
		moves = append(moves, pos.Game.MoveText(pos.Role, best[0]))
	}
	if len(a.Joints) != 5 {
		t.Errorf("the others gave in after %d steps", len(a.Joints))
	}
	if _, err := pos.Try(t.Context(), append(moves, "(mark 3 3)"), 0); err == nil {
		t.Error("a move after the end is made")
	}
	if _, err := pos.Try(t.Context(), []string{"(mark 1 1)"}, 0); err == nil {
		t.Error("an illegal move is made")
	}
	if _, err := pos.Try(t.Context(), []string{"(mark 1 3)"}, 3); !errors.Is(err, ErrLimit) {
		t.Errorf("the limit is not kept: %v", err)
	}
}

// What Discover finds is proved: exactly one move wins, and not at once.
func TestDiscover(t *testing.T) {
	random := func() player.Player { return new(basic.Random) }
	open := NewOpener(".")
	for name, alone := range map[string]bool{"breakthrough-5x5": false, "eightpuzzle": true} {
		g, err := open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		found, err := Discover(t.Context(), g, Discovery{Name: name, New: random, Nodes: 1, Seed: 1, Count: 2, Plays: 300, Steps: 5, Limit: 100_000})
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d puzzles, %v", name, len(found), err)
		}
		for _, p := range found {
			pos, err := p.Set(t.Context(), open)
			if err != nil {
				t.Fatal(err)
			}
			if err := Prove(t.Context(), pos, 0); err != nil {
				t.Error(err)
			}
			if !alone && len(p.Best) != 1 || p.Steps < leastSteps {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
	hidden, err := open(t.Context(), "kuhnpoker")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Discover(t.Context(), hidden, Discovery{Count: 1, Plays: 1}); err == nil {
		t.Error("a game with hidden information has puzzles")
	}
}
