package gdlref

import "ludex/gdl"

// A plan is a rule made ready for calls with certain arguments ground: its
// conditions are ordered, and every variable is known to have a value or to get
// it at each place.
type plan struct {
	rule *rule
	head []pattern // ground arguments are matched, the rest is built at the end
	body []literal
	vars int
}

// A literalKind says how a condition is evaluated.
type literalKind uint8

const (
	litDistinct literalKind = iota // compare two terms
	litHeld                        // look for a whole fact in the state
	litAnyFact                     // run through all facts of the state
	litScan                        // run through a store
	litCall                        // complete a call, then read its table
	litConsume                     // wait for the answers to a call of the same component
)

// A literal is a condition with its place in a plan.
type literal struct {
	kind     literalKind
	negated  bool
	ground   bool // all arguments have values
	relation int
	store    *store
	mask     uint64 // the arguments that have values
	args     []pattern
	index    int // of the condition in the rule
}

// plansFor returns the plans of a relation's rules for calls with the given
// arguments ground.
func (m *solver) plansFor(rel int, mask uint64) []*plan {
	for _, set := range m.plans[rel] {
		if set.mask == mask {
			return set.plans
		}
	}
	set := planSet{mask: mask}
	for _, r := range m.program.relations[rel].rules {
		set.plans = append(set.plans, m.newPlan(rel, r, mask, m.testsFirst))
	}
	m.plans[rel] = append(m.plans[rel], set)
	return set.plans
}

type planSet struct {
	mask  uint64
	plans []*plan
}

// A chooser picks the next condition of a rule among those that are left.
type chooser func(r *rule, left []int, bound []bool) int

func (m *solver) newPlan(rel int, r *rule, mask uint64, choose chooser) *plan {
	bound := make([]bool, len(r.names))
	p := &plan{rule: r, head: make([]pattern, len(r.head)), vars: len(r.names)}
	for i := range r.head {
		if mask>>i&1 != 0 {
			p.head[i] = r.head[i].settle(bound)
		} else {
			p.head[i] = r.head[i]
		}
	}
	left := make([]int, len(r.body))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		k := choose(r, left, bound)
		p.body = append(p.body, m.newLiteral(rel, r, left[k], bound))
		left = append(left[:k], left[k+1:]...)
	}
	return p
}

// newLiteral decides how a condition is evaluated where the given variables
// have values, and marks those that it gives values to.
func (m *solver) newLiteral(rel int, r *rule, index int, bound []bool) literal {
	c := &r.body[index]
	l := literal{index: index, relation: c.relation, negated: c.negated, args: c.args}
	switch {
	case c.relation == distinctRelation:
		l.kind = litDistinct
	case m.program.relations[c.relation].given == trueSymbol:
		m.trueLiteral(&l, bound)
	case m.program.relations[c.relation].given == doesSymbol:
		l.kind, l.store = litScan, &m.does
	case m.program.relations[c.relation].given.Name == gdl.Knows:
		l.kind, l.store = litScan, m.knownStore(len(c.args))
	case len(m.program.relations[c.relation].rules) == 0:
		l.kind, l.store = litScan, &m.facts[c.relation]
	case rel >= 0 && m.program.relations[rel].component == m.program.relations[c.relation].component && !c.negated:
		l.kind = litConsume
	default:
		l.kind = litCall
	}
	l.ground = true
	for i := range l.args {
		if l.args[i].isBound(bound) {
			l.mask |= 1 << i
		} else {
			l.ground = false
		}
	}
	l.args = settleAll(l.args, bound)
	return l
}

// trueLiteral looks a fact up if all of it is known, or searches the facts with
// the same function if only that is known.
func (m *solver) trueLiteral(l *literal, bound []bool) {
	fact := &l.args[0]
	switch {
	case fact.isBound(bound):
		l.kind = litHeld
	case fact.op == opApply:
		l.kind, l.store, l.args = litScan, m.stateStore(fact.sym, len(fact.args)), fact.args
	default:
		l.kind = litAnyFact
	}
}

// inOrder chooses the first condition that can be evaluated.
func inOrder(r *rule, left []int, bound []bool) int {
	for k, i := range left {
		if c := &r.body[i]; !c.isTest() || c.isBound(bound) {
			return k
		}
	}
	return 0 // not reached in safe rules
}

// testsFirst keeps the order of the rule, which its author chose deliberately, but
// moves conditions that only need a lookup in a store to where they can first be
// decided. On the public games, cleverer orders are slower on average and a
// thousand times slower at worst.
func (m *solver) testsFirst(r *rule, left []int, bound []bool) int {
	for k, i := range left {
		if c := &r.body[i]; m.isStored(c) && c.isBound(bound) {
			return k
		}
	}
	return inOrder(r, left, bound)
}

// isTest reports whether a condition gives no variable a value.
func (c *condition) isTest() bool { return c.negated || c.relation == distinctRelation }

// isStored reports whether a condition is decided without any rule.
func (m *solver) isStored(c *condition) bool {
	return c.relation == distinctRelation || len(m.program.relations[c.relation].rules) == 0
}

func (c *condition) isBound(bound []bool) bool {
	ok := true
	c.variables(func(v int32) { ok = ok && bound[v] })
	return ok
}
