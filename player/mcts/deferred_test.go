package mcts

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestDeferred checks that steps which are made together lead where single steps do, that
// all simulations come back, and that a seed gives one search.
func TestDeferred(t *testing.T) {
	for _, name := range []string{"connectfour", "breakthrough-5x5", "nim", "tictactoe"} {
		g := playertest.Open(t, name)
		for _, threads := range []int{1, 3} {
			for _, graph := range []bool{true, false} {
				opt := Defaults()
				opt.Playouts, opt.Threads, opt.Graph = scalarPlayouts, threads, graph
				var analyses []player.Analysis
				for range 2 {
					s := newSearch(t, g, nil, opt, 7)
					grow(t, s, 1500)
					if cap(s.deferred.before) < leastDeferred {
						t.Errorf("%s: at most %d steps were deferred", name, cap(s.deferred.before))
					}
					checkSteps(t, s)
					a := s.Analysis(0)
					a.Elapsed = 0
					analyses = append(analyses, a)
				}
				if !reflect.DeepEqual(analyses[0], analyses[1]) {
					t.Errorf("%s, %d threads: %+v and %+v", name, threads, analyses[0], analyses[1])
				}
			}
		}
	}
}

// checkSteps compares the edges of a graph with single steps.
func checkSteps(t *testing.T, s *Search) {
	t.Helper()
	m := s.game.NewMachine()
	for _, first := range s.graph.table {
		for n := first; n != nil; n = n.chain {
			if n.inFlight.Load() != 0 {
				t.Fatalf("%d simulations are still under way", n.inFlight.Load())
			}
			if n.over != m.Terminal(n.state) {
				t.Fatalf("a node is over: %v", n.over)
			}
			if n.expansion == nil || n.partial {
				continue
			}
			in := n.expansion
			for i := range in.edges {
				e := &in.edges[i]
				if e.child == nil || e.deferred || e.inFlight.Load() != 0 {
					t.Fatalf("an edge is incomplete: %+v", e)
				}
				joint := slices.Clone(in.base)
				joint[in.mover] = in.moves[i]
				if in.complete(i) && !slices.Equal(e.child.state, m.Next(n.state, joint, nil)) {
					t.Fatalf("a step leads to another state than Next")
				}
			}
		}
	}
}

// TestDeferredSolves solves a game with large batches.
func TestDeferredSolves(t *testing.T) {
	opt := Defaults()
	opt.Playouts = 1
	s := newSearch(t, playertest.Open(t, "tictactoe"), nil, opt, 1)
	if err := s.Run(context.Background(), Limits{Nodes: 200_000, Role: game.NoRole}); err != nil {
		t.Fatal(err)
	}
	if root := s.graph.root; root.proved == 0 || root.value(0) != 0.5 || root.value(1) != 0.5 {
		t.Errorf("after %d simulations, the values are %g and %g, proof %d", s.stats.simulations, root.value(0), root.value(1), root.proved)
	}
}
