package formula

import "ludex/knowledge"

// maxPlayLength bounds the length of plays that eventually explores.
const maxPlayLength = 10_000

// An inevitability checks depth first whether a formula comes to hold on all plays.
// It finds a play on which it never does, or visits all of them.
type inevitability struct {
	*evaluator
	node    *node
	seen    map[boundedWorld]truthValue
	escapes *world // where a play has escaped
}

// A boundedWorld is a world with the number of steps that are left.
type boundedWorld struct {
	where string
	steps int
}

// onPath marks a world on the current path in which the formula does not hold.
// Reaching it again means that a play can loop.
const onPath truthValue = 99

func (e *evaluator) newInevitability(n *node) *inevitability {
	return &inevitability{evaluator: e, node: n, seen: map[boundedWorld]truthValue{}}
}

// check returns yes if the formula comes to hold on all plays from a world, and no
// if there is a play on which it does not.
func (p *inevitability) check(w *world, steps, depth int) truthValue {
	if t := p.eval(p.node.args[0], w); t != no {
		return t
	}
	key := boundedWorld{w.key(), steps}
	known := p.seen[key]
	switch {
	case steps == 0 || known == onPath:
		p.escapes = w
		return no
	case known != unseen:
		return known
	case depth == maxPlayLength:
		return p.stop("steps of a play", maxPlayLength)
	case len(p.seen) > p.model.Limits().Developments:
		return p.stop("developments", p.model.Limits().Developments)
	}
	p.seen[key] = onPath
	t := p.checkSuccessors(w, steps, depth)
	p.seen[key] = t
	return t
}

func (p *inevitability) stop(what string, limit int) truthValue {
	p.fail(&knowledge.LimitError{What: what, Limit: limit})
	return undecided
}

// checkSuccessors checks all successors of a world in which the formula does not
// hold.
func (p *inevitability) checkSuccessors(w *world, steps, depth int) truthValue {
	n, err := p.model.Continuations(w.state)
	if err != nil {
		p.fail(err)
		return undecided
	}
	if n == 0 {
		p.escapes = w
		return no
	}
	if steps > 0 {
		steps--
	}
	f := fold{decides: no}
	for i := range n {
		v, err := p.successor(w, i)
		if err != nil {
			p.fail(err)
			return undecided
		}
		if f.add(p.check(v, steps, depth+1)) {
			return no
		}
	}
	return f.rest()
}
