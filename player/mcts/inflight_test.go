package mcts

import (
	"testing"

	"ludex/internal/playertest"
)

// However many threads evaluate, an eighth of the visits are in flight at most, and enough
// for each thread to have a batch.
func TestInFlight(t *testing.T) {
	g := playertest.Open(t, "connectfour")
	for _, threads := range []int{1, 2, 4} {
		opt := Defaults()
		opt.Threads, opt.Playouts = threads, 16
		s, err := New(g, nil, opt, 1)
		if err != nil {
			t.Fatal(err)
		}
		r := &run{Search: s, pool: newPool(t.Context(), s.evaluators)}
		for _, visits := range []int32{0, 100, 800} {
			s.graph.root.visits = visits
			depth := r.pool.depth()
			if all := depth * r.width(); all > depth+int(visits)/8 || depth < threads || visits == 800 && all < 32 {
				t.Errorf("%d threads, %d visits: %d in flight, in %d batches", threads, visits, all, depth)
			}
		}
		r.pool.stop()
	}
}

// However many workers there are, each plays some leaves in its stream from the beginning, and a
// sixteenth of the visits is in flight in all of them together.
func TestStreamsInFlight(t *testing.T) {
	g := playertest.OpenWith(t, "connectfour", "circuit")
	for _, threads := range []int{1, 2, 4} {
		opt := Defaults()
		opt.Threads, opt.Playouts = threads, 4
		s, err := New(g, nil, opt, 1)
		if err != nil {
			t.Fatal(err)
		}
		r := &run{Search: s, ctx: t.Context()}
		if r.workers, err = r.newWorkers(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, visits := range []int32{0, 160, 1600} {
			s.graph.root.visits = visits
			for _, w := range r.workers.all {
				if want := firstStreamed + int(visits)/(16*threads); w.stream == nil || w.stream.width < want || w.width() != want {
					t.Errorf("%d workers, %d visits: %d in flight for each", threads, visits, w.width())
				}
			}
		}
		r.workers.stop()
	}
}

// A move that is better by more than evaluations differ stays the best one while some of its
// evaluations are in flight.
func TestVirtualLoss(t *testing.T) {
	s, err := New(playertest.Open(t, "connectfour"), nil, Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		s.selector.values[0].Add(0.5 + 0.02*float64(i%2))
	}
	root := s.graph.root
	root.visits, root.weight = 1, 1
	s.graph.expand(root)
	for i, value := range []float64{0.6, 0.55} {
		child := s.graph.child(root, i)
		child.visits, child.weight, child.tallies[0].sum = 400, 400, 400*value
		root.expansion.edges[i].visits = 400
	}
	root.expansion.edges[0].inFlight.Store(50)
	loss := s.selector.deviation(0)
	better, worse := s.selector.score(root, 0, 0.5, 0, loss, nil), s.selector.score(root, 1, 0.5, 0, loss, nil)
	if better <= worse || better >= 0.6 {
		t.Errorf("%.3f with evaluations in flight, and %.3f for a move that is worse", better, worse)
	}
}
