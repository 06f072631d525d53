package formula

import (
	"slices"

	"ludex/gdl"
)

// An env says what variables stand for. It is a list, the innermost first; nil is
// the empty one.
type env struct {
	name  string
	value gdl.Term
	outer *env
}

// with binds one more variable.
func (e *env) with(name string, value gdl.Term) *env { return &env{name, value, e} }

// get returns what a variable stands for, or nil.
func (e *env) get(name string) *gdl.Term {
	for ; e != nil; e = e.outer {
		if e.name == name {
			return &e.value
		}
	}
	return nil
}

// without returns the environment in which some variables stand for themselves.
func (e *env) without(names []string) *env {
	if e == nil || !slices.ContainsFunc(names, func(n string) bool { return e.get(n) != nil }) {
		return e
	}
	for _, n := range names {
		e = e.with(n, gdl.Var(n))
	}
	return e
}

// apply replaces the variables of a term.
func (e *env) apply(t *gdl.Term) gdl.Term {
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
