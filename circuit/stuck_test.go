package circuit

import (
	"context"
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
		machine := g.NewMachine()
		s := machine.Initial(nil)
		if machine.Terminal(s) || machine.Terminal(machine.Next(s, []game.Move{0}, nil)) != ends {
			t.Errorf("StuckEnds is %v: the wrong states are terminal", ends)
		}
	}
}
