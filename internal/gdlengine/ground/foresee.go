package ground

// Whether an elimination pays often shows only after the next one: forgetting
// a coordinate gains nothing until the cell that it stood for is forgotten too.
// So eliminations are judged by what further ones could make of the rest.

// staticShare is what an instance of a static rule costs compared to one that
// becomes part of the ground program.
const staticShare = 0.02

// Bounds of looking ahead.
const (
	maxForesight = 4  // further eliminations
	maxLocal     = 14 // variables that could be eliminated
)

// A condition is a literal of a rule as estimates see it.
type condition struct {
	vars     varSet
	stat     varStat
	positive bool
	static   bool
}

// A forecast is the state of a rule during eliminations that are not carried
// out.
type forecast struct {
	rule       *rule
	head       varSet
	conditions []condition
	spent      float64 // on the rules taken out so far
}

// foresee estimates the instances of all rules that come of an elimination and
// the best ones that could follow.
func (e *eliminator) foresee(c *elimination) float64 {
	f := &forecast{rule: e.rule, head: e.head}
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
	for range min(maxForesight, local-1) {
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

// take replaces some conditions, which are no longer in the forecast, by one
// that shows some of their variables.
func (f *forecast) take(inner []condition, shown []int32) {
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
func (f *forecast) total() float64 {
	j := newJoinEstimate(len(f.rule.names))
	for i := range f.conditions {
		if f.conditions[i].positive {
			j.add(f.conditions[i].stat)
		}
	}
	return f.spent + j.size
}

// step carries out the best elimination and reports whether there was one.
func (f *forecast) step() bool {
	var best *forecast
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
// nothing would be left or nothing is to be done.
func (f *forecast) without(v int32) *forecast {
	g := &forecast{rule: f.rule, head: f.head, spent: f.spent}
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
