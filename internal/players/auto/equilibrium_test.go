package auto_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/exploitability"
	"ludex/internal/players/auto"
	"ludex/internal/playertest"
	"ludex/player"
	"ludex/solve/equilibrium"
)

// TestEquilibrium checks which games are solved before the match: by the size, by the
// budget of nodes, and by the number of roles.
func TestEquilibrium(t *testing.T) {
	for _, c := range []struct {
		name   string
		nodes  int
		clock  time.Duration
		solved bool
	}{
		{name: "kuhnpoker", nodes: 10, solved: true},
		{name: "kuhnpoker", clock: 10 * time.Second, solved: true},
		{name: "leducpoker", nodes: 2000, solved: true},
		{name: "leducpoker", nodes: 100},
		{name: "montyhall", nodes: 10, solved: true},
		{name: "kriegspiel-tictactoe", nodes: 100},
	} {
		ctx, cancel := context.Background(), func() {}
		if c.clock > 0 {
			ctx, cancel = context.WithTimeout(ctx, c.clock)
		}
		began := time.Now()
		p := new(auto.Player)
		if err := p.Start(ctx, player.Setup{Game: playertest.Open(t, c.name), Nodes: c.nodes, StartClock: c.clock}); err != nil {
			t.Fatal(err)
		}
		if solved := strings.Contains(p.Note(), "solved before"); solved != c.solved {
			t.Errorf("%s, %d nodes, %v: %s", c.name, c.nodes, c.clock, p.Note())
		}
		if c.clock > 0 && time.Since(began) > c.clock {
			t.Errorf("%s: it took %v", c.name, time.Since(began))
		}
		p.Stop()
		cancel()
	}
}

// TestOutOfTime checks that a game is played by search if there was no time to solve it.
func TestOutOfTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	g := playertest.OpenWith(t, "leducpoker", "reference")
	p := new(auto.Player)
	defer p.Stop()
	if err := p.Start(ctx, player.Setup{Game: g, StartClock: time.Millisecond}); err != nil && !game.Ended(ctx, err) {
		t.Fatal(err)
	}
	if strings.Contains(p.Note(), "solved before") {
		t.Error(p.Note())
	}
}

// TestOptimum checks the choice of a single role against chance: who switches wins in
// two thirds of the cases.
func TestOptimum(t *testing.T) {
	g, err := equilibrium.FromGame(context.Background(), playertest.Open(t, "montyhall"), nil, equilibrium.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := exploitability.Measure(context.Background(), g, exploitability.Options{
		New: func() player.Player { return new(auto.Player) }, Samples: 2, Nodes: 100,
	})
	if err != nil || res.Assessment.NashConv > 1e-9 {
		t.Errorf("%v, %+v", err, res)
	}
}
