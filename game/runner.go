package game

import "context"

// A Runner runs random playouts again and again, in memory that it keeps. It
// belongs to one goroutine.
type Runner interface {
	// Run runs random playouts from each of the given states and makes
	// results, of which there is one for each, what was counted: opt.Count
	// playouts a state, or more where they cost nothing. The results are
	// written over; memory of their goals is used again. The same states and
	// the same seed give the same results.
	//
	// If the context ends first, the results are those of the playouts that
	// had ended, if they mean anything, and else empty. What opt says of
	// threads and of a state to begin with is ignored.
	Run(ctx context.Context, from []State, opt PlayoutOptions, results []PlayoutResult) error
	// Width returns how many states can be run together in about the time of
	// one, with a number of playouts each.
	Width(count int) int
}

// A Tracer is a runner that can tell trails: it is a capability that a Runner may
// have.
type Tracer interface {
	// Traces reports whether results have trails if they are asked for.
	Traces() bool
}

// NewRunner returns a runner of a game's playouts: the game's own, if it has one.
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

// Clear makes a result one of nothing for a number of roles. It keeps the memory
// of the goals.
func (r *PlayoutResult) Clear(roles int) {
	goals := r.Goals[:0]
	for range roles {
		goals = append(goals, 0)
	}
	*r = PlayoutResult{Goals: goals, Trail: r.Trail[:0]}
}
