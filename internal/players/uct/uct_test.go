package uct_test

import (
	"context"
	"testing"

	"ludex/internal/players/basic"
	"ludex/internal/players/uct"
	"ludex/internal/playertest"
	"ludex/match"
	"ludex/player"
)

func newPlayer() player.Player {
	return &uct.Player{Exploration: uct.DefaultExploration, Nodes: uct.DefaultNodes}
}

// TestFindsMoves checks moves that win at once or avert a loss.
func TestFindsMoves(t *testing.T) {
	tests := []struct{ game, moves, want string }{
		{"tictactoe", "(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2)", "(mark 1 3)"}, // wins
		{"tictactoe", "(mark 1 1);(mark 2 2);(mark 1 2)", "(mark 1 3)"},            // averts a loss
		{"connectthree", "(drop 1);(drop 2);(drop 1);(drop 2)", "(drop 1)"},        // wins
	}
	for _, test := range tests {
		g := playertest.Open(t, test.game)
		from := playertest.Replay(t, g, test.moves)
		r := playertest.Mover(t, g, from)
		p := newPlayer()
		if err := p.Start(context.Background(), player.Setup{Game: g, Role: r, From: from, Nodes: 2000, Seed: 1}); err != nil {
			t.Fatal(err)
		}
		move, err := p.Choose(context.Background(), g.NewMachine().Legal(from, r, nil))
		if got := g.MoveText(r, move); err != nil || got != test.want {
			t.Errorf("%s after %q: the move is %s, want %s, %v", test.game, test.moves, got, test.want, err)
		}
		p.Stop()
	}
}

func TestBeatsRandom(t *testing.T) {
	for _, name := range []string{"connectfour-5x4", "breakthrough-rbg"} {
		rows, err := match.Series{
			Config: match.Config{Game: playertest.Open(t, name), Nodes: 300},
			Entrants: []match.Entrant{
				{Name: "uct", New: func() match.Player { return newPlayer() }},
				{Name: "random", New: func() match.Player { return new(basic.Random) }},
			},
			Games: 20,
		}.Run(context.Background())
		if err != nil || rows[0].Score < 0.85 {
			t.Errorf("%s: %v, %+v", name, err, rows)
		}
	}
}

func TestHidden(t *testing.T) {
	p := newPlayer()
	if err := p.Start(context.Background(), player.Setup{Game: playertest.Open(t, "kuhnpoker")}); err != nil || player.NoteOf(p) == "" {
		t.Errorf("%v, %q", err, player.NoteOf(p))
	}
}
