package ground

import "math"

// A stepKind says what a step of a plan does.
type stepKind uint8

const (
	stepScan     stepKind = iota // iterates over the tuples that an index finds
	stepMember                   // looks up a tuple that is known completely
	stepAbsent                   // makes sure that a static relation lacks a tuple
	stepDistinct                 // compares
	stepEqual                    // compares
)

// A step joins one literal to what earlier steps have bound.
type step struct {
	kind   stepKind
	rel    *relation
	args   []pattern
	index  *index
	keys   []int32  // what to look up in the index: a variable, or the complement of a term
	out    []output // what the tuple binds
	same   []output // what it must agree with, because a variable occurs twice
	buf    []term
	record bool // the literal becomes part of the instance
	older  bool // the tuple must not be the new one
	first  bool // one tuple is enough, because its values are not used
	once   bool // the steps from here on only test: one success is enough
}

// An output connects a place in a tuple with a variable.
type output struct {
	path     path
	variable int32
}

// A plan finds the instances of a rule, for a new tuple at one of its literals
// or, for rules that read no relation of their group, all of them.
type plan struct {
	engine    *engine
	rule      *rule
	head      *relation
	delta     step // matches the new tuple; shape holds its constants
	shape     shape
	steps     []step
	negatives []step // dynamic literals under a negation, which come last
	recursive bool   // the head's relation stands in the body
	settled   int    // from this step on the head is known

	bind     []term
	instance []int32 // the literals found so far
	tuple    []term  // of the head
	found    int32   // the number of that tuple, or -1 if it is not known
	current  int32   // the number of the new tuple
	hits     int     // successes so far
}

// A reader is a literal of a rule that must see the new tuples of its relation.
type reader struct {
	rule    *rule
	literal int
	plan    *plan // made when the first tuple comes
}

// A planner orders the literals of a rule.
type planner struct {
	engine *engine
	plan   *plan
	rule   *rule
	sets   []varSet
	bound  varSet
	used   []bool
	delta  int
}

// newPlan returns the plan of a rule for new tuples at a literal of its body,
// or for all instances if the literal is -1. It returns nil if the attempt is
// over.
func (e *engine) newPlan(r *rule, delta int) *plan {
	p := &plan{
		engine: e, rule: r, head: e.rels[r.head.rel],
		bind: make([]term, len(r.names)), tuple: make([]term, len(r.head.args)), current: -1, found: -1,
	}
	b := &planner{
		engine: e, plan: p, rule: r, sets: r.sets(), bound: newVarSet(len(r.names)),
		used: make([]bool, len(r.body)), delta: delta,
	}
	for i := range r.body {
		p.recursive = p.recursive || r.body[i].kind == litPositive && r.body[i].rel == r.head.rel
	}
	if delta >= 0 {
		p.delta, p.shape = b.match(&r.body[delta])
		b.take(delta)
	}
	b.order()
	if e.meter.stopped != nil {
		return nil
	}
	b.finish()
	return p
}

// take marks a literal as placed.
func (b *planner) take(i int) {
	b.used[i] = true
	b.bound.union(b.sets[i])
}

// order places the literals, at each point tests first, then the literal expected
// to give the fewest tuples.
func (b *planner) order() {
	for b.engine.meter.spend(len(b.rule.body)) {
		b.placeTests()
		best, least := -1, 0.0
		for i := range b.rule.body {
			if b.used[i] || b.rule.body[i].kind != litPositive {
				continue
			}
			if c := b.cost(i); best < 0 || c < least {
				best, least = i, c
			}
		}
		if best < 0 {
			return
		}
		b.place(best)
	}
}

// placeTests places the comparisons and static negations whose variables are
// bound. Dynamic negations hardly ever fail, so they wait until the end.
func (b *planner) placeTests() {
	for i := range b.rule.body {
		l := &b.rule.body[i]
		if b.used[i] || l.kind == litPositive || !b.sets[i].subsetOf(b.bound) {
			continue
		}
		b.used[i] = true
		s := step{args: l.args, buf: make([]term, len(l.args))}
		switch {
		case l.kind == litDistinct:
			s.kind = stepDistinct
		case l.kind == litEqual:
			s.kind = stepEqual
		default:
			s.kind, s.rel = stepAbsent, b.engine.rels[l.rel]
			if s.rel.class == relDynamic {
				b.plan.negatives = append(b.plan.negatives, s)
				continue
			}
		}
		b.plan.steps = append(b.plan.steps, s)
	}
}

// cost estimates how many tuples a positive literal gives for each binding of
// the variables bound so far.
func (b *planner) cost(i int) float64 {
	l := &b.rule.body[i]
	rel := b.engine.rels[l.rel]
	free := b.sets[i].without(b.bound)
	switch {
	case free == 0:
		return 0.5
	case rel.complete:
		if b.dead(i) {
			return 0.7
		}
		_, s := b.match(l)
		ix := rel.index(b.engine.terms, &s)
		return float64(rel.visible) / float64(max(ix.count, 1))
	}
	if b.engine.stats != nil && b.engine.stats.knows(l.rel) {
		return b.engine.stats.matches(b.rule, l, b.bound)
	}
	if rel.class == relDemand {
		// What is asked for is little as a rule, or demand would be of no use.
		const least = 8
		return math.Pow(float64(max(rel.visible, least)), float64(free)/float64(b.sets[i].count()))
	}
	const perVariable = 6 // a guess: the relation is still growing
	return math.Pow(perVariable, float64(free))
}

// dead reports whether the variables that a literal would bind are not live afterwards,
// so that it only tests whether there is a tuple.
func (b *planner) dead(i int) bool {
	if b.engine.rels[b.rule.body[i].rel].class == relDynamic {
		return false
	}
	others := b.rule.set(&b.rule.head)
	for j := range b.rule.body {
		if j != i && !b.used[j] {
			others.union(b.sets[j])
		}
	}
	for w := range others {
		if b.sets[i][w]&^b.bound[w]&others[w] != 0 {
			return false
		}
	}
	return true
}

// place adds the step of a positive literal.
func (b *planner) place(i int) {
	l := &b.rule.body[i]
	rel := b.engine.rels[l.rel]
	dead := b.dead(i)
	s, sh := b.match(l)
	s.kind, s.record = stepScan, rel.class == relDynamic
	s.older = b.delta >= 0 && i < b.delta && l.rel == b.rule.body[b.delta].rel
	if b.sets[i].subsetOf(b.bound) {
		s.kind, s.buf = stepMember, make([]term, len(l.args))
	} else {
		s.index = rel.index(b.engine.terms, &sh)
		s.buf = make([]term, len(sh.keys))
		s.first = dead
	}
	b.take(i)
	b.plan.steps = append(b.plan.steps, s)
}

// match works out how a literal is matched when some variables are bound.
func (b *planner) match(l *literal) (step, shape) {
	m := matcher{bound: b.bound, seen: b.bound.clone()}
	for i := range l.args {
		m.pattern(&l.args[i], path{arg: int32(i)})
	}
	m.step.rel, m.step.args = b.engine.rels[l.rel], l.args
	return m.step, m.shape
}

type matcher struct {
	bound, seen varSet
	step        step
	shape       shape
}

func (m *matcher) pattern(p *pattern, at path) {
	switch p.kind {
	case patConstant:
		m.shape.keys = append(m.shape.keys, at)
		m.step.keys = append(m.step.keys, ^p.id)
	case patVariable:
		switch {
		case m.bound.has(p.id):
			m.shape.keys = append(m.shape.keys, at)
			m.step.keys = append(m.step.keys, p.id)
		case m.seen.has(p.id):
			m.step.same = append(m.step.same, output{at, p.id})
		default:
			m.seen.add(p.id)
			m.step.out = append(m.step.out, output{at, p.id})
		}
	case patFunction:
		m.shape.functors = append(m.shape.functors, functorAt{at, p.id})
		for i := range p.args {
			m.pattern(&p.args[i], at.inside(i))
		}
	}
}

// finish finds out where the head is known, and which last steps only test.
func (b *planner) finish() {
	needed := b.rule.set(&b.rule.head)
	for i := range b.plan.steps {
		for _, o := range b.plan.steps[i].out {
			if needed.has(o.variable) {
				b.plan.settled = i + 1
			}
		}
	}
	for i := range b.rule.body {
		if l := &b.rule.body[i]; l.kind == litNegative {
			needed.union(b.sets[i])
		}
	}
	for i := len(b.plan.steps) - 1; i >= 0; i-- {
		s := &b.plan.steps[i]
		if s.record {
			return
		}
		for _, o := range s.out {
			if needed.has(o.variable) {
				return
			}
		}
		s.once = true
	}
}
