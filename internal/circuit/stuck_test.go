package circuit

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
)

// TestStuckEnds ends plays where a role has no legal move, if the rules say so.
func TestStuckEnds(t *testing.T) {
	m := newSpecMaker("dead end", "walker")
	m.bit("(fresh)", true)
	m.move(0, "go")
	m.rule("legal walker go", "true (fresh)")
	m.goal(0, 40)
	m.rule("goal walker 40", "-true (fresh)")
	for _, ends := range []bool{false, true} {
		m.spec.StuckEnds = ends
		g := mustNew(t, m.spec)
		const n = 700
		r, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: n, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := game.PlayoutResult{Stuck: n}
		if ends {
			want = game.PlayoutResult{Finished: n, Goals: []uint64{40 * n}}
		}
		if r.Steps != n || r.Stuck != want.Stuck || r.Finished != want.Finished || ends && r.Goals[0] != want.Goals[0] {
			t.Errorf("StuckEnds is %v: %+v", ends, r)
		}
		perceivedEnds(t, g, ends)
		machine := g.NewMachine()
		s := machine.Initial(nil)
		if machine.Terminal(s) || machine.Terminal(machine.Next(s, []game.Move{0}, nil)) != ends {
			t.Errorf("StuckEnds is %v: the wrong states are terminal", ends)
		}
		many := machine.(game.Batcher).EndingAll(slices.Repeat([]game.State{s}, n), make([]game.Move, n), nil)
		if len(many) != n || slices.Contains(many, !ends) {
			t.Errorf("StuckEnds is %v: not so in a batch", ends)
		}
	}
}

// perceivedEnds wants a playout with percepts to end after its only step as others
// do.
func perceivedEnds(t *testing.T, g *Game, ends bool) {
	t.Helper()
	opt := game.PerceivedOptions{From: []game.State{g.initial}, Roles: []game.Role{0}}
	r, err := g.PerceivedPlayouts(context.Background(), opt, func(*game.PerceivedStep) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	end, goal := game.Stuck, game.NoGoal
	if ends {
		end, goal = game.Finished, 40
	}
	if r.Ends[0] != end || r.Steps[0] != 1 || r.Goals[0] != goal {
		t.Errorf("StuckEnds is %v: a playout with percepts gives %+v", ends, r)
	}
}
