package disguise_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/rulestest"
	"ludex/rules"
)

// TestDisguise plays at random and checks that moves and facts are translated back, and
// that the disguised rules describe the same game.
func TestDisguise(t *testing.T) {
	for _, name := range []string{"tictactoe", "montyhall", "chess", "rockpaperscissors"} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			r := rulestest.Read(t, name)
			d, err := disguise.Scramble(r, 7)
			if err != nil {
				t.Fatal(err)
			}
			g, _, err := r.Open(ctx, rules.Opening{})
			if err != nil {
				t.Fatal(err)
			}
			hidden, _, err := d.Rules.Open(ctx, rules.Opening{})
			if err != nil {
				t.Fatal(err)
			}
			walk(t, d, g, hidden)
		})
	}
}

func walk(t *testing.T, d *disguise.Disguise, g, other game.Game) {
	m, n := g.NewMachine(), other.NewMachine()
	state, disguised := m.Initial(nil), n.Initial(nil)
	plain := disguise.Plain(d.Rules)
	rand := game.NewRand(5)
	for step := 0; step < 30 && !m.Terminal(state); step++ {
		joint, theirs := make([]game.Move, len(g.Roles())), make([]game.Move, len(g.Roles()))
		for i := range joint {
			role := game.Role(i)
			legal, hers := m.Legal(state, role, nil), n.Legal(disguised, role, nil)
			if len(legal) != len(hers) {
				t.Fatalf("step %d: %d legal moves, disguised %d", step, len(legal), len(hers))
			}
			move := legal[rand.Choose(len(legal))]
			text := d.MoveText(g, role, move)
			if back, err := d.FindMove(g, role, legal, text); err != nil || back != move {
				t.Fatalf("%s became %s and came back as %s, %v", g.MoveText(role, move), text, g.MoveText(role, back), err)
			}
			if g.Random() == game.NoRole && len(legal) > 1 && d.Rules.IsRBG() == false {
				if _, err := plain.FindMove(other, role, hers, text); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
			}
			joint[i] = move
			for _, h := range hers {
				if (disguisedText(d, other, role, h)) == text {
					theirs[i] = h
				}
			}
		}
		state, disguised = m.Next(state, joint, nil), n.Next(disguised, theirs, nil)
		for _, f := range g.Facts(state) {
			if d.In(d.Out(f)) != f {
				t.Fatalf("%s came back as %s", f, d.In(d.Out(f)))
			}
		}
		if m.Terminal(state) != n.Terminal(disguised) {
			t.Fatalf("step %d: one of the games is over", step)
		}
	}
}

// disguisedText returns a move of the disguised game as those who play it write
// it.
func disguisedText(d *disguise.Disguise, g game.Game, r game.Role, m game.Move) string {
	if !d.Rules.IsRBG() {
		return g.MoveText(r, m)
	}
	return d.MoveText(g, r, m)
}
