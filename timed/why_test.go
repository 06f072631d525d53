//go:build !js

package timed_test

import (
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/timed"
)

// TestWhyAgrees: what the interpreter says of states and updates has an explanation, and what
// it does not say has none.
func TestWhyAgrees(t *testing.T) {
	for _, name := range []string{"chicken", "duel", "snake", "redlight"} {
		g := libraryGame(t, name)
		rand := game.NewRand(1)
		for s, n := g.Initial(), 0; n < 12; n++ {
			checkWhy(t, g, s)
			moves, dt := drawEvent(t, g, s, rand)
			if over, err := g.Terminal(s); err != nil || over || dt < 0 {
				break
			}
			u, err := g.Update(s, dt, moves)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range u.State.Facts() {
				e, err := g.WhyUpdate(t.Context(), s, dt, moves, gdl.Fn(gdl.Next, gdl.Const(f.Lifetime.String()), read(t, "fact", f.Fact).Clauses[0].Head))
				if err != nil || !e.Holds() || strings.Contains(e.String(), "is true for") {
					t.Errorf("%s: %v: %v, %v", name, f, e, err)
				}
			}
			s = u.State
		}
	}
}

func checkWhy(t *testing.T, g *timed.Game, s timed.State) {
	t.Helper()
	over, err := g.Terminal(s)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := g.Why(t.Context(), s, gdl.Const(gdl.Terminal)); err != nil || e.Holds() != over {
		t.Errorf("terminal: %v, %v in %v", e, err, s)
	}
	for r, role := range g.Roles() {
		legal, err := g.Legal(s, game.Role(r))
		if err != nil {
			t.Fatal(err)
		}
		e, err := g.Why(t.Context(), s, gdl.Fn(gdl.Legal, gdl.Const(role), gdl.Var("M")))
		if err != nil || len(e.Proofs) != min(len(legal), 10) {
			t.Errorf("legal moves of %s: %v, %v, want %v", role, e, err, legal)
		}
	}
}

// drawEvent draws an update; the time is negative if nothing can happen.
func drawEvent(t *testing.T, g *timed.Game, s timed.State, rand *game.Rand) ([]timed.Move, timed.Time) {
	t.Helper()
	left := s.Expiry() - s.Now()
	if s.Expiry() == timed.Forever {
		left = 0
	}
	var moves []timed.Move
	for r := range g.Roles() {
		legal, err := g.Legal(s, game.Role(r))
		if err != nil {
			t.Fatal(err)
		}
		if len(legal) > 0 && (rand.Choose(2) == 0 || s.Expiry() == timed.Forever) {
			moves = append(moves, timed.Move{Role: game.Role(r), Text: legal[rand.Choose(len(legal))]})
		}
	}
	if s.Expiry() == timed.Forever && len(moves) == 0 {
		return nil, -1
	}
	return moves, left
}
