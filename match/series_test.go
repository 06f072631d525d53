package match_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/players/basic"
	"ludex/match"
	"ludex/player"
)

// illegal chooses moves that are not legal.
type illegal struct{ basic.Legal }

func (illegal) Choose(context.Context, []game.Move) (game.Move, error) { return 1000, nil }

// coins is a game of steps in which both players choose at the same time. A player
// a player that always makes move "a" beats one that does not.
func coins(steps int) *gametest.Explicit {
	g := &gametest.Explicit{RoleNames: []string{"x", "y"}, RandomRole: game.NoRole}
	moves := [][]string{{"a", "b"}, {"a", "b"}}
	for i := range steps {
		next := map[string]int{"a a": i + 1, "a b": steps + 1, "b a": steps + 2, "b b": i + 1}
		g.States = append(g.States, gametest.ExplicitState{Moves: moves, Next: next, Goals: [][]int{{0}, {0}}})
	}
	for _, goals := range [][][]int{{{50}, {50}}, {{100}, {0}}, {{0}, {100}}} {
		g.States = append(g.States, gametest.ExplicitState{Terminal: true, Goals: goals})
	}
	return g
}

func entrant(name string, build match.Maker) match.Entrant {
	return match.Entrant{Name: name, New: build}
}

func TestSeries(t *testing.T) {
	var seats [][]int
	s := match.Series{
		Config: match.Config{Game: coins(6), Seed: 4},
		Entrants: []match.Entrant{
			entrant("legal", func() match.Player { return basic.Legal{} }),
			entrant("random", func() match.Player { return new(basic.Random) }),
		},
		Games: 40,
		Done:  func(p player.SeriesMatch) { seats = append(seats, p.Seats) },
	}
	rows, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	first := rows[0]
	if first.Name != "legal" || first.Games != 40 || first.Wins < 30 || first.Wins+first.Draws+first.Losses != 40 || first.Losses > 0 {
		t.Errorf("%+v", first)
	}
	if math.Abs(rows[0].Score+rows[1].Score-1) > 1e-9 || first.Interval.Low > first.Score || first.Interval.High < first.Score {
		t.Errorf("%+v", rows)
	}
	for i, seat := range seats {
		if want := []int{i % 2, 1 - i%2}; !slices.Equal(seat, want) {
			t.Errorf("match %d: seats %v, want %v", i, seat, want)
		}
	}
	s.Workers, s.Done = 3, nil
	again, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows { // how long they thought is different every time
		rows[i].Thinking, again[i].Thinking = player.ThinkingTime{}, player.ThinkingTime{}
	}
	if !reflect.DeepEqual(rows, again) {
		t.Errorf("with workers the standings are %+v, not %+v", again, rows)
	}
}

func TestSeriesEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := match.Series{
		Config:   match.Config{Game: coins(2)},
		Entrants: []match.Entrant{entrant("a", func() match.Player { return basic.Legal{} }), entrant("b", func() match.Player { return illegal{} })},
		Games:    100,
		Fixed:    true,
		Done: func(p player.SeriesMatch) {
			if p.Number == 4 {
				cancel()
			}
		},
	}
	rows, err := s.Run(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if rows[0].Games < 5 || rows[0].Games > 6 || rows[1].Faults[player.Illegal] == 0 || len(rows[0].Faults) > 0 {
		t.Errorf("%+v", rows)
	}
	s.Entrants = s.Entrants[:1]
	if _, err := s.Run(context.Background()); err == nil {
		t.Error("one entrant for two seats")
	}
}
