package nested_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/players/nested"
	"ludex/internal/playertest"
	"ludex/player"
)

// check plays a line and returns the goal at its end.
func check(t *testing.T, g game.Game, l nested.Line) int {
	t.Helper()
	m := g.NewMachine()
	s := m.Initial(nil)
	for _, move := range l.Moves {
		s = m.Next(s, []game.Move{move}, nil)
	}
	if !m.Terminal(s) {
		t.Fatal("the line does not lead to an end")
	}
	return m.Goals(s, 0, nil)[0]
}

func TestSearch(t *testing.T) {
	for name, want := range map[string]int{"hanoi": 100, "knightstour": 100, "eightpuzzle": 0} {
		g := playertest.Open(t, name)
		s, err := nested.New(g, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Run(context.Background(), 100_000); err != nil {
			t.Fatal(err)
		}
		if best := s.Best(); best.Goal < want || check(t, g, best) != best.Goal {
			t.Errorf("%s: the best line has %d, want %d", name, best.Goal, want)
		}
		if s.Nodes() > 101_000 {
			t.Errorf("%s: %d states were computed", name, s.Nodes())
		}
	}
}

// TestSame checks that the same seed gives the same line.
func TestSame(t *testing.T) {
	g := playertest.Open(t, "eightpuzzle")
	var lines [2]nested.Line
	for i := range lines {
		s, err := nested.New(g, nil, 3)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Run(context.Background(), 5000); err != nil {
			t.Fatal(err)
		}
		lines[i] = s.Best()
	}
	if len(lines[0].Moves) != len(lines[1].Moves) || lines[0].Goal != lines[1].Goal {
		t.Errorf("%v and %v", lines[0], lines[1])
	}
}

func TestStops(t *testing.T) {
	s, err := nested.New(playertest.Open(t, "eightpuzzle"), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := s.Run(ctx, 0); err != nil { // it has no other limit
		t.Error(err)
	}
}

func TestFits(t *testing.T) {
	for name, want := range map[string]bool{"hanoi": true, "tictactoe": false, "montyhall": false, "highlow": false} {
		if g := playertest.Open(t, name); nested.Supports(g) != want {
			t.Errorf("%s: %v", name, !want)
		} else if _, err := nested.New(g, nil, 1); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSolver checks that a line from a solver is followed, and that a failing one
// does no harm.
func TestSolver(t *testing.T) {
	g := playertest.Open(t, "hanoi")
	s, err := nested.New(g, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(context.Background(), 100_000); err != nil || s.Best().Goal != 100 {
		t.Fatal(err, s.Best())
	}
	line := s.Best()
	for name, test := range map[string]struct {
		planner stubPlanner
		fails   bool // when it is made
		note    bool
	}{
		"solves":         {planner: stubPlanner{line: line}},
		"fails":          {planner: stubPlanner{err: errors.New("too difficult")}, note: true},
		"cannot be made": {fails: true, note: true},
	} {
		p := &nested.Player{Solve: func(game.Game, game.State) (nested.Planner, error) {
			if test.fails {
				return nil, errors.New("too difficult")
			}
			return &test.planner, nil
		}}
		res, err := player.Play(context.Background(), player.Match{Game: g, Players: []player.Player{p}, Nodes: 20_000})
		if err != nil || res.Goals[0] != 100 {
			t.Errorf("%s: %v, %v", name, err, res.Goals)
		}
		if (res.Notes[0] != "") != test.note {
			t.Errorf("%s: the note is %q", name, res.Notes[0])
		}
	}
}

// A stubPlanner finds a line, or fails.
type stubPlanner struct {
	line nested.Line
	err  error
}

func (p *stubPlanner) Run(context.Context, int) error { return p.err }
func (p *stubPlanner) Best() nested.Line              { return p.line }
func (p *stubPlanner) Solved() bool                   { return p.line.Goal == 100 }
func (p *stubPlanner) Finished() bool                 { return p.Solved() }
func (p *stubPlanner) Advance(game.Move) error        { p.line.Moves = p.line.Moves[1:]; return nil }
