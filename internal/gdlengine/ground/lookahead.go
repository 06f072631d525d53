package ground

// Whether an elimination pays often shows only after the next one: projecting out
// a coordinate gains nothing until the cell that it belongs to is projected out too. So
// eliminations are rated by looking ahead at further ones.

// staticShare is what an instance of a static rule costs compared to one that
// becomes part of the ground program.
const staticShare = 0.02

// Bounds of the lookahead.
const (
	maxLookahead = 4  // further eliminations
	maxLocal     = 14 // variables that could be eliminated
)

// A condition is a literal of a rule with its estimates.
type condition struct {
	vars     varSet
	stat     varStat
	positive bool
	static   bool
}

// A lookahead is the state of a rule during tentative eliminations.
type lookahead struct {
	rule       *rule
	head       varSet
	conditions []condition
	spent      float64 // on the rules taken out so far
}

// lookAhead estimates the number of instances of all rules that result from an
// elimination and the best further ones.
func (e *eliminator) lookAhead(c *elimination) float64 {
	f := &lookahead{rule: e.rule, head: e.head}
	var inner []condition
	for _, i := range c.part.literals {
		inner = append(inner, e.estimates[i])
	}
	for _, i := range c.rest {
		f.conditions = append(f.conditions, e.estimates[i])
	}
	f.take(inner, c.shown)
	best := f.total()
	local := e.all.without(e.head)
	for range min(maxLookahead, local-1) {
		if local > maxLocal || !f.step() {
			break
		}
		best = min(best, f.total())
	}
	return best
}

// estimate works out the estimates of the literals.
func (e *eliminator) estimate() {
	for i := range e.rule.body {
		l := &e.rule.body[i]
		c := condition{vars: e.sets[i], positive: l.kind == litPositive, static: !e.dynamic(l)}
		if c.positive {
			c.stat = e.stats.literal(e.rule, l)
		}
		e.estimates = append(e.estimates, c)
	}
}

// take replaces some conditions, already removed from the lookahead, by one that
// projects them to some of their variables.
func (f *lookahead) take(inner []condition, shown []int32) {
	j := newJoinEstimate(len(f.rule.names))
	out := condition{vars: newVarSet(len(f.rule.names)), positive: true, static: true}
	for i := range inner {
		if inner[i].positive {
			j.add(inner[i].stat)
		}
		out.static = out.static && inner[i].static
	}
	for _, v := range shown {
		out.vars.add(v)
	}
	out.stat = j.projection(shown)
	if out.static {
		f.spent += staticShare * j.size
	} else {
		f.spent += j.size
	}
	f.conditions = append(f.conditions, out)
}

// total estimates the instances of the rules taken out and of the rest.
func (f *lookahead) total() float64 {
	j := newJoinEstimate(len(f.rule.names))
	for i := range f.conditions {
		if f.conditions[i].positive {
			j.add(f.conditions[i].stat)
		}
	}
	return f.spent + j.size
}

// step carries out the best elimination and reports whether there was one.
func (f *lookahead) step() bool {
	var best *lookahead
	for v := range int32(len(f.rule.names)) {
		if f.head.has(v) {
			continue
		}
		g := f.without(v)
		if g != nil && (best == nil || g.total() < best.total()) {
			best = g
		}
	}
	if best == nil {
		return false
	}
	*f = *best
	return true
}

// without returns the forecast after the elimination of a variable, or nil if
// nothing would be left or would change.
func (f *lookahead) without(v int32) *lookahead {
	g := &lookahead{rule: f.rule, head: f.head, spent: f.spent}
	var inner []condition
	vars, others := newVarSet(len(f.rule.names)), f.head.clone()
	for i := range f.conditions {
		c := &f.conditions[i]
		if c.vars.has(v) {
			inner = append(inner, *c)
			vars.union(c.vars)
		} else {
			g.conditions = append(g.conditions, *c)
			others.union(c.vars)
		}
	}
	if len(inner) == 0 || len(g.conditions) == 0 {
		return nil
	}
	g.take(inner, vars.intersection(others))
	return g
}
