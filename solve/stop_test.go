package solve_test

import (
	"context"
	"errors"
	"testing"

	"ludex/game"
	"ludex/solve"
)

// A stopping game cancels its context after some calls. Its machines fail then, as the
// machines of all engines do.
type stopping struct {
	game.Game
	left int
	end  context.CancelFunc
}

func (g *stopping) NewMachine() game.Machine {
	return &stoppingMachine{Machine: g.Game.NewMachine(), game: g}
}

type stoppingMachine struct {
	game.Machine
	game *stopping
	ctx  context.Context
}

func (m *stoppingMachine) Bind(ctx context.Context) { m.ctx = ctx }
func (m *stoppingMachine) Err() error               { return context.Cause(m.ctx) }

// Terminal calls every play over when the context has ended.
func (m *stoppingMachine) Terminal(s game.State) bool {
	if m.game.left--; m.game.left == 0 {
		m.game.end()
	}
	return m.ctx.Err() != nil || m.Machine.Terminal(s)
}

// TestStopped ends the context at different times. What was not decided then stays
// undecided.
func TestStopped(t *testing.T) {
	for _, method := range append([]solve.Method{solve.Auto}, solve.Methods...) {
		for _, calls := range []int{1, 2, 3, 5, 20, 300, 1000} {
			ctx, cancel := context.WithCancel(t.Context())
			g := &stopping{fromLibrary(t, "tictactoe"), calls, cancel}
			res, err := solve.Solve(ctx, g, nil, solve.Options{Method: method})
			cancel()
			if errors.Is(err, solve.ErrUnsuited) {
				continue
			}
			if err != nil || res.Outcome != solve.Undecided || res.Reason != solve.TimeUp {
				t.Errorf("%q after %d questions: %+v, %v", method, calls, res, err)
			}
		}
	}
}
