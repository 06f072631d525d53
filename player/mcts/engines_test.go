package mcts

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/playertest"
)

// TestWorthOf checks that moves which are known make simulations worth more, and that many
// playouts are worth less than as many simulations.
func TestWorthOf(t *testing.T) {
	if worthOf(0, 0, true) != 0 {
		t.Error("no simulations are worth something")
	}
	if plain, traced := worthOf(100, 100, false), worthOf(100, 100, true); plain != 100 || traced <= plain {
		t.Errorf("%g, and %g if moves are known", plain, traced)
	}
	if many := worthOf(100, 1600, false); many <= 100 || many >= 1600 {
		t.Errorf("16 playouts each: %g", many)
	}
}

// TestCompareEngines searches a game with lanes and an engine whose playouts tell their
// moves. The first run decides between them, and all simulations count.
func TestCompareEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector, and TestWorkers has more threads: left to the complete run")
	}
	g := playertest.Open(t, "connectfour-rbg")
	tiers := game.CapabilitiesOf(g).Tiers
	if tiers == nil {
		t.Fatal("there is one engine only")
	}
	tiers.Prepare(t.Context())
	s := newSearch(t, g, nil, Defaults(), 7)
	if err := s.prepareTimed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if fast, _ := tiers.Fastest(game.ForSearch); !tracesMoves(fast) && len(s.rivals) != 2 {
		t.Fatalf("%d engines are compared", len(s.rivals))
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.Run(ctx, Limits{Nodes: 50_000, Role: game.NoRole}); err != nil {
		t.Fatal(err)
	}
	checkSteps(t, s)
	if len(s.evaluators) != 1 || int(s.graph.root.visits) != int(s.stats.simulations) {
		t.Errorf("%d evaluators, %d simulations and %d visits", len(s.evaluators), s.stats.simulations, s.graph.root.visits)
	}
	if traced := s.evaluators[0].traces(); traced != (s.selector.grave > 0) {
		t.Errorf("moves are known: %v, GRAVE from %d visits", traced, s.selector.grave)
	}
}

// TestOneEngine checks that nothing is compared where GRAVE is off or the number of playouts
// is fixed.
func TestOneEngine(t *testing.T) {
	g := playertest.Open(t, "connectfour-rbg")
	game.CapabilitiesOf(g).Tiers.Prepare(t.Context())
	for _, change := range []func(*Options){
		func(o *Options) { o.Grave = 0 },
		func(o *Options) { o.Playouts = 4 },
	} {
		opt := Defaults()
		change(&opt)
		s := newSearch(t, g, nil, opt, 7)
		if err := s.prepareTimed(t.Context()); err != nil || len(s.rivals) > 0 {
			t.Errorf("%v, %d engines are compared", err, len(s.rivals))
		}
	}
}
