package tiers

import (
	"context"
	"time"

	"ludex/game"
)

// Awaiting returns a game that begins on its first engine and moves to another one, which
// is faster for every use, as soon as that is ready. The other engine is also the fixed
// one, so results that depend on a seed alone wait for it. If it cannot be had, the game
// stays on its first engine.
//
// The function open is called at once, and waits for the other engine. Its context ends
// when the game is no longer referenced.
func Awaiting(first game.Game, setup time.Duration, engine string, open func(ctx context.Context) (game.Game, error)) *Game {
	g := New(first, setup, nil, Options{})
	g.awaiting, g.awaited = true, engine
	g.put(game.Tier{Engine: first.Engine(), Setup: setup.Seconds()})
	g.beginPerft.Do(func() {})
	p := g.preparation
	p.begin.Do(func() {
		close(p.begun)
		go p.await(&Candidate{Engine: engine, Open: open})
	})
	return g
}

// await lets an engine take over everything when it is ready.
func (p *preparation) await(c *Candidate) {
	defer close(p.settled)
	began := time.Now()
	g, err := p.open(c)
	t := game.Tier{Engine: c.Engine, Setup: p.setup.Seconds() + time.Since(began).Seconds()}
	if err != nil {
		t.Refused = err.Error()
		p.put(t)
		return
	}
	p.put(t)
	for _, u := range uses {
		p.take(u, g)
	}
}

// pending reports whether an engine is awaited that is not ready yet.
func (p *preparation) pending() bool {
	select {
	case <-p.settled:
		return false
	default:
		return p.awaiting
	}
}

// A Widener is a game whose states leave out words at their end that are 0, since nobody knew
// how many facts there are when the game began.
type Widener interface {
	// Widened returns the game with all words in its states, and a state with all of its
	// words, or nil for nil. Moves are the same.
	Widened(s game.State) (game.Game, game.State)
}

// Settled returns a game on the engine that it awaits, if that is ready, and a state of that
// game, all of whose states have the same number of words. Moves are the same. Otherwise it
// returns the game itself, and whether it awaits an engine still.
func Settled(g game.Game, s game.State) (settled game.Game, state game.State, pending bool) {
	t, ok := game.CapabilitiesOf(g).Tiers.(*Game)
	if !ok || !t.awaiting {
		return g, s, false
	}
	if t.pending() {
		return g, s, true
	}
	fast := t.fastest(game.ForPlayouts)
	if w, ok := fast.(Widener); ok {
		fast, s = w.Widened(s)
	}
	return fast, s, false
}
