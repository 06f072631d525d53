package sets

import (
	"context"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg"
)

func TestMoveLimits(t *testing.T) {
	open := func(g *rbg.Game, memory budget.Memory) (game.Game, error) {
		return New(t.Context(), g, Options{Memory: memory})
	}
	rbgenginetest.RunLimits(t, open)
	rbgenginetest.RunOver(t, open)
}

// TestTooManyActions ends a search with the first move that is too long: there
// are two to the power of ten thousand more.
func TestTooManyActions(t *testing.T) {
	g, err := New(t.Context(), rbgenginetest.Parse(t, small("->a ([x] + [y])* {e} ->b")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	s := m.Initial(nil)
	if n := len(m.Legal(s, 0, nil)); n > 0 || m.Err() == nil || !strings.Contains(m.Err().Error(), "limit of actions in one move") {
		t.Errorf("%d moves, %v", n, m.Err())
	}
}

// TestKeeperStops cancels a keeper that runs forever.
func TestKeeperStops(t *testing.T) {
	g, err := New(t.Context(), rbgenginetest.Parse(t, small("([$ w = w + 1] ->>)* {x} ->a ->b")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if res, err := g.Playouts(ended, game.PlayoutOptions{}); err != nil || res.Playouts > 0 {
		t.Errorf("%+v, %v", res, err)
	}
	m := g.NewMachine()
	m.Bind(ended)
	if m.Initial(nil); !game.Ended(ended, m.Err()) {
		t.Errorf("the error is %v", m.Err())
	}
}
