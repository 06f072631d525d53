package realtime

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/player"
	"ludex/timed"
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
	case *Search:
		return "search"
	case *Random:
		return "random"
	case Idle:
		return "idle"
	case *Turns:
		return "turns"
	default:
		_ = p
		return "?"
	}
}

func TestSeries(t *testing.T) {
	var seats [][]int
	s := Series{Program: program(t, "chicken"), Games: 6, Nodes: 300, Match: timed.MatchOptions{Seed: 1},
		Entrants: []Entrant{{"a", func() Player { return new(Search) }}, {"b", func() Player { return Idle{} }}},
		Done:     func(p player.Played) { seats = append(seats, p.Seats) }}
	rows, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].Goal != 80 || rows[1].Goal != 100 || rows[1].Wins != 6 {
		t.Errorf("%+v", rows)
	}
	for i, seat := range seats {
		if want := []int{i % 2, 1 - i%2}; !slices.Equal(seat, want) {
			t.Errorf("match %d: seats %v, want %v", i, seat, want)
		}
	}
	s.Entrants = s.Entrants[:1]
	if _, err := s.Run(context.Background()); err == nil {
		t.Error("one entrant for two seats")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.Entrants = append(s.Entrants, Entrant{"c", func() Player { return Idle{} }})
	if rows, err := s.Run(ctx); err != nil || rows[0].Games != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
	s.Program = program(t, "nim")
	if _, err := s.Run(context.Background()); err == nil {
		t.Error("a game without lifetimes")
	}
}
