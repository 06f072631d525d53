package tiers

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ludex/game"
)

// A fixed game is a game on its first engine. Its runners move to an engine that draws the same
// playouts, a [Candidate] with Same, once they have run for so long that preparing it is worth while, if it is
// faster. So their results depend on seeds alone.
type fixed struct {
	game.Game
	owner *Game
}

// A substitute is the preparation of an engine that draws the same playouts as the first one.
type substitute struct {
	begin sync.Once
	spent atomic.Int64 // nanoseconds, by runners on the first engine
	ready atomic.Pointer[game.Game]
}

// worthSubstitute is how long runners stay on the first engine before another one is prepared, which
// takes about a second.
const worthSubstitute = 2 * time.Second

// newFixed returns the game on its first engine, or the first engine itself if no other one
// draws the same playouts.
func newFixed(g *Game) game.Game {
	for i := range g.candidates {
		if g.candidates[i].Same {
			return &fixed{g.first, g}
		}
	}
	return g.first
}

// First returns the game on its first engine, for [game.First].
func (f *fixed) First() game.Game { return f.Game }

// Capabilities returns those of the first engine.
func (f *fixed) Capabilities() game.Capabilities {
	c := game.CapabilitiesOf(f.Game)
	if c.Runners != nil {
		c.Runners = f
	}
	return c
}

// NewRunner implements [game.RunnerMaker].
func (f *fixed) NewRunner() game.Runner {
	return &fixedRunner{Runner: game.NewRunner(f.Game), owner: f.owner}
}

// substitutes prepares the engine that draws the same playouts, at low priority.
func (p *preparation) substitutes() {
	select {
	case background <- struct{}{}:
	case <-p.ctx.Done():
		return
	}
	defer func() { <-background }()
	LowerPriority()
	for i := range p.candidates {
		c := &p.candidates[i]
		if !c.Same || p.ctx.Err() != nil {
			continue
		}
		g, err := p.open(c)
		if err != nil {
			continue
		}
		release(g) // see prepare
		if c.Fallible {
			g = p.guard(g)
		}
		p.same.ready.Store(&g)
		return
	}
}

// A fixedRunner is a runner of a fixed game.
type fixedRunner struct {
	game.Runner // of the first engine
	owner       *Game
	other       game.Runner // that draws the same playouts; nil until there is one
	chosen      game.Runner // after the comparison

	runs   int           // that were made to compare the engines
	first  time.Duration // of the last run on the first one
	faster int           // how often the next run on the other one took less time
}

// Runs are made on both engines, by turns, before one is chosen. The first ones do not count, since an
// engine may have to start a process.
const (
	uncountedRuns = 8
	comparedRuns  = 64
)

// Traces implements [game.Tracer].
func (r *fixedRunner) Traces() bool {
	t, ok := r.Runner.(game.Tracer)
	return ok && t.Traces()
}

// Run implements [game.Runner].
func (r *fixedRunner) Run(ctx context.Context, from []game.State, opt game.PlayoutOptions, results []game.PlayoutResult) error {
	if r.chosen != nil {
		return r.chosen.Run(ctx, from, opt, results)
	}
	turn, began := r.turn(), time.Now()
	var err error
	if turn == 1 {
		err = r.other.Run(ctx, from, opt, results)
	} else {
		err = r.Runner.Run(ctx, from, opt, results)
	}
	r.count(turn, time.Since(began))
	return err
}

// turn returns 1 if the next run is made on the other engine, and 0 if on the first one.
func (r *fixedRunner) turn() int {
	if r.other == nil {
		g := r.owner.same.ready.Load()
		if g == nil {
			return 0
		}
		r.other = game.NewRunner(*g)
	}
	return r.runs % 2
}

// count notes how long a run took. Of two runs that follow each other the shorter one counts, and not by how
// much it is shorter: other work on the machine may disturb a few of them.
func (r *fixedRunner) count(turn int, d time.Duration) {
	if p := r.owner.preparation; r.other == nil {
		if p.same.spent.Add(int64(d)) > int64(worthSubstitute) {
			p.same.begin.Do(func() { go p.substitutes() })
		}
		return
	}
	r.runs++
	switch {
	case turn == 0:
		r.first = d
	case r.runs > uncountedRuns && d < r.first:
		r.faster++
	}
	if r.runs == uncountedRuns+comparedRuns {
		r.chosen = r.Runner
		if 2*r.faster > comparedRuns/2 {
			r.chosen = r.other
		}
	}
}
