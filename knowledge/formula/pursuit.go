package formula

import "ludex/knowledge"

// maxPlay is how long a play may be that eventually follows.
const maxPlay = 10_000

// A pursuit follows plays until a formula holds. It finds a play on which the
// formula never does, or goes through all of them.
type pursuit struct {
	*evaluator
	node    *node
	seen    map[pursued]truth
	escapes *world // where a play has escaped
}

// A pursued is a world with a number of steps that are left.
type pursued struct {
	where string
	steps int
}

// onTheWay marks a world in which the formula does not hold on the play that is
// being followed. Coming there again means that a play can go round and round.
const onTheWay truth = 99

func (e *evaluator) newPursuit(n *node) *pursuit {
	return &pursuit{evaluator: e, node: n, seen: map[pursued]truth{}}
}

// follow returns yes if the formula comes to hold on all plays from a world, and
// no if there is a play on which it does not.
func (p *pursuit) follow(w *world, steps, depth int) truth {
	if t := p.eval(p.node.args[0], w); t != no {
		return t
	}
	key := pursued{w.key(), steps}
	known := p.seen[key]
	switch {
	case steps == 0 || known == onTheWay:
		p.escapes = w
		return no
	case known != unseen:
		return known
	case depth == maxPlay:
		return p.stop("steps of a play", maxPlay)
	case len(p.seen) > p.model.Limits().Developments:
		return p.stop("developments", p.model.Limits().Developments)
	}
	p.seen[key] = onTheWay
	t := p.followAll(w, steps, depth)
	p.seen[key] = t
	return t
}

func (p *pursuit) stop(what string, limit int) truth {
	p.fail(&knowledge.LimitError{What: what, Limit: limit})
	return undecided
}

// followAll follows a play by all joint moves of a world in which the formula
// does not hold.
func (p *pursuit) followAll(w *world, steps, depth int) truth {
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
		if f.add(p.follow(v, steps, depth+1)) {
			return no
		}
	}
	return f.rest()
}
