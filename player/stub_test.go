package player_test

import (
	"context"
	"errors"
	"time"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/player"
)

// A stub is a player of which a test says what it does.
type stub struct {
	delay   time.Duration // before each answer
	deaf    bool          // it does not notice that the context ends
	illegal bool
	fails   error
	starts  error

	setup   player.Setup
	asked   int
	events  []player.Event
	stopped int
}

func (s *stub) Start(_ context.Context, setup player.Setup) error {
	s.setup = setup
	return s.starts
}

func (s *stub) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	s.asked++
	switch {
	case s.deaf:
		time.Sleep(s.delay)
	case s.delay > 0:
		select {
		case <-time.After(s.delay):
		case <-ctx.Done():
		}
	}
	if s.illegal {
		return 1000, s.fails
	}
	return legal[0], s.fails
}

func (s *stub) Observe(_ context.Context, e player.Event) error {
	s.events = append(s.events, e)
	return nil
}

func (s *stub) Stop() { s.stopped++ }

func (s *stub) Note() string { return "a stub" }

var errBroken = errors.New("broken")

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
