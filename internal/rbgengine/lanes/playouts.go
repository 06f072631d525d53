package lanes

import (
	"context"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
)

// Playouts implements [game.Playouter]. Each playout chooses uniformly among distinct
// moves.
func (g *Game) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(g)
	}
	if opt.From != nil {
		s, ok := g.state(opt.From, new(rbgplay.Position), nil)
		if !ok {
			return game.ScalarPlayouts(ctx, g, opt)
		}
		opt.From = s
	}
	return g.circuit.Playouts(ctx, opt)
}

// state returns the state of the circuit for a state of the game, or false if it is
// known to be unreachable.
func (g *Game) state(s game.State, p *rbgplay.Position, dst game.State) (game.State, bool) {
	g.Position(s, p)
	return g.loader.load(g.Rules(), p, dst)
}

// A runner implements [game.Runner] by the circuit.
type runner struct {
	game     *Game
	fast     game.Runner
	slow     game.Runner // for unreachable states, made when needed
	states   []game.State
	position rbgplay.Position
}

// NewRunner implements [game.RunnerMaker].
func (g *Game) NewRunner() game.Runner {
	r := runner{game: g, fast: g.circuit.NewRunner()}
	if s, ok := r.fast.(game.Streamer); ok { // on a GPU there are no streams
		return &streamer{runner: r, fast: s}
	}
	return &r
}

// Width implements [game.Runner].
func (r *runner) Width(count int) int { return r.fast.Width(count) }

// Run implements [game.Runner].
func (r *runner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(r.game)
	}
	r.states = game.Extend(r.states[:0], len(from))
	for i, s := range from {
		var ok bool
		if r.states[i], ok = r.game.state(s, &r.position, r.states[i]); !ok {
			return r.scalar().Run(ctx, from, opt, results)
		}
	}
	return r.fast.Run(ctx, r.states, opt, results)
}

// scalar returns the runner for unreachable states.
func (r *runner) scalar() game.Runner {
	if r.slow == nil {
		r.slow = game.NewScalarRunner(r.game)
	}
	return r.slow
}
