package circuit

import (
	"context"

	"ludex/circuit/lanes"
	"ludex/game"
)

// PhaseOf is for tests outside the package.
func (g *Game) PhaseOf(s game.State) int { return g.phaseOf(s) }

// PerceivedOn is PerceivedPlayouts on a certain kernel, from states that plays
// lead to, for tests outside the package.
func (g *Game) PerceivedOn(ctx context.Context, k lanes.Kernel, opt game.PerceivedOptions, visit func(*game.PerceivedStep) error) (game.PerceivedResult, error) {
	program, _, err := g.perceiver()
	if err != nil {
		return game.PerceivedResult{}, err
	}
	engine, err := lanes.New(program, k)
	if err != nil {
		return game.PerceivedResult{}, err
	}
	phases := make([]int, len(opt.From))
	for i, s := range opt.From {
		phases[i] = g.phaseOf(s)
	}
	return newPerceiver(g, program, engine).play(ctx, opt, phases, visit)
}
