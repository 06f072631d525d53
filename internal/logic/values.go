package logic

import (
	"cmp"
	"slices"

	"ludex/gdl"
)

// Values are the ground terms that can stand at some place, as a Reach knows
// them: every constant, and every function with what can stand for its
// arguments. It is an upper bound.
type Values struct {
	Any       bool     // anything can stand there, as far as is known
	Constants []string // in the order in which they were found, which is independent of names
	Functions []FunctionValues
}

// FunctionValues are the terms that a function can make.
type FunctionValues struct {
	Symbol gdl.Symbol
	Args   []Values
}

// Values returns the possible terms for an argument of a relation. It is the zero value
// if the relation can never hold.
func (r *Reach) Values(relation gdl.Symbol, arg int) Values {
	if r.gaveUp {
		return Values{Any: true}
	}
	rel := r.relations[relation]
	if rel == nil || !rel.possible || arg >= len(rel.args) {
		return Values{}
	}
	return rel.args[arg].values(r.names())
}

// values lists a domain. Domains are at most as deep as maxDomainDepth.
func (d *domain) values(names []string) Values {
	v := Values{Any: d.any}
	for i, name := range names {
		if d.constants.has(i) {
			v.Constants = append(v.Constants, name)
		}
	}
	for f, args := range d.functions {
		fv := FunctionValues{Symbol: f}
		for _, a := range args {
			fv.Args = append(fv.Args, a.values(names))
		}
		v.Functions = append(v.Functions, fv)
	}
	slices.SortFunc(v.Functions, func(a, b FunctionValues) int { return a.Symbol.Compare(b.Symbol) })
	return v
}

// HeadValues returns the possible terms for an argument of the head of a clause. It is
// more precise than Values, because it considers only one clause.
func (r *Reach) HeadValues(clause, arg int) Values {
	if r.gaveUp {
		return Values{Any: true}
	}
	d := &domain{}
	first, _ := slices.BinarySearchFunc(r.rules, clause, func(rule reachRule, n int) int { return cmp.Compare(rule.clause, n) })
	for i := first; i < len(r.rules) && r.rules[i].clause == clause; i++ {
		rule := &r.rules[i].rule
		if env, failed := r.match(rule); failed < 0 {
			r.add(d, &rule.Head.Args[arg], env, 0)
		}
	}
	return d.values(r.names())
}

// names returns the constants by number.
func (r *Reach) names() []string {
	names := make([]string, len(r.constants))
	for name, i := range r.constants {
		names[i] = name
	}
	return names
}
