package ground

import (
	"math"
	"slices"

	"ludex/gdl"
)

// Some relations are huge when they are computed for all arguments, although only
// few are needed, such as a count of stones that continues an earlier count. The
// demand transformation ("magic sets") restricts such a relation to what is asked
// for.
//
// For each literal of the relation in a body, a rule derives the arguments that
// are asked for: those that the other literals of the body bind. The relation's
// own rules get the condition that their arguments are asked for. Like everything
// in the search, demand ignores negations of what depends on the state, so it is
// never too small, and a relation holds for arguments that are asked for if and
// only if it held before.

// A demand transforms a program.
type demand struct {
	*program
	stats *statistics // of the attempt that exploded
	bound [][]bool    // by relation: the arguments that are always bound; nil if not restricted
	guard []int32     // by relation: what is asked of it
	magic []*rule
}

// withDemand returns the program with some of its relations restricted to what
// is asked of them, and whether that was possible for any.
func (p *program) withDemand(rels []int32, stats *statistics, m *meter) (*program, bool) {
	d := &demand{program: p.clone(), stats: stats, bound: make([][]bool, len(p.rels)), guard: make([]int32, len(p.rels))}
	for _, rel := range rels {
		d.bound[rel] = slices.Repeat([]bool{true}, p.rels[rel].symbol.Arity)
	}
	d.findBound()
	found := false
	for _, rel := range rels {
		if d.bound[rel] != nil {
			found = true
			d.guard[rel] = d.newGuard(rel)
		}
	}
	if !found {
		return nil, false
	}
	for i, r := range d.rules {
		d.ask(r)
		d.rules[i] = d.guarded(r)
	}
	d.classify()
	d.splitMagic(m)
	return d.program, true
}

// findBound finds the arguments that are bound wherever a relation is read. It
// starts from the rules of relations that are not restricted, and visits the rules
// of others when the demand on them is known.
func (d *demand) findBound() {
	asked := make([]bool, len(d.rels))
	for rel := range asked {
		asked[rel] = d.bound[rel] == nil
	}
	for changed := true; changed; {
		changed = false
		for _, r := range d.rules {
			if !asked[r.head.rel] {
				continue
			}
			d.walk(r, func(l *literal, bound varSet, _ []int) {
				changed = changed || !asked[l.rel]
				asked[l.rel] = true
				for i := range l.args {
					if d.bound[l.rel][i] && !patternIn(&l.args[i], bound) {
						d.bound[l.rel][i] = false
						changed = true
					}
				}
			})
		}
		for rel, b := range d.bound {
			if b != nil && !slices.Contains(b, true) {
				d.bound[rel], asked[rel], changed = nil, true, true // its rules have to be visited all the same
			}
		}
	}
}

// patternIn reports whether all variables of a pattern are in a set.
func patternIn(p *pattern, s varSet) bool {
	ok := true
	p.variables(func(v int32) { ok = ok && s.has(v) })
	return ok
}

// patient is how many tuples other literals may match and still be joined before a
// literal of a restricted relation, because they make the demand more precise.
const patient = 4

// walk visits the literals of a rule that read restricted relations, with the
// variables that are bound and the positive literals that have been joined when
// their turn comes. The next literal is always the one that is expected to
// match the fewest tuples, so that weak conditions do not inflate demand.
func (d *demand) walk(r *rule, visit func(l *literal, bound varSet, before []int)) {
	if !slices.ContainsFunc(r.body, func(l literal) bool { return d.restricted(&l) }) {
		return
	}
	bound := newVarSet(len(r.names))
	if b := d.bound[r.head.rel]; b != nil {
		for i := range r.head.args {
			if b[i] {
				r.head.args[i].variables(bound.add)
			}
		}
	}
	var before, waiting []int
	for i := range r.body {
		if r.body[i].kind == litPositive {
			waiting = append(waiting, i)
		}
	}
	for len(waiting) > 0 {
		best, least := 0, math.Inf(1)
		for k, i := range waiting {
			c := d.stats.matches(r, &r.body[i], bound)
			if d.restricted(&r.body[i]) {
				c += patient
			}
			if c < least {
				best, least = k, c
			}
		}
		i := waiting[best]
		waiting = slices.Delete(waiting, best, best+1)
		if d.restricted(&r.body[i]) {
			visit(&r.body[i], bound, before)
		}
		before = append(before, i)
		r.body[i].eachVariable(bound.add)
	}
	for i := range r.body {
		if r.body[i].kind == litNegative && d.restricted(&r.body[i]) {
			visit(&r.body[i], bound, before)
		}
	}
}

// restricted reports whether a literal reads a restricted relation.
func (d *demand) restricted(l *literal) bool { return !l.test() && d.bound[l.rel] != nil }

func (d *demand) newGuard(rel int32) int32 {
	arity := 0
	for _, b := range d.bound[rel] {
		if b {
			arity++
		}
	}
	name := "$ask_" + d.rels[rel].symbol.Name
	return d.newRelation(gdl.Symbol{Name: name, Arity: arity}, relDemand)
}

// request returns the literal that demands an atom.
func (d *demand) request(l *literal) literal {
	out := literal{kind: litPositive, rel: d.guard[l.rel]}
	for i, b := range d.bound[l.rel] {
		if b {
			out.args = append(out.args, l.args[i])
		}
	}
	return out
}

// guarded returns a rule with the condition that its head is asked for.
func (d *demand) guarded(r *rule) *rule {
	if d.bound[r.head.rel] == nil {
		return r
	}
	out := *r
	out.body = slices.Concat([]literal{d.request(&r.head)}, r.body)
	return &out
}

// ask makes the rules that say what a rule asks for.
func (d *demand) ask(r *rule) {
	d.walk(r, func(l *literal, bound varSet, before []int) {
		m := &rule{head: d.request(l), names: r.names, source: r.source}
		if d.bound[r.head.rel] != nil {
			m.body = append(m.body, d.request(&r.head))
		}
		for _, i := range before {
			m.body = append(m.body, r.body[i])
		}
		for i := range r.body {
			if t := &r.body[i]; t.test() && r.set(t).subsetOf(bound) {
				m.body = append(m.body, *t)
			}
		}
		d.magic = append(d.magic, m.renumbered())
	})
}

// renumbered returns the rule with its variables renumbered without gaps.
func (r *rule) renumbered() *rule {
	c := newCanon(len(r.names))
	out := &rule{head: c.literal(&r.head), source: r.source}
	for i := range r.body {
		out.body = append(out.body, c.literal(&r.body[i]))
	}
	for _, v := range c.met {
		out.names = append(out.names, r.names[v])
	}
	return out
}

// splitMagic splits the rules of demand. The resulting relations are demand, too.
func (d *demand) splitMagic(m *meter) {
	s := &splitter{program: d.program, memo: map[string]int32{}, magic: true, meter: m}
	for _, r := range d.magic {
		s.reduce(r)
	}
	d.rules = append(d.rules, s.out...)
}

// related adds to a list of relations all their direct and indirect readers,
// because the demand on a relation depends on the demand on its readers, and then
// the dynamic relations that all these read, because they need not be larger than
// the demand. Keywords are left out: everything is asked of them.
func (p *program) related(rels []int32) []int32 {
	listed := make([]bool, len(p.rels))
	for _, rel := range rels {
		listed[rel] = true
	}
	add := func(rel int32) {
		if !listed[rel] && !p.keyword(rel) {
			listed[rel] = true
			rels = append(rels, rel)
		}
	}
	for i := 0; i < len(rels); i++ {
		for _, r := range p.rules {
			if slices.ContainsFunc(r.body, func(l literal) bool { return !l.test() && l.rel == rels[i] }) {
				add(r.head.rel)
			}
		}
	}
	byHead := p.rulesByHead()
	for i := 0; i < len(rels); i++ {
		for _, r := range byHead[rels[i]] {
			for j := range r.body {
				if p.dynamic(&r.body[j]) {
					add(r.body[j].rel)
				}
			}
		}
	}
	return rels
}
