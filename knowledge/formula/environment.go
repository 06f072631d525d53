package formula

import (
	"slices"

	"ludex/gdl"
)

// An environment maps variables to terms. It is a linked list, the innermost binding
// first; nil is the empty one.
type environment struct {
	name  string
	value gdl.Term
	outer *environment
}

// with adds a binding.
func (e *environment) with(name string, value gdl.Term) *environment {
	return &environment{name, value, e}
}

// get returns the value of a variable, or nil.
func (e *environment) get(name string) *gdl.Term {
	for ; e != nil; e = e.outer {
		if e.name == name {
			return &e.value
		}
	}
	return nil
}

// without returns the environment in which some variables are bound to themselves.
func (e *environment) without(names []string) *environment {
	if e == nil || !slices.ContainsFunc(names, func(n string) bool { return e.get(n) != nil }) {
		return e
	}
	for _, n := range names {
		e = e.with(n, gdl.Var(n))
	}
	return e
}

// apply substitutes the variables of a term.
func (e *environment) apply(t *gdl.Term) gdl.Term {
	if e == nil {
		return *t
	}
	if t.Kind == gdl.Variable {
		if value := e.get(t.Name); value != nil {
			return *value
		}
		return *t
	}
	out := *t
	out.Args = make([]gdl.Term, len(t.Args))
	for i := range t.Args {
		out.Args[i] = e.apply(&t.Args[i])
	}
	return out
}
