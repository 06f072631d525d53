package basic_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/match"
	"ludex/player"
)

// choose starts a player in a state and asks it for a move.
func choose(t *testing.T, p player.Player, g game.Game, from game.State, seed uint64) string {
	t.Helper()
	r := playertest.Mover(t, g, from)
	if err := p.Start(context.Background(), player.Setup{Game: g, Role: r, From: from, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	move, err := p.Choose(context.Background(), g.NewMachine().Legal(from, r, nil))
	if err != nil {
		t.Fatal(err)
	}
	return g.MoveText(r, move)
}

func TestGreedy(t *testing.T) {
	tests := map[string]string{
		"(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2)": "(mark 1 3)", // wins
		"": "(mark 2 2)", // is best by playouts
	}
	g := playertest.Open(t, "tictactoe")
	for moves, want := range tests {
		from := playertest.Replay(t, g, moves)
		if got := choose(t, &basic.Greedy{Playouts: 1000}, g, from, 1); got != want {
			t.Errorf("after %q the move is %s, want %s", moves, got, want)
		}
	}
}

// TestGreedyForGoals checks that without playouts only goals count, and that equal
// moves are all made.
func TestGreedyForGoals(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	from := playertest.Replay(t, g, "(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2)")
	if got := choose(t, &basic.Greedy{Playouts: -1}, g, from, 1); got != "(mark 1 3)" {
		t.Errorf("the move is %s", got)
	}
	seen := map[string]bool{}
	for seed := range uint64(200) {
		seen[choose(t, &basic.Greedy{Playouts: -1}, g, playertest.Replay(t, g, ""), seed)] = true
	}
	if len(seen) != 9 {
		t.Errorf("only %d of 9 equal moves are made", len(seen))
	}
}

func TestGreedyBeatsRandom(t *testing.T) {
	rows, err := match.Series{
		Config: match.Config{Game: playertest.Open(t, "connectfour")},
		Entrants: []match.Entrant{
			{Name: "greedy", New: func() match.Player { return new(basic.Greedy) }},
			{Name: "random", New: func() match.Player { return new(basic.Random) }},
		},
		Games: 20,
	}.Run(context.Background())
	if err != nil || rows[0].Score < 0.7 {
		t.Errorf("%v, %+v", err, rows)
	}
}

func TestHidden(t *testing.T) {
	p := new(basic.Greedy)
	if err := p.Start(context.Background(), player.Setup{Game: playertest.Open(t, "kuhnpoker")}); err != nil || p.Note() == "" {
		t.Errorf("%v, %q", err, p.Note())
	}
}

func TestRandomMakesAllMoves(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	from, seen := g.NewMachine().Initial(nil), map[string]int{}
	for seed := range uint64(300) {
		seen[choose(t, new(basic.Random), g, from, seed)]++
	}
	for move, n := range seen {
		if len(seen) != 9 || n < 10 {
			t.Errorf("%s is made %d times of 300", move, n)
		}
	}
	if got := choose(t, basic.Legal{}, g, from, 1); got != "(mark 1 1)" {
		t.Errorf("the first move is %s", got)
	}
}
