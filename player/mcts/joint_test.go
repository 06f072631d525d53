package mcts

import (
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/playertest"
)

// strategies returns the mean strategies of the deciders of the root.
func strategies(s *Search) [][]float64 {
	var list [][]float64
	j := s.graph.root.expansion.joint
	for i := range j.deciders {
		list = append(list, j.deciders[i].strategy(j.mixed))
	}
	return list
}

// exploitability returns how much the two roles of a matrix game could gain in all
// by answering the strategies of each other as well as possible, in goal points.
func exploitability(goals [][]int, x, y []float64) float64 {
	best, worst := math.Inf(-1), math.Inf(1)
	for i := range goals {
		v := 0.0
		for k, q := range y {
			v += q * float64(goals[i][k])
		}
		best = max(best, v)
	}
	for k := range goals[0] {
		v := 0.0
		for i, p := range x {
			v += p * float64(goals[i][k])
		}
		worst = min(worst, v)
	}
	return best - worst
}

// TestExploitability checks that strategies for games of one step come ever closer
// to those that nobody can take advantage of.
func TestExploitability(t *testing.T) {
	tests := map[string][][]int{
		"rock paper scissors": {{50, 0, 100}, {100, 50, 0}, {0, 100, 50}},
		"matching pennies":    {{100, 0}, {0, 100}},
		"uneven pennies":      {{100, 0}, {0, 50}},
		"a dominated move":    {{100, 20, 30}, {10, 90, 80}, {0, 10, 20}},
		"four by three":       {{30, 50, 0}, {80, 20, 10}, {0, 40, 90}, {20, 60, 30}},
	}
	for name, goals := range tests {
		t.Run(name, func(t *testing.T) {
			s := newSearch(t, matrix(goals), nil, Defaults(), 1)
			last := 100.0
			for _, test := range []struct {
				nodes int
				most  float64
			}{{200, 20}, {2000, 7}, {20000, 2.5}} {
				grow(t, s, test.nodes)
				both := strategies(s)
				got := exploitability(goals, both[0], both[1])
				if got > test.most {
					t.Errorf("after %d more simulations the strategies %.3f can be exploited for %.2f points", test.nodes, both, got)
				}
				last = got
			}
			if a := s.Analysis(0); math.Abs(a.Values[0]+a.Values[1]-100) > 0.01 {
				t.Errorf("the values are %v, the exploitability is %g", a.Values, last)
			}
		})
	}
}

func TestRockPaperScissors(t *testing.T) {
	g := playertest.Open(t, "rockpaperscissors")
	s := newSearch(t, g, nil, cheap(), 1)
	grow(t, s, 6000)
	for _, strategy := range strategies(s) {
		for _, p := range strategy {
			if math.Abs(p-1.0/3) > 0.08 {
				t.Errorf("the strategy is %.3f", strategy)
			}
		}
	}
	drawn := map[string]int{}
	for range 300 {
		drawn[best(t, s, 0)]++
	}
	for move, n := range drawn {
		if len(drawn) != 3 || n < 50 {
			t.Errorf("%s is made %d times of 300", move, n)
		}
	}
}

// TestDecoupled checks that confidence bounds for each role alone find a move that
// is better whatever the other does.
func TestDecoupled(t *testing.T) {
	for _, way := range []Simultaneous{Regret, Decoupled} {
		opt := Defaults()
		opt.Simultaneous = way
		s := newSearch(t, matrix([][]int{{60, 70}, {10, 90}}), nil, opt, 1)
		grow(t, s, 500)
		if x, y := best(t, s, 0), best(t, s, 1); x != "a" || y != "a" {
			t.Errorf("%s: the moves are %s and %s", way, x, y)
		}
	}
}

// TestJointProof checks that a saddle point is proved, and that nothing is proved
// where there is none.
func TestJointProof(t *testing.T) {
	s := newSearch(t, matrix([][]int{{60, 70}, {10, 90}}), nil, Defaults(), 1)
	grow(t, s, 200)
	if a := s.Analysis(0); !a.Exact[0] || !a.Exact[1] || a.Values[0] != 60 {
		t.Errorf("values %v, exact %v", a.Values, a.Exact)
	}
	s = newSearch(t, matrix([][]int{{100, 0}, {0, 100}}), nil, Defaults(), 1)
	grow(t, s, 200)
	if a := s.Analysis(0); a.Exact[0] || a.Exact[1] {
		t.Errorf("values %v, exact %v", a.Values, a.Exact)
	}
}

func TestThreeTogether(t *testing.T) {
	g := playertest.Open(t, "minority")
	s := newSearch(t, g, nil, cheap(), 1)
	grow(t, s, 500)
	for r := range g.Roles() {
		best(t, s, game.Role(r))
		if a := s.Analysis(game.Role(r)); len(a.Moves) != 2 || len(a.Line) == 0 {
			t.Errorf("%+v", a)
		}
	}
}

// TestManyTogether has more joint moves than can be numbered.
func TestManyTogether(t *testing.T) {
	s := newSearch(t, highestNumber{}, nil, cheap(), 1)
	grow(t, s, 50)
	if j := s.graph.root.expansion.joint; j.children != nil || j.product != 0 {
		t.Error("the joint moves should be too many")
	}
	if got := best(t, s, 0); got == "" {
		t.Error("no move")
	}
	s.Analysis(0)
}

// TestChanceAlongside has a player and chance move at the same time: being bold
// wins in one or two cases of three, being calm gets half.
func TestChanceAlongside(t *testing.T) {
	for second, want := range map[int]string{1: "bold", 2: "calm"} {
		g := explicit([]string{"p", "random"},
			gametest.ExplicitState{
				Moves: [][]string{{"bold", "calm"}, {"1", "2", "3"}}, Goals: [][]int{{0}, {0}},
				Next: map[string]int{"bold 1": 1, "bold 2": second, "bold 3": 2, "calm 1": 3, "calm 2": 3, "calm 3": 3},
			}, end(100, 0), end(0, 0), end(50, 0))
		g.RandomRole = 1
		for seed := range uint64(10) {
			s := newSearch(t, g, nil, Defaults(), seed)
			grow(t, s, 2000)
			if got := best(t, s, 0); got != want {
				t.Errorf("seed %d: the move is %s, want %s", seed, got, want)
			}
		}
	}
}
