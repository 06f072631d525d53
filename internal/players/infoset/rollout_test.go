package infoset

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/playertest"
)

// playToChoice plays some random steps and then goes on until the role has several moves and
// several possible states. It returns the role's tracker there, or nil if the play ends
// before.
func playToChoice(t *testing.T, g game.Game, r game.Role, steps int, seed uint64) (*infotracker.Tracker, []game.Move) {
	t.Helper()
	tracker, err := infotracker.NewTracker(g, r, infotracker.TrackerOptions{Common: -1})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	p := game.NewPlayout(g, m)
	p.Reset(nil, seed)
	for !p.Over() {
		legal := m.Legal(p.State, r, nil)
		if p.Steps >= steps && len(legal) > 1 && tracker.Len() > 1 {
			return tracker, legal
		}
		state := slices.Clone(p.State)
		if err := p.Step(); err != nil {
			t.Fatal(err)
		}
		sight := infotracker.Observation{Own: p.Joint[r], Percepts: m.Percepts(state, p.Joint, r, nil)}
		if err := tracker.Step(t.Context(), sight); err != nil {
			t.Fatal(err)
		}
	}
	return nil, nil
}

// TestInquiriesFit checks where a role is taken to learn by its own moves alone: in
// a hunt, but not in card games, where there is nothing to ask, and not where the
// others' moves change the answers. That is tried out with some of their moves, and
// so may go unnoticed now and then.
func TestInquiriesFit(t *testing.T) {
	for name, want := range map[string]bool{"battleships": true, "kuhnpoker": false, "leducpoker": false, "liarsdice": false, "kriegspiel-tictactoe": false} {
		g := playertest.Open(t, name)
		asked, fit := 0, 0
		for seed := range uint64(24) {
			r := game.Role(seed % 2)
			if r == g.Random() {
				continue
			}
			tracker, legal := playToChoice(t, g, r, 2+int(seed)/8, seed)
			if tracker == nil {
				continue
			}
			asked++
			q := newRollout(t.Context(), g, r, tracker, legal, rng{game.NewRand(seed)}, 20_000)
			if q.applicable() {
				fit++
			}
		}
		if asked == 0 || want && fit < asked || !want && 10*fit > asked {
			t.Errorf("%s: inquiries fit %d times of %d", name, fit, asked)
		}
	}
}

// TestPlansAreShort checks that plans hold what it takes to win and no more: five
// shots sink the fleet.
func TestPlansAreShort(t *testing.T) {
	g := playertest.Open(t, "battleships")
	tracker, legal := playToChoice(t, g, 0, 2, 1)
	q := newRollout(t.Context(), g, 0, tracker, legal, rng{game.NewRand(1)}, 0)
	q.roots = q.roots[:20]
	if !q.makePlans() {
		t.Fatal("there was no time")
	}
	for i, r := range q.roots {
		if len(r.plan) != 5 {
			t.Errorf("root %d: a plan of %d moves", i, len(r.plan))
		}
	}
}

// TestRolloutsKeepBudgets checks that a rollout computes no more than a bit
// beyond its budget, and stops with its context.
func TestRolloutsKeepBudgets(t *testing.T) {
	g := playertest.Open(t, "battleships")
	tracker, legal := playToChoice(t, g, 0, 2, 1)
	for _, limit := range []int{64, 6400, 64000} {
		q := newRollout(t.Context(), g, 0, tracker, legal, rng{game.NewRand(1)}, limit)
		if q.rank(); q.states > 2*limit+len(legal)*len(q.roots) {
			t.Errorf("%d states with a budget of %d", q.states, limit)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := newRollout(ctx, g, 0, tracker, legal, rng{game.NewRand(1)}, 0).rank(); r.list != nil {
		t.Error("an inquiry goes on after its context")
	}
}
