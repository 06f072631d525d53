package infoset_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/playertest"
	"ludex/knowledge"
	"ludex/library"
	"ludex/player"
)

// hidden returns the names of the library's games that hide information.
func hidden() []string {
	var names []string
	for _, g := range library.GDLGames() {
		if g.Dialect == "gdl-ii" {
			names = append(names, g.Name)
		}
	}
	return names
}

// A situation is a development, what a role saw of it, and the moves that it has.
type situation struct {
	state  game.State
	events []player.Event
	legal  []game.Move
}

// situate plays a development through with the eyes of a role.
func situate(g game.Game, r game.Role, d knowledge.Development) situation {
	m := g.NewMachine()
	s := situation{state: m.Initial(nil)}
	for _, joint := range d.Joints {
		s.events = append(s.events, player.Event{Own: joint[r], Percepts: m.Percepts(s.state, joint, r, nil)})
		s.state = m.Next(s.state, joint, nil)
	}
	if !m.Terminal(s.state) {
		s.legal = m.Legal(s.state, r, nil)
	}
	return s
}

// choose asks a fresh player.
func (s situation) choose(t testing.TB, g game.Game, r game.Role, spec string, nodes int) game.Move {
	t.Helper()
	p, ctx := maker(t, spec)(), context.Background()
	if err := p.Start(ctx, player.Setup{Game: g, Role: r, Nodes: nodes, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	for _, e := range s.events {
		if err := p.Observe(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	move, err := p.Choose(ctx, s.legal)
	if err != nil {
		t.Fatal(err)
	}
	return move
}

// alternatives returns situations in which a role cannot tell that it is not in
// the one that random moves lead to, and that differ in the state.
func alternatives(t testing.TB, g game.Game, r game.Role, seed uint64) []situation {
	t.Helper()
	p := game.NewPlayout(g, g.NewMachine())
	p.Reset(nil, seed)
	var d knowledge.Development
	for !p.Over() && len(d.Joints) < 1+int(seed%7) && p.Step() == nil {
		d.Joints = append(d.Joints, slices.Clone(p.Joint))
	}
	model, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	view, err := model.ViewOf(d, r)
	if err != nil {
		t.Fatal(err)
	}
	list, err := infotracker.Sample(t.Context(), g, view, infotracker.SampleOptions{Count: 6, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	out := []situation{situate(g, r, d)}
	for _, e := range list {
		s := situate(g, r, e)
		if slices.Equal(s.legal, out[0].legal) && !slices.ContainsFunc(out, func(o situation) bool { return slices.Equal(o.state, s.state) }) {
			out = append(out, s)
		}
	}
	return out
}

// TestNothingLeaks asks players in situations that are the same for their role but
// differ in the state. With the same seed they must choose the same.
func TestNothingLeaks(t *testing.T) {
	compared, seeds, least := 0, uint64(1), 10
	if os.Getenv("LUDEX_FULL") != "" {
		seeds, least = 20, 500
	}
	for k, name := range hidden() {
		g := playertest.Open(t, name)
		for seed := range seeds {
			seed += uint64(k) % 7
			r := game.Role(seed) % game.Role(len(g.Roles()))
			if r == g.Random() {
				continue
			}
			list := alternatives(t, g, r, seed)
			if len(list) < 2 || len(list[0].legal) < 2 {
				continue
			}
			for _, spec := range []string{"ismcts", "hyperplay", "pimc", "ismcts:common=-1,exact=20,particles=30"} {
				want := list[0].choose(t, g, r, spec, 8)
				for _, s := range list[1:] {
					compared++
					if got := s.choose(t, g, r, spec, 8); got != want {
						t.Errorf("%s, %s, seed %d: %s in one state and %s in another", name, spec, seed, g.MoveText(r, want), g.MoveText(r, got))
					}
				}
			}
		}
	}
	t.Logf("%d comparisons", compared)
	if compared < least {
		t.Errorf("only %d comparisons", compared)
	}
}
