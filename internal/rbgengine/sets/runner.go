package sets

import (
	"context"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
)

// A runner runs playouts repeatedly on one machine.
type runner struct {
	game     *Game
	machine  machine
	position rbgplay.Position
}

// NewRunner implements [game.RunnerMaker].
func (g *Game) NewRunner() game.Runner {
	return &runner{game: g, machine: newMachine(g.prog, g.memory)}
}

// Width implements [game.Runner]: positions are played one after the other.
func (*runner) Width(int) int { return 1 }

// Traces implements [game.Tracer].
func (*runner) Traces() bool { return true }

// Run implements [game.Runner].
func (r *runner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	opt.Threads = 1
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	for i, s := range from {
		r.game.Position(s, &r.position)
		if err := r.machine.Playouts(ctx, &r.position, opt, 0, &results[i]); err != nil {
			return err
		}
		for k := range results[i].Trail { // the machine records switches instead of roles
			t := &results[i].Trail[k]
			t.Role = game.Role(r.game.Rules().Mover(int(t.Role)))
		}
	}
	return nil
}
