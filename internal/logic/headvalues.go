package logic

import (
	"cmp"
	"slices"
)

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
