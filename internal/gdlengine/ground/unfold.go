package ground

import "slices"

// A condition on many variables may be a relation that looks at each of them alone:
// four pieces are alike if each of them has the same property. As a relation it stands
// in the way of taking the rule apart, and has as many tuples as there are combinations.
// So such a relation is replaced by its definition, where the rule can then be taken
// apart much further.

const (
	minUnfold   = 20_000 // instances that a rule must have
	unfoldGains = 0.2    // what may be left of them
	maxUnfolded = 8      // definitions that are put into one rule
)

// unfold returns the program with static relations replaced by their definitions where
// that pays.
func (p *program) unfold(stats *statistics, m *meter) *program {
	var out *program
	definitions := p.definitions()
	for i, r := range p.rules {
		better := r
		if m.check() && r.unfoldable(definitions) >= 0 && stats.joinSize(r, r.body) >= minUnfold {
			better = p.unfoldRule(r, definitions, stats, m)
		}
		if better != r {
			if out == nil {
				out = p.clone()
			}
			out.rules[i] = better
		}
	}
	if out == nil {
		return p
	}
	out.dropUnneeded()
	return out
}

// definitions returns, by relation, the only rule of a static relation that can be
// put in the place of a condition, or nil.
func (p *program) definitions() []*rule {
	out := make([]*rule, len(p.rels))
	component, _ := p.staticComponents()
	for rel, rules := range p.rulesByHead() {
		if len(rules) != 1 || component[rel] < 0 || len(rules[0].body) < 2 || !distinctVariables(rules[0].head.args) {
			continue
		}
		if !rules[0].reads(component, component[rel]) {
			out[rel] = rules[0]
		}
	}
	return out
}

// unfoldRule returns the rule with definitions in the place of conditions, as long as
// that makes it cheaper, or the rule itself.
func (p *program) unfoldRule(r *rule, definitions []*rule, stats *statistics, m *meter) *rule {
	best, least := r, unfoldGains*p.splitCost(r, stats, m)
	for current, n := r, 0; n < maxUnfolded; n++ {
		i := current.unfoldable(definitions)
		if i < 0 {
			break
		}
		current = current.unfolded(i, definitions[current.body[i].rel])
		if c := p.splitCost(current, stats, m); c < least {
			best, least = current, c
		}
	}
	return best
}

// unfoldable returns the first condition that has a definition, or -1.
func (r *rule) unfoldable(definitions []*rule) int {
	return slices.IndexFunc(r.body, func(l literal) bool { return l.kind == litPositive && definitions[l.rel] != nil })
}

// splitCost estimates the instances of what a rule is split into.
func (p *program) splitCost(r *rule, stats *statistics, m *meter) float64 {
	s := &splitter{program: p.clone(), stats: stats.sibling(), memo: map[string]int32{}, meter: m}
	s.reduce(r)
	s.rules = s.out
	return s.stats.total(s.program)
}

// unfolded returns the rule with a definition in the place of a condition.
func (r *rule) unfolded(i int, definition *rule) *rule {
	out := &rule{head: r.head, source: r.source, names: slices.Clone(r.names)}
	values := make([]pattern, len(definition.names))
	for v, name := range definition.names {
		k := slices.IndexFunc(definition.head.args, func(a pattern) bool { return a.id == int32(v) })
		if k >= 0 {
			values[v] = r.body[i].args[k]
			continue
		}
		values[v] = pattern{kind: patVariable, id: int32(len(out.names))}
		out.names = append(out.names, name)
	}
	out.body = slices.Clone(r.body[:i])
	for _, l := range definition.body {
		l.args = substitute(l.args, values)
		out.body = append(out.body, l)
	}
	out.body = append(out.body, r.body[i+1:]...)
	return out
}

// substitute returns patterns with values in the place of variables.
func substitute(ps, values []pattern) []pattern {
	out := slices.Clone(ps)
	for i := range out {
		if out[i].kind == patVariable {
			out[i] = values[out[i].id]
		} else {
			out[i].args = substitute(out[i].args, values)
		}
	}
	return out
}
