package game

import "context"

// A Runner runs random playouts repeatedly and reuses its memory. It belongs to one
// goroutine.
type Runner interface {
	// Run runs random playouts from each of the given states and overwrites the
	// result of each: opt.Count playouts per state, or more where they are free. It
	// reuses the memory of the goals. The same states and seed give the same
	// results.
	//
	// If the context ends first, the results are those of the finished playouts if
	// these are unbiased, and empty otherwise. opt.Threads and opt.From are ignored.
	Run(ctx context.Context, from []State, opt PlayoutOptions, results []PlayoutResult) error
	// Width returns how many states, with count playouts each, can be run together
	// in about the time of one.
	Width(count int) int
}

// A Tracer is a runner that may record trails.
type Tracer interface {
	// Traces reports whether results have trails on request.
	Traces() bool
}

// NewRunner returns a runner for a game. It uses the game's own [RunnerMaker] or
// [Playouter] if there is one.
func NewRunner(g Game) Runner {
	switch c := CapabilitiesOf(g); {
	case c.Runners != nil:
		return c.Runners.NewRunner()
	case c.Playouts != nil:
		return callingRunner{c.Playouts}
	}
	return NewScalarRunner(g)
}

// NewScalarRunner returns a runner that plays one state at a time.
func NewScalarRunner(g Game) Runner {
	m := g.NewMachine()
	return &scalarRunner{game: g, machine: m, playout: NewPlayout(g, m)}
}

// A callingRunner calls the game for every state.
type callingRunner struct{ player Playouter }

// Width implements Runner.
func (callingRunner) Width(int) int { return 1 }

// Run implements Runner.
func (r callingRunner) Run(ctx context.Context, from []State, opt PlayoutOptions, results []PlayoutResult) (err error) {
	opt.Threads = 1
	for i, s := range from {
		opt.From = s
		if results[i], err = r.player.Playouts(ctx, opt); err != nil {
			return err
		}
	}
	return nil
}

// A scalarRunner runs playouts one state at a time.
type scalarRunner struct {
	game    Game
	machine Machine
	playout *Playout
}

// Width implements Runner.
func (*scalarRunner) Width(int) int { return 1 }

// Run implements Runner.
func (r *scalarRunner) Run(ctx context.Context, from []State, opt PlayoutOptions, results []PlayoutResult) error {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = MaxSteps(r.game)
	}
	r.machine.Bind(ctx)
	for i, s := range from {
		res := &results[i]
		res.Clear(len(r.game.Roles()))
		for k := 0; k < opt.Count && ctx.Err() == nil; k++ {
			r.playout.Reset(s, opt.Seed+uint64(k))
			err := r.playout.Run(ctx, opt.MaxSteps)
			if res.States += uint64(r.playout.Steps); Ended(ctx, err) {
				break
			}
			if err := res.count(r.playout, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// Clear resets a result for a number of roles. It keeps the memory of the goals.
func (r *PlayoutResult) Clear(roles int) {
	goals := r.Goals[:0]
	for range roles {
		goals = append(goals, 0)
	}
	*r = PlayoutResult{Goals: goals, Trail: r.Trail[:0]}
}
