package mcts

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

// cheap returns options for tests: few playouts, so that nodes cost little.
func cheap() Options {
	opt := Defaults()
	opt.Playouts = 8
	return opt
}

// newSearch returns a search of a game from a state.
func newSearch(t testing.TB, g game.Game, from game.State, opt Options, seed uint64) *Search {
	t.Helper()
	s, err := New(g, from, opt, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// grow lets a search make a number of simulations.
func grow(t testing.TB, s *Search, nodes int) {
	t.Helper()
	if err := s.Run(context.Background(), Limits{Nodes: nodes, Role: game.NoRole}); err != nil {
		t.Fatal(err)
	}
}

// best returns the text of the best move of a role.
func best(t testing.TB, s *Search, r game.Role) string {
	t.Helper()
	move, err := s.best(r)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(s.graph.machine.Legal(s.graph.root.state, r, nil), move) {
		t.Fatalf("move %d is not legal", move)
	}
	return s.game.MoveText(r, move)
}

// end is an end of an explicit game.
func end(goals ...int) gametest.ExplicitState {
	s := gametest.ExplicitState{Terminal: true}
	for _, g := range goals {
		s.Goals = append(s.Goals, []int{g})
	}
	return s
}

// turn is a state of an explicit game in which one of several roles, the others
// of which wait, can go to other states.
func turn(roles, mover int, next map[string]int) gametest.ExplicitState {
	s := gametest.ExplicitState{Next: map[string]int{}}
	for r := range roles {
		s.Moves = append(s.Moves, []string{"wait"})
		s.Goals = append(s.Goals, []int{0})
		if r != mover {
			continue
		}
		s.Moves[r] = nil
		for m, to := range next {
			s.Moves[r] = append(s.Moves[r], m)
			key := ""
			for q := range roles {
				if q > 0 {
					key += " "
				}
				if q == mover {
					key += m
				} else {
					key += "wait"
				}
			}
			s.Next[key] = to
		}
		slices.Sort(s.Moves[r])
	}
	return s
}

// explicit is an explicit game without chance.
func explicit(roles []string, states ...gametest.ExplicitState) *gametest.Explicit {
	return &gametest.Explicit{RoleNames: roles, RandomRole: game.NoRole, States: states}
}

// matrix is a game of two roles who choose once, at the same time; goals are
// those of the first.
func matrix(goals [][]int) *gametest.Explicit {
	names := []string{"a", "b", "c", "d"}
	first := gametest.ExplicitState{
		Moves: [][]string{names[:len(goals)], names[:len(goals[0])]}, Goals: [][]int{{0}, {0}}, Next: map[string]int{},
	}
	g := explicit([]string{"x", "y"}, first)
	for i, row := range goals {
		for k, goal := range row {
			first.Next[names[i]+" "+names[k]] = len(g.States)
			g.States = append(g.States, end(goal, 100-goal))
		}
	}
	return g
}
