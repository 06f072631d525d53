package realtime

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
)

func TestRoster(t *testing.T) {
	plain, err := NewRoster(context.Background(), program(t, "duel"), turnPlayers(), openReference)
	if err != nil {
		t.Fatal(err)
	}
	turns, err := NewRoster(context.Background(), program(t, "tictactoe-timed"), turnPlayers(), openReference)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		roster     *Roster
		spec, want string
	}{
		{plain, "auto", "search"}, {plain, "realtime", "search"}, {plain, "random:rate=2.5", "random"}, {plain, "idle", "idle"},
		{plain, "mcts", "plays games of turns"}, {plain, "nobody", "use auto, realtime, random, idle"},
		{plain, "random:rate=x", "no rate"}, {plain, "idle:x=1", "it has none"},
		{turns, "mcts:threads=1", "turns"}, {turns, "random", "turns"}, {turns, "random:rate=1", "random"}, {turns, "realtime", "search"},
		{turns, "mcts:x=1", "no option"}, {turns, "nobody", "use auto, realtime, random, idle, mcts"},
	} {
		if got := kind(test.roster.Maker(test.spec)); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, want %s", test.spec, got, test.want)
		}
	}
	if plain.TurnClock() != "" || turns.TurnClock() != "clock" {
		t.Error(plain.TurnClock(), turns.TurnClock())
	}
	broken := errors.New("broken")
	_, err = NewRoster(context.Background(), program(t, "tictactoe-timed"), nil, func(context.Context, *gdl.Program) (game.Game, error) { return nil, broken })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	if names := turns.Names(); !slices.Contains(names, "mcts") || slices.Contains(plain.Names(), "mcts") {
		t.Error(names)
	}
}

func kind(m Maker, err error) string {
	if err != nil {
		return err.Error()
	}
	switch p := m().(type) {
	case *searchPlayer:
		return "search"
	case *randomPlayer:
		return "random"
	case idlePlayer:
		return "idle"
	case *turnsPlayer:
		return "turns"
	default:
		_ = p
		return "?"
	}
}
