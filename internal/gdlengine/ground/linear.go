package ground

import (
	"slices"

	"ludex/gdl"
	"ludex/internal/scc"
)

// linearise rewrites relations that are defined as transitive closures by a rule
// with two recursive conditions,
//
//	path(X,Z) :- path(X,Y) & path(Y,Z)
//
// which has as many instances as there are triples of nodes. The second condition
// need only range over what the other rules of the relation derive; then there are
// as many instances as nodes times edges. It changes the rules in place.
func (p *program) linearise() {
	var component []int32
	for rel, rules := range p.rulesByHead() {
		i := slices.IndexFunc(rules, (*rule).composes)
		if i < 0 || p.keyword(int32(rel)) {
			continue
		}
		if component == nil {
			component = p.components()
		}
		rest := slices.Delete(slices.Clone(rules), i, i+1)
		if !slices.ContainsFunc(rest, func(r *rule) bool { return r.reads(component, component[rel]) }) {
			p.stepwise(rules[i], rest)
		}
	}
}

// composes reports whether a rule says that its relation is transitive: both
// conditions equal the head except for one argument, where a variable of its own
// connects the first to the second.
func (r *rule) composes() bool {
	if len(r.body) != 2 || !distinctVariables(r.head.args) {
		return false
	}
	from, to := &r.body[0], &r.body[1]
	for i := range r.body {
		if l := &r.body[i]; l.kind != litPositive || l.rel != r.head.rel || !distinctVariables(l.args) {
			return false
		}
	}
	end, start := -1, -1 // the arguments in which from and to differ from the head
	for i := range r.head.args {
		if from.args[i].id != r.head.args[i].id {
			if end >= 0 {
				return false
			}
			end = i
		}
		if to.args[i].id != r.head.args[i].id {
			if start >= 0 {
				return false
			}
			start = i
		}
	}
	return end >= 0 && start >= 0 && end != start && from.args[end].id == to.args[start].id
}

// distinctVariables reports whether all patterns are distinct variables.
func distinctVariables(ps []pattern) bool {
	for i := range ps {
		if ps[i].kind != patVariable || slices.ContainsFunc(ps[:i], func(q pattern) bool { return q.id == ps[i].id }) {
			return false
		}
	}
	return true
}

// components numbers the relations so that relations that depend on each other
// have the same number.
func (p *program) components() []int32 {
	var g scc.Graph
	for _, rules := range p.rulesByHead() {
		for _, r := range rules {
			for i := range r.body {
				if l := &r.body[i]; !l.test() {
					g.Edges = append(g.Edges, l.rel)
				}
			}
		}
		g.Ends = append(g.Ends, int32(len(g.Edges)))
	}
	component, _ := g.Components()
	return component
}

// reads reports whether a condition of a rule is about a relation of a component.
func (r *rule) reads(component []int32, c int32) bool {
	return slices.ContainsFunc(r.body, func(l literal) bool { return !l.test() && component[l.rel] == c })
}

// stepwise moves the other rules to a new relation, from which the closure is
// derived step by step.
func (p *program) stepwise(closure *rule, rest []*rule) {
	symbol := p.rels[closure.head.rel].symbol
	step := p.newRelation(gdl.Symbol{Name: "$step_" + symbol.Name, Arity: symbol.Arity}, relStatic)
	for _, r := range rest {
		r.head.rel = step
	}
	closure.body[1].rel = step
	first := &rule{head: closure.head, body: []literal{closure.head}, names: closure.names, source: closure.source}
	first.body[0].rel = step
	p.rules = append(p.rules, first.renumbered())
}
