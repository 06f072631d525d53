package tiers

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ludex/game"
)

// A Candidate is an engine to be prepared in the background.
type Candidate struct {
	Engine string
	// Open prepares the game on the engine. States and moves must be the same as on the
	// first engine. It runs on a thread of low priority.
	Open func(ctx context.Context) (game.Game, error)
	// Worth returns an error if the engine is not worth preparing for playouts, given
	// the measurements so far. It may be nil.
	Worth func(known []game.Tier) error
	// Counts says that the engine may be the best for counting positions.
	Counts bool
	// Same says that with the same seed the engine draws the playouts of the first one, move by move.
	Same bool
	// Fallible says that the engine may fail where the first one does not. The game
	// then goes on without it.
	Fallible bool
}

// Options of a tiered game. The zero value stores nothing.
type Options struct {
	Store *Store
	Key   string // of the rules in the store
}

// A Game is a game on several engines. It implements [game.Game] and [game.Tiered].
type Game struct {
	game.Game // on the first engine
	*preparation
	fixed game.Game
}

var (
	_ game.Tiered       = (*Game)(nil)
	_ game.Playouter    = (*Game)(nil)
	_ game.RunnerMaker  = (*Game)(nil)
	_ game.PerftCounter = (*Game)(nil)

	_ game.PerceivedPlayouter = (*Game)(nil)
)

// uses are the uses for which the fastest engine is found.
var uses = [...]game.Use{game.ForPlayouts, game.ForSearch, game.ForTraces, game.ForSteps, game.ForPerft}

// index returns the place of a use in uses.
func index(u game.Use) int { return slices.Index(uses[:], u) }

// A preparation is the state that a game shares with the goroutine that prepares its
// engines. It does not refer to the game, so that the preparation can end when the game is
// garbage collected.
type preparation struct {
	first      game.Game
	setup      time.Duration // of the first engine
	candidates []Candidate
	opt        Options

	awaiting          bool   // see [Awaiting]
	awaited           string // the awaited engine
	begin, beginPerft sync.Once
	begun             chan struct{} // closed when engines are tried for playouts
	settled           chan struct{} // closed when all have been tried
	ctx               context.Context
	opened            map[string]game.Game // by engine; only used in the background
	same              substitute

	best    [len(uses)]atomic.Pointer[game.Game]
	changes atomic.Uint32 // of best

	mu       sync.Mutex
	replaced [len(uses)]chan struct{} // closed when another engine takes over
	late     map[string]bool          // by engine: it was not ready in time, or failed
	tiers    []game.Tier
}

// New returns a game that begins on its first engine, which took setup to prepare. The
// preparation of the others ends when the game is no longer referenced.
func New(first game.Game, setup time.Duration, candidates []Candidate, opt Options) *Game {
	p := &preparation{
		first: first, setup: setup, candidates: candidates, opt: opt,
		begun: make(chan struct{}), settled: make(chan struct{}), opened: map[string]game.Game{first.Engine(): first}, late: map[string]bool{},
	}
	for i := range uses {
		p.best[i].Store(&first)
		p.replaced[i] = make(chan struct{})
	}
	var cancel context.CancelFunc
	p.ctx, cancel = context.WithCancel(context.Background())
	g := &Game{Game: first, preparation: p}
	g.fixed = newFixed(g)
	runtime.AddCleanup(g, func(cancel context.CancelFunc) { cancel() }, cancel)
	return g
}

// prepareFor starts the preparation of the engines that may be best for a use. There is one
// preparation for counting positions, and one for everything else.
func (p *preparation) prepareFor(u game.Use, awaited bool) {
	if u == game.ForPerft {
		p.beginPerft.Do(func() { go p.run(u, awaited) })
		return
	}
	p.begin.Do(func() {
		close(p.begun)
		go p.run(u, awaited)
	})
}

// fastestFor returns the game on the engine that is best for a use, and a channel that
// is closed when another one takes its place.
func (p *preparation) fastestFor(u game.Use) (g game.Game, replaced <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fastest(u), p.replaced[index(u)]
}

// fastest returns the game on the engine that is best for a use.
func (p *preparation) fastest(u game.Use) game.Game { return *p.best[index(u)].Load() }

// Engine implements [game.Game]. It names the engine that runs playouts.
func (g *Game) Engine() string { return g.fastest(game.ForPlayouts).Engine() }

// First implements [game.Tiered].
func (p *preparation) First() game.Game { return p.first }

// Fixed implements [game.Tiered]. It returns the game on the first engine, or on the awaited one.
func (g *Game) Fixed() game.Game {
	if !g.awaiting {
		return g.fixed
	}
	<-g.settled
	fixed := g.fastest(game.ForPlayouts)
	runtime.KeepAlive(g) // until here, since the preparation ends with the game
	return fixed
}

// Fastest implements [game.Tiered].
func (p *preparation) Fastest(u game.Use) (g game.Game, replaced <-chan struct{}) {
	p.prepareFor(u, false)
	return p.fastestFor(u)
}

// Prepare implements [game.Tiered].
func (g *Game) Prepare(ctx context.Context) {
	g.prepareFor(game.ForPlayouts, true)
	select {
	case <-g.settled:
	case <-ctx.Done():
	}
	runtime.KeepAlive(g)
}

// Tiers implements [game.Tiered].
func (p *preparation) Tiers() []game.Tier {
	p.mu.Lock()
	defer p.mu.Unlock()
	tiers := slices.Clone(p.tiers)
	for i := range tiers {
		tiers[i].Uses = nil
		for _, u := range uses {
			if p.fastest(u).Engine() == tiers[i].Engine && tiers[i].Refused == "" && (u != game.ForTraces || tiers[i].Traces > 0) {
				tiers[i].Uses = append(tiers[i].Uses, u)
			}
		}
	}
	return tiers
}

// Capabilities returns what the game can do on all of its engines. While an engine is
// awaited, that includes what that engine will be able to do.
func (g *Game) Capabilities() game.Capabilities {
	c, fast := game.CapabilitiesOf(g.first), game.CapabilitiesOf(g.fastest(game.ForPlayouts))
	c.Tiers = g
	pending := g.pending()
	if fast.Playouts != nil || pending {
		c.Playouts = g
	}
	if fast.Runners != nil || pending {
		c.Runners = g
	}
	if fast.Percepts != nil || pending {
		c.Percepts = g
	}
	if c.Perft != nil {
		c.Perft = g
	}
	if c.Features == nil {
		c.Features = fast.Features
	}
	if c.Orbits == nil {
		c.Orbits = fast.Orbits
	}
	return c
}

// NewRunner implements [game.RunnerMaker]. The runner stays on the engine that is currently
// the fastest.
func (g *Game) NewRunner() game.Runner {
	fast, _ := g.Fastest(game.ForSearch)
	return game.NewRunner(fast)
}

// PerceivedPlayouts implements [game.PerceivedPlayouter]. They stay on the engine that is
// currently the fastest.
func (g *Game) PerceivedPlayouts(ctx context.Context, opt game.PerceivedOptions, visit func(*game.PerceivedStep) error) (game.PerceivedResult, error) {
	fast, _ := g.Fastest(game.ForPlayouts)
	return game.PerceivedPlayouts(ctx, fast, opt, visit)
}

// Playouts implements [game.Playouter]. With a number of playouts and no time they are
// run on the fixed engine, so that the same seed gives the same result. Otherwise a
// faster engine takes over as soon as it is ready.
func (g *Game) Playouts(ctx context.Context, opt game.PlayoutOptions) (game.PlayoutResult, error) {
	if opt.Count > 0 && opt.Time == 0 {
		return game.Playouts(ctx, g.Fixed(), opt)
	}
	var sum game.PlayoutResult
	for {
		fast, replaced := g.Fastest(game.ForPlayouts)
		res, done, err := Until(ctx, fast, opt, replaced)
		elapsed := sum.Elapsed + res.Elapsed
		sum.Add(&res)
		sum.Elapsed = elapsed
		if done || err != nil || !Rest(&opt, &res) {
			return sum, err
		}
	}
}

// Until runs playouts until they are done or the engine is replaced.
func Until(ctx context.Context, g game.Game, opt game.PlayoutOptions, replaced <-chan struct{}) (res game.PlayoutResult, done bool, err error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	finished := make(chan struct{})
	var watch sync.WaitGroup
	changed := false
	watch.Go(func() {
		select {
		case <-replaced:
			changed = true
			cancel()
		case <-finished:
		}
	})
	res, err = game.Playouts(inner, g, opt)
	close(finished)
	watch.Wait()
	return res, !changed || ctx.Err() != nil, err
}

// Rest reduces the options of playouts by what was done, so that another engine can
// continue. It returns false if nothing is left.
func Rest(opt *game.PlayoutOptions, res *game.PlayoutResult) bool {
	opt.Seed += res.Playouts
	if opt.Count > 0 {
		if opt.Count -= int(res.Playouts); opt.Count <= 0 {
			return false
		}
	}
	if opt.Time > 0 {
		if opt.Time -= res.Elapsed; opt.Time <= 0 {
			return false
		}
	}
	return true
}
