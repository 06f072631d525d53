package ground

import "slices"

// minVariables is how many variables a rule must have before one of them is
// eliminated on a guess.
const minVariables = 5

// maxProduct bounds the number of variables times the number of literals of a
// rule from which variables are eliminated. Rules of public games reach 1000.
const maxProduct = 20_000

// An elimination moves the literals with one variable out of a rule.
type elimination struct {
	part  part
	shown []int32 // variables that others need
	rest  []int   // literals that stay
	cost  float64
}

// eliminate removes a variable that the head does not need from a rule, with all
// literals that mention it. It returns nil if that does not pay.
func (s *splitter) eliminate(r *rule) (*rule, []*rule) {
	if len(r.body) < 2 || len(r.body)*len(r.names) > maxProduct {
		return nil, nil
	}
	e := eliminator{splitter: s, rule: r, head: r.set(&r.head), sets: r.sets(), all: newVarSet(len(r.names))}
	for _, set := range e.sets {
		e.all.union(set)
	}
	best := e.best()
	if best == nil {
		return nil, nil
	}
	l, definition := s.auxiliary(r, &best.part, best.shown)
	out := &rule{head: r.head, names: r.names, source: r.source, body: []literal{l}}
	for _, i := range best.rest {
		out.body = append(out.body, r.body[i])
	}
	if definition == nil {
		return out, nil
	}
	return out, []*rule{definition}
}

// An eliminator looks for the best variable to eliminate.
type eliminator struct {
	*splitter
	rule      *rule
	head, all varSet
	sets      []varSet
	estimates []condition // of the literals, if there are statistics
}

func (e *eliminator) best() *elimination {
	if e.all.without(e.head) == 0 || e.stats == nil && e.all.count() < minVariables {
		return nil
	}
	worth := 0.0 // the most that an elimination may cost
	if e.stats != nil {
		e.estimate()
		worth = 0.7*e.stats.joinSize(e.rule, e.rule.body) - 4
	}
	var best *elimination
	for v := range int32(len(e.rule.names)) {
		if e.head.has(v) || !e.all.has(v) {
			continue
		}
		c := e.try(v)
		if c == nil || !e.judge(c, worth) {
			continue
		}
		if best == nil || c.cost < best.cost || c.cost == best.cost && len(c.shown) < len(best.shown) {
			best = c
		}
	}
	return best
}

// try works out the elimination of a variable, or nil if it is impossible.
func (e *eliminator) try(v int32) *elimination {
	c := &elimination{part: part{vars: newVarSet(len(e.rule.names))}}
	taken := make([]bool, len(e.rule.body))
	for i, set := range e.sets {
		if set.has(v) {
			c.part.add(i, set)
			taken[i] = true
		}
	}
	e.absorb(e.rule, &c.part, e.sets, slices.Clone(taken), taken)
	if !e.makeSafe(e.rule, &c.part, e.sets, e.all) || len(c.part.literals) >= len(e.rule.body) {
		return nil
	}
	others := e.head.clone()
	for i, set := range e.sets {
		if !taken[i] {
			c.rest = append(c.rest, i)
			others.union(set)
		}
	}
	c.shown = c.part.vars.intersection(others)
	if len(c.rest) == 0 {
		return nil
	}
	return c
}

// judge works out what an elimination costs and reports whether it pays.
func (e *eliminator) judge(c *elimination, worth float64) bool {
	if e.stats != nil {
		c.cost = e.lookAhead(c)
		return c.cost < worth
	}
	// Without statistics the number of variables must do: an instance is a binding
	// of all of them.
	width := c.part.vars.count()
	c.cost = float64(width)
	widest := 0
	for _, i := range c.part.literals {
		if e.rule.body[i].kind == litPositive {
			widest = max(widest, e.sets[i].count())
		}
	}
	return width <= e.all.count()-2 && len(c.shown) <= widest
}
