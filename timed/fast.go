package timed

import (
	"context"
	"fmt"
	"slices"

	"ludex/gdl"
	"ludex/internal/timedengine"
)

// The engines. EngineAuto is EngineCircuit where that is possible, and EngineReference
// otherwise.
const (
	EngineAuto      = "auto"
	EngineReference = "reference"
	EngineCircuit   = "circuit"
)

// startFast makes the engine on ground rules, unless the options or the rules forbid it.
func (g *Game) startFast(ctx context.Context) error {
	switch g.opt.Engine {
	case EngineReference:
		return nil
	case "", EngineAuto:
		if g.opt.MaxAnswers != 0 || g.opt.MaxWork != 0 {
			return nil
		}
	case EngineCircuit:
	default:
		return fmt.Errorf("there is no engine %q for games in real time: use reference, circuit or auto", g.opt.Engine)
	}
	p, err := g.compile(ctx)
	switch {
	case hasFast && err == nil:
		g.runFast(p)
	case ctx.Err() != nil:
		return ctx.Err()
	case g.opt.Engine == EngineCircuit:
		return fmt.Errorf("%s: the engine circuit cannot compute this game: %w", g.Name(), err)
	default:
		g.note = fmt.Sprintf("%v; using the reference interpreter, which is slower", err)
	}
	return nil
}

// runFast lets states from now on be those of the engine on ground rules.
func (g *Game) runFast(p *timedengine.Program) {
	g.fast = timedengine.New(p, g.maxKept)
	g.initial = fastState(g.fast.Initial())
}

// Engine returns the name of the engine that computes the game: EngineCircuit or
// EngineReference.
func (g *Game) Engine() string {
	if g.fast != nil {
		return EngineCircuit
	}
	return EngineReference
}

// Note says why the game is not computed by the fastest engine, or is "".
func (g *Game) Note() string { return g.note }

func fastState(s timedengine.State) State { return State{fast: s, now: Time(s.Now)} }

// updateFast is update on ground rules. It reports false for what is left to the
// interpreter.
func (g *Game) updateFast(s State, dt Time, moves []Move) (Update, bool) {
	g.made = g.made[:0]
	for _, m := range moves {
		n, ok := g.findMove(m)
		if !ok {
			return Update{}, false
		}
		g.made = append(g.made, timedengine.Move{Role: int32(m.Role), Move: n})
	}
	for i := 1; i < len(g.made); i++ {
		if g.made[i].Role <= g.made[i-1].Role {
			slices.SortFunc(g.made, func(a, b timedengine.Move) int { return int(a.Role - b.Role) })
			break
		}
	}
	next, edge, err := g.fast.Update(s.fast, gdl.Lifetime(s.now+dt), g.made)
	if err != nil {
		return Update{}, false
	}
	return Update{State: fastState(next), edge: edge, prog: g.fast.Program()}, true
}

// findMove returns the number of a move that can be legal.
func (g *Game) findMove(m Move) (int32, bool) {
	p := g.fast.Program()
	if n, ok := p.FindMove(int(m.Role), m.Text); ok {
		return n, true
	}
	tree, err := g.parseTerm(m.Text)
	if err != nil {
		return 0, false
	}
	return p.FindMove(int(m.Role), termText(&tree))
}

// interpreted returns a state for the interpreter.
func (g *Game) interpreted(s State) (State, error) {
	if !s.isFast() {
		return s, nil
	}
	return g.interpretedState(s.now, s.Facts(), s.Expired())
}

// onGround returns a state of the interpreter on ground rules, if it is one there.
func (g *Game) onGround(s State) State {
	if !hasFast || g.fast == nil || !s.shape.hasUniqueOrder() {
		return s
	}
	if fast, ok := g.stateOnGround(s.now, s.Facts(), s.Expired()); ok {
		return fast
	}
	return s
}

// stateOnGround returns a state from text on ground rules, if it is one there.
func (g *Game) stateOnGround(now Time, facts []Fact, expired []string) (State, bool) {
	if !hasFast || g.fast == nil {
		return State{}, false
	}
	canonical := func(text string) string {
		if tree, err := g.parseTerm(text); err == nil {
			return termText(&tree)
		}
		return text
	}
	list := make([]timedengine.Fact, len(facts))
	for i, f := range facts {
		list[i] = timedengine.Fact{Text: canonical(f.Fact), Left: gdl.Lifetime(f.Lifetime)}
	}
	gone := make([]string, len(expired))
	for i, e := range expired {
		gone[i] = canonical(e)
	}
	s, err := g.fast.State(gdl.Lifetime(now), list, gone)
	return fastState(s), err == nil
}
