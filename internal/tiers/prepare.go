package tiers

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/panics"
)

// background is held while an engine is prepared, so that at most one core is used for
// that, however many games there are.
var background = make(chan struct{}, 1)

// gain is how much faster an engine must be to take over. It is above 1 because
// measurements vary.
const gain = 1.1

// run prepares the engines for a use. It runs at normal priority if a caller waits for it,
// and at low priority otherwise.
func (p *preparation) run(u game.Use, awaited bool) {
	if u != game.ForPerft {
		defer close(p.settled)
	}
	select {
	case background <- struct{}{}:
	case <-p.ctx.Done():
		return
	}
	defer func() { <-background }()
	if !awaited {
		LowerPriority()
	}
	if _, known := p.tier(p.first.Engine()); !known {
		p.recall()
	}
	p.measureFirst()
	for i := range p.candidates {
		if p.try(&p.candidates[i], u) && p.ctx.Err() == nil {
			p.opt.Store.save(p.opt.Key, p.lasting())
		}
	}
}

// LowerPriority lowers the priority of the calling goroutine until it ends.
func LowerPriority() { LockThread().LowerPriority() }

// A Thread is the thread of a goroutine.
type Thread struct{ id int }

// LockThread gives the calling goroutine a thread of its own. It ends with the goroutine,
// so that its priority affects nothing else.
func LockThread() Thread {
	runtime.LockOSThread()
	return Thread{threadID()}
}

// LowerPriority lowers the priority of a thread that has not ended.
func (t Thread) LowerPriority() { lowerPriority(t.id) }

// lasting returns what is known about the engines and will hold the next time: an engine
// that was not ready in time is tried again.
func (p *preparation) lasting() []game.Tier {
	tiers := p.Tiers()
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(tiers, func(t game.Tier) bool { return p.late[t.Engine] })
}

// recall reads the measurements of an earlier run, if they still match the engines.
func (p *preparation) recall() {
	known, ok := p.opt.Store.load(p.opt.Key)
	if !ok || known[0].Engine != p.first.Engine() {
		return
	}
	for i := range known[1:] {
		if !slices.ContainsFunc(p.candidates, func(c Candidate) bool { return c.Engine == known[1+i].Engine }) {
			return
		}
	}
	p.mu.Lock()
	p.tiers = known
	p.mu.Unlock()
}

// measureFirst measures the first engine unless its speeds are known.
func (p *preparation) measureFirst() {
	if _, known := p.tier(p.first.Engine()); known {
		return
	}
	t := game.Tier{Engine: p.first.Engine(), Setup: p.setup.Seconds()}
	measure(p.ctx, []game.Game{p.first}, []*game.Tier{&t})
	p.put(t)
}

// try prepares a candidate for a use, if it may be the best, and lets it take over the uses
// for which it is the fastest. It reports whether there is something new to store.
func (p *preparation) try(c *Candidate, u game.Use) (news bool) {
	if p.ctx.Err() != nil || p.opened[c.Engine] != nil || u == game.ForPerft && !c.Counts {
		return false
	}
	t, known := p.tier(c.Engine)
	switch {
	case known && t.Skipped && u != game.ForPerft, known && !t.Skipped && len(t.Uses) == 0:
		return false
	case u != game.ForPerft && !known && c.Worth != nil:
		if err := c.Worth(p.Tiers()); err != nil {
			p.put(game.Tier{Engine: c.Engine, Refused: err.Error(), Skipped: true})
			return true
		}
	}
	return p.prepare(c, known && !t.Skipped, t)
}

// prepare prepares a candidate and measures it unless that was done before.
func (p *preparation) prepare(c *Candidate, measured bool, t game.Tier) (news bool) {
	began := time.Now()
	g, err := p.open(c)
	if p.ctx.Err() != nil {
		return false
	}
	if err != nil {
		p.put(game.Tier{Engine: c.Engine, Setup: time.Since(began).Seconds(), Refused: err.Error()})
		// A limit of CPU time would end it again; one of the clock may not.
		var cpu *budget.TimeError
		if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &cpu) {
			p.mu.Lock()
			p.late[c.Engine] = true
			p.mu.Unlock()
		}
		return true
	}
	if !measured {
		t = game.Tier{Engine: c.Engine, Setup: time.Since(began).Seconds()}
		p.measureBeside(g, &t)
	}
	// Processes that were started here have the low priority of this thread. The game
	// starts others when it is used.
	release(g)
	if c.Fallible {
		g = p.guard(g)
	}
	p.opened[c.Engine] = g
	p.put(t)
	for _, u := range uses {
		if t.Speed(u) > gain*p.bestSpeed(u) {
			p.take(u, g)
		}
	}
	return !measured
}

// measureBeside measures an engine together with the engines that it has to beat.
func (p *preparation) measureBeside(g game.Game, t *game.Tier) {
	games, tiers := []game.Game{g}, []*game.Tier{t}
	for engine, other := range p.opened {
		if known, ok := p.tier(engine); ok && p.isUsed(other) {
			games, tiers = append(games, other), append(tiers, &known)
		}
	}
	measure(p.ctx, games, tiers)
	for _, other := range tiers[1:] {
		p.put(*other)
	}
}

// isUsed reports whether an engine is the fastest for some use.
func (p *preparation) isUsed(g game.Game) bool {
	return slices.ContainsFunc(uses[:], func(u game.Use) bool { return p.fastest(u) == g })
}

// open prepares a candidate. A panic in an engine becomes an error, and the game goes on
// without that engine.
func (p *preparation) open(c *Candidate) (g game.Game, err error) {
	err = panics.Catch(func() (err error) {
		g, err = c.Open(p.ctx)
		return err
	})
	return g, err
}

// release ends the processes of a game that has any.
func release(g game.Game) {
	if c, ok := g.(interface{ Close() }); ok {
		c.Close()
	}
}

// tier returns what is known about an engine.
func (p *preparation) tier(engine string) (t game.Tier, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.tiers {
		if p.tiers[i].Engine == engine {
			return p.tiers[i], true
		}
	}
	return t, false
}

// bestSpeed returns the speed of the engine that has a use now.
func (p *preparation) bestSpeed(u game.Use) float64 {
	t, _ := p.tier(p.fastest(u).Engine())
	return t.Speed(u)
}

// put adds or replaces what is known about an engine.
func (p *preparation) put(t game.Tier) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.tiers, func(o game.Tier) bool { return o.Engine == t.Engine }); i >= 0 {
		p.tiers[i] = t
		return
	}
	p.tiers = append(p.tiers, t)
}

// take lets an engine take over a use.
func (p *preparation) take(u game.Use, g game.Game) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.best[index(u)].Store(&g)
	p.changes.Add(1)
	close(p.replaced[index(u)])
	p.replaced[index(u)] = make(chan struct{})
}
