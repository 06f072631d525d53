package game

import (
	"context"
	"time"

	"ludex/internal/sleep"
)

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

// A Streamer is a runner that can take on states while it plays others, so that a few
// long playouts do not hold up the rest.
type Streamer interface {
	Runner
	// Begin discards what is being played. Of the options, Seed and MaxSteps count.
	Begin(opt PlayoutOptions) error
	// Room returns how many more playouts can begin without others having to wait.
	Room() int
	// Add adds a number of playouts from a state, with a number of the caller by which
	// Next refers to it. No more states can be played at a time than Width(1) says.
	Add(s State, count, number int) error
	// Next plays until some states are finished, unless there are none, and calls done for
	// each of them. The result is valid during the call. If the context ends first, it
	// returns nil, and Begin has to be called before the next state is added.
	Next(ctx context.Context, done func(number int, res *PlayoutResult)) error
}

// A Tracer is a runner that may record trails.
type Tracer interface {
	// Traces reports whether results have trails on request.
	Traces() bool
}

// RunRepeatedly runs playouts from the given states in turn, as many states at a time as the
// runner likes, until a time is up or the context ends. It calls done for each state, and
// returns how long it took.
func RunRepeatedly(ctx context.Context, r Runner, from []State, opt PlayoutOptions, limit time.Duration, done func(*PlayoutResult)) (time.Duration, error) {
	if s, ok := r.(Streamer); ok {
		return streamRepeatedly(ctx, s, from, opt, limit, done)
	}
	width := max(1, min(r.Width(opt.Count), len(from)))
	results := make([]PlayoutResult, width)
	began := time.Now()
	for first := 0; first == 0 || time.Since(began) < limit && ctx.Err() == nil; first += width {
		sleep.Turn()
		at := first % (len(from) - width + 1)
		if err := r.Run(ctx, from[at:at+width], opt, results); err != nil {
			return 0, err
		}
		for i := range results {
			done(&results[i])
		}
		opt.Seed += 1 << 20
	}
	return time.Since(began), nil
}

// streamRepeatedly is RunRepeatedly for a streamer.
func streamRepeatedly(ctx context.Context, s Streamer, from []State, opt PlayoutOptions, limit time.Duration, done func(*PlayoutResult)) (time.Duration, error) {
	began := time.Now()
	if err := s.Begin(opt); err != nil {
		return 0, err
	}
	finished := 0
	for added := 0; finished == 0 || time.Since(began) < limit; {
		for ; s.Room() >= opt.Count || added == finished; added++ {
			if err := s.Add(from[added%len(from)], opt.Count, added); err != nil {
				return 0, err
			}
		}
		err := s.Next(ctx, func(_ int, res *PlayoutResult) {
			finished++
			done(res)
		})
		if err != nil || ctx.Err() != nil {
			return time.Since(began), err
		}
	}
	return time.Since(began), nil
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
