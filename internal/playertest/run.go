package playertest

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"ludex/game"
	"ludex/player"
)

// Run checks that players of a kind fulfil the contract of package player in a game
// whose roles they all take: only legal moves, no faults, the same moves for the
// same seed, an answer as soon as the context ends, another match after the first,
// and an error if a machine fails.
func Run(t *testing.T, g game.Game, build player.Maker) {
	t.Helper()
	t.Run("legal", func(t *testing.T) { legal(t, g, build) })
	t.Run("reproducible", func(t *testing.T) { reproducible(t, g, build) })
	t.Run("prompt", func(t *testing.T) { prompt(t, g, build) })
	t.Run("hurried", func(t *testing.T) { runWithoutTime(t, g, build) })
	t.Run("stops before it was asked", func(t *testing.T) { idle(t, g, build) })
	t.Run("failing", func(t *testing.T) { failing(t, g, build) })
}

// match returns a match of a few steps, with a small budget.
func match(g game.Game, build player.Maker, seed uint64) player.Match {
	m := player.Match{Game: g, Nodes: 12, Seed: seed, MaxSteps: 8, Players: make([]player.Player, len(g.Roles()))}
	for r := range m.Players {
		if game.Role(r) != g.Random() {
			m.Players[r] = build()
		}
	}
	return m
}

// play plays a match without faults.
func play(t *testing.T, m player.Match) player.Result {
	t.Helper()
	res, err := player.Play(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Faults) > 0 {
		t.Fatalf("faults: %v", res.Faults)
	}
	return res
}

func legal(t *testing.T, g game.Game, build player.Maker) {
	m := match(g, build, 1)
	machine := g.NewMachine()
	s := machine.Initial(nil)
	for range 2 { // the same players play a second match
		res := play(t, m)
		if len(res.Moves) == 0 && !machine.Terminal(s) {
			t.Fatal("nobody moved")
		}
	}
}

func reproducible(t *testing.T, g game.Game, build player.Maker) {
	a, b := play(t, match(g, build, 7)), play(t, match(g, build, 7))
	if !reflect.DeepEqual(a.Moves, b.Moves) {
		t.Errorf("the same seed gave the moves %v and %v", a.Moves, b.Moves)
	}
}

// promptTime is far more than any player needs to answer.
const promptTime = 10 * time.Second

func prompt(t *testing.T, g game.Game, build player.Maker) {
	machine := g.NewMachine()
	s := machine.Initial(nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for r := range g.Roles() {
		moves := machine.Legal(s, game.Role(r), nil)
		if game.Role(r) == g.Random() || len(moves) == 0 {
			continue
		}
		p := build()
		if err := p.Start(context.Background(), player.Setup{Game: g, Role: game.Role(r), Nodes: 1}); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		move, err := p.Choose(ctx, moves)
		if took := time.Since(began); took > promptTime {
			t.Errorf("an answer took %v after the context had ended", took)
		}
		if err != nil || !slices.Contains(moves, move) {
			t.Errorf("after the context had ended, the answer is %v with the error %v", move, err)
		}
		p.Stop()
	}
}

// runWithoutTime checks that a player plays even without time to prepare.
func runWithoutTime(t *testing.T, g game.Game, build player.Maker) {
	machine := g.NewMachine()
	s := machine.Initial(nil)
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for r := range g.Roles() {
		moves := machine.Legal(s, game.Role(r), nil)
		if game.Role(r) == g.Random() || len(moves) == 0 {
			continue
		}
		p := build()
		if err := p.Start(ctx, player.Setup{Game: g, Role: game.Role(r), StartClock: time.Second, PlayClock: time.Second}); err != nil {
			t.Errorf("without time to prepare: %v", err)
		}
		if move, err := p.Choose(ctx, moves); err != nil || !slices.Contains(moves, move) {
			t.Errorf("without time to prepare and to think, the answer is %v with the error %v", move, err)
		}
		p.Stop()
	}
}

func idle(t *testing.T, g game.Game, build player.Maker) {
	for r := range g.Roles() {
		if game.Role(r) == g.Random() {
			continue
		}
		p := build()
		if err := p.Start(context.Background(), player.Setup{Game: g, Role: game.Role(r), Nodes: 1}); err != nil {
			t.Fatal(err)
		}
		p.Stop()
	}
}
