package mcts

import (
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
)

// What was pondered is known when the others have moved.
func TestPonder(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	p := NewPlayer(cheap()).(*searchPlayer)
	if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: 5}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	s := m.Initial(nil)
	move, err := p.Choose(t.Context(), m.Legal(s, 0, nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Ponder(t.Context()); err != nil { // until the position is solved
		t.Fatal(err)
	}
	joint := []game.Move{move, m.Legal(s, 1, nil)[0]}
	if err := p.Observe(t.Context(), player.Event{Own: move, Joint: joint}); err != nil {
		t.Fatal(err)
	}
	if a := p.Analysis(); !a.Exact[0] || a.Values[0] != 50 {
		t.Errorf("%+v", a)
	}
}
