package gdltest

import (
	"pgregory.net/rapid"

	"ludex/gdl"
)

// maxDepth is how deep terms and connectives are nested.
const maxDepth = 3

func (v *vocabulary) clause(t *rapid.T) gdl.Clause {
	var c gdl.Clause
	size := rapid.IntRange(0, 4).Draw(t, "body size")
	v.variables = nil
	if size > 0 {
		v.variables = rapid.SliceOfNDistinct(variableName(), 0, 4, withoutCase).Draw(t, "variables")
	}
	c.Head = v.atom(t, v.heads)
	for range size {
		c.Body = append(c.Body, v.formula(t, gdl.OpAnd, maxDepth))
	}
	return c
}

// formula draws a formula that may stand as a part of the outer connective.
func (v *vocabulary) formula(t *rapid.T, outer gdl.Op, depth int) gdl.Formula {
	switch n := rapid.IntRange(0, 9).Draw(t, "connective"); {
	case n == 9 && depth > 0:
		return v.junction(t, dual(outer), depth-1)
	case n >= 7:
		return gdl.Not(v.atom(t, v.bodies))
	}
	return gdl.Pos(v.atom(t, v.bodies))
}

func (v *vocabulary) junction(t *rapid.T, op gdl.Op, depth int) gdl.Formula {
	out := gdl.Formula{Op: op}
	for range rapid.IntRange(2, 4).Draw(t, "parts") {
		out.Args = append(out.Args, v.formula(t, op, depth))
	}
	return out
}

// dual returns the connective that may stand inside another one.
func dual(op gdl.Op) gdl.Op {
	if op == gdl.OpAnd {
		return gdl.OpOr
	}
	return gdl.OpAnd
}

func (v *vocabulary) atom(t *rapid.T, relations []gdl.Symbol) gdl.Term {
	return v.apply(t, rapid.SampledFrom(relations).Draw(t, "relation"), maxDepth)
}

func (v *vocabulary) apply(t *rapid.T, s gdl.Symbol, depth int) gdl.Term {
	args := make([]gdl.Term, s.Arity)
	for i := range args {
		args[i] = v.term(t, depth-1)
	}
	return gdl.Fn(s.Name, args...)
}

// term draws a variable, if there are any, a constant, or a function.
func (v *vocabulary) term(t *rapid.T, depth int) gdl.Term {
	n := rapid.IntRange(0, 9).Draw(t, "term")
	switch {
	case n >= 8 && depth > 0:
		return v.apply(t, rapid.SampledFrom(v.functions).Draw(t, "function"), depth)
	case n >= 4 && len(v.variables) > 0:
		return gdl.Var(rapid.SampledFrom(v.variables).Draw(t, "variable"))
	}
	return gdl.Const(rapid.SampledFrom(v.constants).Draw(t, "constant"))
}
