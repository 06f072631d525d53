package mcts

import (
	"math"
	"testing"
)

// TestKingmaker checks that nothing is proved about what depends on the whim of a
// role to whom it makes no difference.
func TestKingmaker(t *testing.T) {
	g := explicit([]string{"a", "b", "c"},
		turn(3, 0, map[string]int{"ask c": 1, "stay": 2}),
		turn(3, 2, map[string]int{"help a": 3, "help b": 4}),
		end(40, 60, 0), end(100, 0, 0), end(0, 100, 0))
	s := newSearch(t, g, nil, Defaults(), 1)
	grow(t, s, 300)
	asked := s.graph.root.expansion.edges[0].child
	for i := range s.graph.root.expansion.edges {
		if g.MoveText(0, s.graph.root.expansion.moves[i]) == "ask c" {
			asked = s.graph.root.expansion.edges[i].child
		}
	}
	if asked.exact(0) || asked.exact(1) || !asked.exact(2) {
		t.Errorf("%+v", asked.tallies)
	}
	if b := s.graph.root.tallies[0]; b.low != 40*point || b.high != top {
		t.Errorf("the bounds of a are %+v", b)
	}
}

// TestSelfish checks that a role that is not opposed to the mover gets what the
// mover's best move gives it.
func TestSelfish(t *testing.T) {
	g := explicit([]string{"a", "b", "c"},
		turn(3, 0, map[string]int{"l": 1, "m": 2, "r": 3}), end(70, 20, 90), end(30, 100, 0), end(60, 50, 50))
	s := newSearch(t, g, nil, Defaults(), 1)
	grow(t, s, 100)
	if a := s.Analysis(0); a.Values[0] != 70 || a.Values[1] != 20 || a.Values[2] != 90 || !a.Exact[1] {
		t.Errorf("%+v", a)
	}
}

// TestNoRivals has ends that add up to the same until one is met that does not.
func TestNoRivals(t *testing.T) {
	g := explicit([]string{"a", "b"},
		turn(2, 0, map[string]int{"deep": 1, "flat": 4}),
		turn(2, 1, map[string]int{"on": 2, "out": 5}),
		turn(2, 0, map[string]int{"on": 3, "out": 5}),
		end(90, 90), end(50, 50), end(20, 80))
	opt := Defaults()
	opt.Policy = Uniform
	for seed := range uint64(20) {
		s := newSearch(t, g, nil, opt, seed)
		grow(t, s, 500)
		if a := s.Analysis(0); a.Values[0] != 90 || a.Values[1] != 90 || !a.Exact[0] {
			t.Errorf("seed %d: %+v", seed, a)
		}
		if s.graph.solver.constantSum.holds() {
			t.Error("they are no rivals")
		}
	}
}

// TestChanceProof checks that the value of a move of chance is the mean.
func TestChanceProof(t *testing.T) {
	g := explicit([]string{"p", "random"},
		turn(2, 0, map[string]int{"roll": 1, "stay": 2}),
		turn(2, 1, map[string]int{"1": 3, "2": 4, "3": 5}),
		end(50, 0), end(100, 0), end(60, 0), end(1, 0))
	g.RandomRole = 1
	s := newSearch(t, g, nil, Defaults(), 1)
	grow(t, s, 100)
	a := s.Analysis(0)
	if !a.Exact[0] || math.Abs(a.Values[0]-161.0/3) > 1e-3 || g.MoveText(0, a.Moves[0].Move) != "roll" {
		t.Errorf("%+v", a)
	}
}

// TestCycles searches a game that can go round in circles.
func TestCycles(t *testing.T) {
	g := explicit([]string{"a", "b"},
		turn(2, 0, map[string]int{"on": 1, "out": 4}),
		turn(2, 1, map[string]int{"back": 0, "on": 2}),
		turn(2, 0, map[string]int{"back": 1, "on": 3}),
		turn(2, 1, map[string]int{"back": 2, "round": 0}),
		end(30, 70))
	s := newSearch(t, g, nil, Defaults(), 1)
	grow(t, s, 2000)
	if got := best(t, s, 0); got == "" {
		t.Error("no move")
	}
	if len(s.graph.table) != 5 {
		t.Errorf("there are %d positions", len(s.graph.table))
	}
	if b := s.graph.root.tallies[0]; b.low != 30*point {
		t.Errorf("the bounds of a are %+v", b)
	}
}

// TestStuck checks that a role without a move ends a play without a crash.
func TestStuck(t *testing.T) {
	g := explicit([]string{"a", "b"}, turn(2, 0, map[string]int{"l": 1, "r": 2}), turn(2, 1, nil), end(30, 70))
	g.States[1].Moves[1] = nil
	s := newSearch(t, g, nil, Defaults(), 1)
	grow(t, s, 100)
	if got := best(t, s, 0); got != "r" {
		t.Errorf("the move is %s", got)
	}
}

func TestOver(t *testing.T) {
	s := newSearch(t, explicit([]string{"a"}, end(30)), nil, Defaults(), 1)
	grow(t, s, 10)
	if _, err := s.best(0); err == nil {
		t.Error("there is no move")
	}
	if a := s.Analysis(0); a.Values[0] != 30 || !a.Exact[0] || a.Moves != nil {
		t.Errorf("%+v", a)
	}
}

func TestNarrow(t *testing.T) {
	b := tally{low: 10, high: 20}
	b.narrow(5, 30)
	if b.low != 10 || b.high != 20 {
		t.Errorf("%+v", b)
	}
	b.narrow(25, 12) // what cannot be
	if b.low > b.high {
		t.Errorf("%+v", b)
	}
}
