package logic

import (
	"slices"

	"ludex/gdl"
)

// Values are the ground terms that can stand at some place, as a Reach knows
// them: every constant, and every function with what can stand for its
// arguments. It is an upper bound.
type Values struct {
	Any       bool     // anything can stand there, as far as is known
	Constants []string // in the order in which they were found, which names do not influence
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
