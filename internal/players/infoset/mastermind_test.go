package infoset_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"ludex/game"
	"ludex/internal/players/infoset"
	"ludex/internal/playertest"
	"ludex/player"
)

// A decisions remembers what a player chooses with a view. A player of beliefs
// depends on nothing else, so asking a fresh one is as good as playing on.
type decisions struct {
	game  game.Game
	nodes int
	known map[string]game.Move
}

// play lets the player of role 0 play alone against one first move of chance, and
// returns how often it was asked and what it got.
func (d *decisions) play(t testing.TB, first int) (asked, goal int) {
	t.Helper()
	m := d.game.NewMachine()
	s := m.Initial(nil)
	var events []player.Event
	for step := 0; !m.Terminal(s); step++ {
		joint := make([]game.Move, 2)
		legal := m.Legal(s, 0, nil)
		if joint[0] = legal[0]; len(legal) > 1 {
			asked++
			joint[0] = d.choose(t, events, legal)
		}
		luck := m.Legal(s, 1, nil)
		if joint[1] = luck[0]; step == 0 {
			joint[1] = luck[first]
		}
		events = append(events, player.Event{Own: joint[0], Percepts: m.Percepts(s, joint, 0, nil)})
		s = m.Next(s, joint, nil)
	}
	return asked, m.Goals(s, 0, nil)[0]
}

func (d *decisions) choose(t testing.TB, events []player.Event, legal []game.Move) game.Move {
	t.Helper()
	key := fmt.Sprint(events)
	if move, ok := d.known[key]; ok {
		return move
	}
	p := infoset.NewHyperPlayer(infoset.Defaults())
	ctx := context.Background()
	if err := p.Start(ctx, player.Setup{Game: d.game, Role: 0, Nodes: d.nodes, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	for _, e := range events {
		if err := p.Observe(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	move, err := p.Choose(ctx, legal)
	if err != nil {
		t.Fatal(err)
	}
	d.known[key] = move
	return move
}

// TestMastermind breaks codes: a few of them, or all.
func TestMastermind(t *testing.T) {
	g := playertest.Open(t, "mastermind")
	every, nodes := 500, 2000
	if os.Getenv("LUDEX_FULL") != "" {
		every, nodes = 1, 2000
	}
	d := &decisions{g, nodes, map[string]game.Move{}}
	codes, guesses, missed := 0, 0, 0
	for code := 0; code < 1296; code += every {
		asked, goal := d.play(t, code)
		if goal == 0 {
			missed++
			asked++ // the next guess would be the code, which was shown
		}
		codes, guesses = codes+1, guesses+asked
	}
	mean := float64(guesses) / float64(codes)
	t.Logf("%d codes: %.4f guesses, %d not found with five; %d decisions", codes, mean, missed, len(d.known))
	if mean > 4.6 && every == 1 || missed > codes/50 {
		t.Errorf("a mean of %.4f guesses", mean)
	}
}
