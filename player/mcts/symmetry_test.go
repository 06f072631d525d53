package mcts

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
)

// plain returns cheap options without symmetries.
func plain() Options {
	opt := cheap()
	opt.Playouts, opt.Symmetry = 1, Never
	return opt
}

// symmetric returns the same options with symmetries.
func symmetric() Options {
	opt := plain()
	opt.Symmetry = Always
	return opt
}

// TestSymmetryProves checks that symmetries leave fewer positions to prove a value, and do
// not change it.
func TestSymmetryProves(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	nodes := map[SymmetryUse]int{}
	for _, opt := range []Options{plain(), symmetric()} {
		s := newSearch(t, g, nil, opt, 1)
		grow(t, s, 50_000)
		checkMeans(t, s)
		if a := s.Analysis(0); !a.Exact[0] || a.Values[0] != 50 {
			t.Fatalf("symmetry %s: the value is %v, proved %v", opt.Symmetry, a.Values, a.Exact)
		}
		nodes[opt.Symmetry] = len(s.graph.table)
	}
	if 3*nodes[Always] > 2*nodes[Never] {
		t.Errorf("%d positions with symmetries, %d without", nodes[Always], nodes[Never])
	}
}

// TestSymmetryOfMoves checks that an analysis has every legal move once, and that moves that
// differ by a symmetry have the same value.
func TestSymmetryOfMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for name, kinds := range map[string]int{"tictactoe": 3, "connectfour": 4, "dotsandboxes": 0} {
		g := playertest.Open(t, name)
		s := newSearch(t, g, nil, symmetric(), 1)
		grow(t, s, 2000)
		a := s.Analysis(0)
		var moves []game.Move
		values := map[float64]bool{}
		for _, c := range a.Moves {
			moves = append(moves, c.Move)
			values[c.Value] = true
		}
		slices.Sort(moves)
		legal := s.graph.machine.Legal(s.graph.root.state, 0, nil)
		slices.Sort(legal)
		if !slices.Equal(moves, legal) {
			t.Errorf("%s: the moves are %v, not %v", name, moves, legal)
		}
		if in := s.graph.root.expansion; len(in.moves) >= len(legal) || kinds > 0 && len(in.moves) != kinds || len(values) > len(in.moves) {
			t.Errorf("%s: %d of %d moves are tried, with %d values", name, len(in.moves), len(legal), len(values))
		}
		checkLines(t, s, a)
	}
}

// checkLines checks that the principal variations can be played.
func checkLines(t *testing.T, s *Search, a player.Analysis) {
	t.Helper()
	lines := [][][]game.Move{a.Line}
	for _, c := range a.Moves {
		lines = append(lines, c.Line)
	}
	m := s.graph.machine
	for _, line := range lines {
		state := s.graph.root.state
		for _, joint := range line {
			for r, move := range joint {
				if !slices.Contains(m.Legal(state, game.Role(r), nil), move) {
					t.Fatalf("move %d of role %d is not legal", move, r)
				}
			}
			state = m.Next(state, joint, nil)
		}
	}
}

// TestSymmetryAfterMoves checks that a search goes on from a position after a move that it
// did not try, since it is the image of another one.
func TestSymmetryAfterMoves(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	s := newSearch(t, g, nil, symmetric(), 1)
	grow(t, s, 300)
	in, m := s.graph.root.expansion, s.graph.machine
	if len(in.images) != 6 {
		t.Fatalf("%d images", len(in.images))
	}
	for image := range in.images {
		joint := slices.Clone(in.base)
		joint[in.mover] = image
		s.setRoot(m.Next(s.graph.root.state, joint, nil))
		break
	}
	grow(t, s, 5000)
	if a := s.Analysis(1); !a.Exact[1] || a.Values[1] != 50 || len(a.Moves) != 8 {
		t.Errorf("the value is %v, proved %v, of %d moves", a.Values, a.Exact, len(a.Moves))
	}
}

// TestSymmetryWithClock checks that symmetries are used with a clock, and not with a number of
// nodes, where a seed gives the same search on every engine.
func TestSymmetryWithClock(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	for _, timed := range []bool{true, false} {
		s := newSearch(t, g, nil, Defaults(), 1)
		if timed {
			if err := s.prepareTimed(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		grow(t, s, 300)
		if got := s.graph.root.expansion.images != nil; got != timed {
			t.Errorf("with a clock: %t, moves are left out: %t", timed, got)
		}
	}
}
