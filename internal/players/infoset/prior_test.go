package infoset_test

import (
	"reflect"
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/internal/players/infoset"
	"ludex/internal/playertest"
	"ludex/player"
)

// viewNetwork returns a network of views that has learned nothing: its values are random.
func viewNetwork(t *testing.T, g game.Game, seed uint64) *neural.Network {
	t.Helper()
	opt := learn.Defaults()
	opt.Hidden, opt.Seed = 16, seed
	l, err := learn.New(t.Context(), g, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	return l.Model.Net
}

// betAtKing lets a player of Kuhn poker answer to a bet while it has the king. It returns
// the moves, the chosen one and the analysis; follow is told what the player perceives.
func betAtKing(t *testing.T, g game.Game, opt infoset.Options, follow func(player.Event)) ([]game.Move, game.Move, player.Analysis) {
	t.Helper()
	p := infoset.NewPlayer(opt)
	if err := p.Start(t.Context(), player.Setup{Game: g, Role: 1, Nodes: 100, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	state := m.Initial(nil)
	for _, texts := range [][]string{{"noop", "noop", "(deal jack king)"}, {"bet", "noop", "noop"}} {
		joint := make([]game.Move, len(texts))
		for r, text := range texts {
			var err error
			if joint[r], err = game.FindMove(g, m, state, game.Role(r), text); err != nil {
				t.Fatal(err)
			}
		}
		e := player.Event{Own: joint[1], Percepts: m.Percepts(state, joint, 1, nil)}
		follow(e)
		if err := p.Observe(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		state = m.Next(state, joint, nil)
	}
	legal := m.Legal(state, 1, nil)
	move, err := p.Choose(t.Context(), legal)
	if err != nil {
		t.Fatal(err)
	}
	a := p.Analysis()
	a.Elapsed = 0
	return legal, move, a
}

// A search calls with the king. Where the values of a network count for far more than
// simulations, it makes the move that the network prefers, whatever that is.
func TestPriorDecides(t *testing.T) {
	g := game.Fixed(playertest.Open(t, "kuhnpoker"))
	_, plain, _ := betAtKing(t, g, infoset.Defaults(), func(player.Event) {})
	if got := g.MoveText(1, plain); got != "call" {
		t.Fatalf("with the king and no prior: %s", got)
	}
	folds := 0
	for seed := range uint64(12) {
		opt := infoset.Defaults()
		opt.Net, opt.Prior = viewNetwork(t, g, seed), 100_000_000
		v := learn.NewViewer(g, opt.Net)
		legal, move, _ := betAtKing(t, g, opt, func(e player.Event) { v.Extend(1, e.Own, e.Percepts) })
		values := make([]float64, len(legal))
		v.Values(1, legal, func(i int, goal float64) { values[i] = goal })
		want := legal[0]
		if values[1] > values[0] {
			want = legal[1]
		}
		if move != want {
			t.Errorf("network %d: %s, values %v", seed, g.MoveText(1, move), values)
		}
		if move != plain {
			folds++
		}
	}
	if folds == 0 {
		t.Error("no network changed the choice")
	}
}

// A seed gives the same search with a prior as well, and no simulations of the prior are
// among those that are reported.
func TestPriorReproducible(t *testing.T) {
	g := game.Fixed(playertest.Open(t, "kuhnpoker"))
	opt := infoset.Defaults()
	opt.Net = viewNetwork(t, g, 1)
	_, _, a := betAtKing(t, g, opt, func(player.Event) {})
	_, _, b := betAtKing(t, g, opt, func(player.Event) {})
	if !reflect.DeepEqual(a.Moves, b.Moves) {
		t.Errorf("%v and %v", a.Moves, b.Moves)
	}
	visits := uint64(0)
	for _, c := range a.Moves {
		visits += c.Visits
	}
	if visits == 0 || visits > 200 { // 100 before the match and 100 for the move
		t.Errorf("%d visits", visits)
	}
}

// What happened before a position is not known, so a network of views cannot be used there.
func TestPriorFromPosition(t *testing.T) {
	g := playertest.Open(t, "kuhnpoker")
	opt := infoset.Defaults()
	opt.Net = viewNetwork(t, g, 1)
	from := g.NewMachine().Initial(nil)
	if err := infoset.NewPlayer(opt).Start(t.Context(), player.Setup{Game: g, From: from}); err == nil {
		t.Error("it plays on from a position")
	}
}
