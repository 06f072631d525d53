package bestfirst_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/internal/players/basic"
	"ludex/internal/players/bestfirst"
	"ludex/internal/playertest"
	"ludex/player"
)

// untrained returns a network with random weights for a game.
func untrained(t *testing.T, g game.Game) *neural.Network {
	t.Helper()
	l, err := learn.New(t.Context(), g, nil, learn.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	return l.Model.Net
}

func newPlayer(t *testing.T, g game.Game, share float64) *bestfirst.Player {
	opt := bestfirst.Defaults()
	opt.Share = share
	return &bestfirst.Player{Net: untrained(t, g), Options: opt}
}

// A search that sees the whole game solves it, whatever the network says.
func TestSolves(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for name, want := range map[string][2]float64{"tictactoe": {50, 50}, "connectthree": {100, 0}, "nim": {0, 0}} {
		g := playertest.Open(t, name)
		p := newPlayer(t, g, 1)
		if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: 5_000_000}); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Choose(t.Context(), g.NewMachine().Legal(g.NewMachine().Initial(nil), 0, nil)); err != nil {
			t.Fatal(err)
		}
		a := p.Analysis()
		if !a.Exact[0] {
			t.Errorf("%s is not solved: %+v", name, a)
		} else if name != "nim" && (a.Values[0] != want[0] || a.Values[1] != want[1]) {
			t.Errorf("%s: %v", name, a.Values)
		}
		if len(a.Moves) == 0 || len(a.Line) == 0 || a.Elapsed == 0 {
			t.Errorf("%s: %+v", name, a)
		}
		p.Stop()
	}
}

// The same seed and number of nodes give the same match.
func TestReproducible(t *testing.T) {
	g := playertest.Open(t, "breakthrough-5x5")
	var moves [2][][]game.Move
	for i := range moves {
		res, err := player.Play(context.Background(), player.Match{
			Game: g, Players: []player.Player{newPlayer(t, g, 0.5), newPlayer(t, g, 1)}, Nodes: 500, Seed: 3,
		})
		if err != nil || len(res.Faults) > 0 {
			t.Fatal(err, res.Faults)
		}
		moves[i] = res.Moves
	}
	for k := range moves[0] {
		for r := range moves[0][k] {
			if moves[0][k][r] != moves[1][k][r] {
				t.Fatalf("step %d differs", k)
			}
		}
	}
}

// It wins against random moves even with random weights, with more than two roles and
// with playouts.
func TestBeatsRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, name := range []string{"connectfour-5x4", "reversi-4x4"} {
		g := playertest.Open(t, name)
		wins := 0
		for i := range 10 {
			players := make([]player.Player, 2)
			players[i%2], players[1-i%2] = newPlayer(t, g, float64(i/5)), new(basic.Random)
			res, err := player.Play(context.Background(), player.Match{Game: g, Players: players, Nodes: 2000, Seed: uint64(i)})
			if err != nil || len(res.Faults) > 0 {
				t.Fatal(err, res.Faults)
			}
			if res.Goals[i%2] > res.Goals[1-i%2] {
				wins++
			}
		}
		if wins < 8 {
			t.Errorf("%s: %d wins of 10 against random moves", name, wins)
		}
	}
}

// Several threads solve a game as one does.
func TestThreads(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	p := newPlayer(t, g, 0.5)
	p.Options.Threads = 3
	if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: 1_000_000}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Choose(t.Context(), g.NewMachine().Legal(g.NewMachine().Initial(nil), 0, nil)); err != nil {
		t.Fatal(err)
	}
	if a := p.Analysis(); !a.Exact[0] || a.Values[0] != 50 {
		t.Errorf("%+v", a)
	}
}

func TestRefuses(t *testing.T) {
	g := playertest.Open(t, "rockpaperscissors")
	p := newPlayer(t, g, 1)
	if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: 100}); err != nil {
		t.Fatal(err)
	}
	legal := g.NewMachine().Legal(g.NewMachine().Initial(nil), 0, nil)
	if _, err := p.Choose(t.Context(), legal); err == nil {
		t.Error("simultaneous moves are searched")
	}
}
