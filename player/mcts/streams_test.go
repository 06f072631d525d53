package mcts

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestStreams searches with a clock in lanes, by one thread and by several, and checks
// that all simulations come back and count once.
func TestStreams(t *testing.T) {
	names := []string{"connectfour"}
	if !testing.Short() {
		names = append(names, "breakthrough")
	}
	for _, name := range names {
		for _, threads := range []int{1, 3} {
			g := playertest.Open(t, name)
			opt := Defaults()
			opt.Threads = threads
			s := newSearch(t, g, nil, opt, 7)
			if err := s.prepareTimed(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.setBatched(false) // whatever is faster on this machine
			if _, stream := streamerOf(s.evaluators[0]); stream == nil {
				t.Fatalf("%s is not played in a stream", name)
			}
			for range 3 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				if err := s.Run(ctx, Limits{Nodes: 2000, Role: game.NoRole}); err != nil {
					t.Fatal(err)
				}
				cancel()
				checkSteps(t, s)
			}
			before := s.stats.simulations
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			if err := s.Run(ctx, Limits{Role: game.NoRole}); err != nil {
				t.Fatal(err)
			}
			cancel()
			checkSteps(t, s)
			if n := int(s.stats.simulations); before < 5000 || n < int(before) || int(s.graph.root.visits) != n {
				t.Errorf("%s, %d threads: %d simulations, then %d, and %d visits", name, threads, before, n, s.graph.root.visits)
			}
		}
	}
}

// TestStreamEnds ends the context while simulations are played.
func TestStreamEnds(t *testing.T) {
	g := playertest.Open(t, "breakthrough")
	s := newSearch(t, g, nil, Defaults(), 7)
	if err := s.prepareTimed(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.setBatched(false)
	st, err := newStream(t.Context(), s.evaluators[0], 1)
	if err != nil || st == nil {
		t.Fatal(st, err)
	}
	var sims []*simulation
	for range 100 {
		sims = append(sims, &simulation{leaf: s.graph.root, eval: evaluation{values: make([]float64, 2)}})
	}
	st.add(sims)
	st.cancel()
	back := map[*simulation]bool{}
	for st.playing() > 0 {
		st.next()
		if st.err != nil {
			t.Fatal(st.err)
		}
		for _, sim := range st.ended {
			back[sim] = true
		}
	}
	if len(back) != len(sims) {
		t.Errorf("%d of %d simulations came back", len(back), len(sims))
	}
}

// TestLate interrupts a stream at the deadline. Nothing is added to it afterwards, even if the
// deadline then seems to be farther away.
func TestLate(t *testing.T) {
	s := newSearch(t, playertest.Open(t, "breakthrough"), nil, Defaults(), 7)
	if err := s.prepareTimed(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.setBatched(false)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	ahead, passed := player.NewDeadline(t.Context()), player.NewDeadline(over)
	r := &run{Search: s, ctx: t.Context(), limits: Limits{Role: game.NoRole}, watch: ahead, timing: runTiming{due: 1 << 30}}
	if err := r.startEvaluation(); err != nil {
		t.Fatal(err)
	}
	defer r.stopEvaluation()
	w := r.workers.all[0]
	for first := true; first || w.stream.playing() == 0; first = false {
		if !w.turn(first) {
			t.Fatal("there is nothing to evaluate")
		}
		w.evaluate()
	}
	r.watch = passed
	for w.turn(false) {
		w.evaluate()
		r.watch = ahead
	}
	if w.stream.playing() > 0 || w.stream.ctx.Err() == nil || r.err != nil {
		t.Errorf("%d leaves are being played, %v, %v", w.stream.playing(), w.stream.ctx.Err(), r.err)
	}
	checkSteps(t, s)
}
