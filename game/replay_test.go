package game_test

import (
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
)

// TestReplay follows a play to its end, past it, and into an error.
func TestReplay(t *testing.T) {
	g := &gametest.Explicit{RoleNames: []string{"a"}, States: []gametest.ExplicitState{
		{Moves: [][]string{{"go"}}, Next: map[string]int{"go": 1}}, {Terminal: true, Goals: [][]int{{100}}},
	}}
	m := g.NewMachine()
	first := func(int, game.State) ([]game.Move, error) { return []game.Move{0}, nil }
	states, joints, err := game.Replay(m, m.Initial(nil), 1, first)
	if err != nil || len(states) != 2 || len(joints) != 1 || !m.Terminal(states[1]) {
		t.Errorf("%v, %v, %v", states, joints, err)
	}
	if _, _, err := game.Replay(m, m.Initial(nil), 2, first); !errors.Is(err, game.ErrOver) {
		t.Errorf("a step after the end: %v", err)
	}
	no := errors.New("no")
	if _, _, err := game.Replay(m, m.Initial(nil), 1, func(int, game.State) ([]game.Move, error) { return nil, no }); !errors.Is(err, no) {
		t.Errorf("got %v", err)
	}
}
