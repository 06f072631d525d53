// Package gdltest generates random programs of the GDL family for property tests.
//
// They have the form that the parser produces, so that printing and parsing returns the
// same tree. Those of [Program] are valid only in syntax. Those of [RecursiveGame] can be
// played.
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

// Program returns a generator of programs in GDL or rtGDL. Connectives are in
// the flat form that package gdl asks for, facts are ground, keywords have the
// number of arguments that the dialect asks for, symbols have one arity each,
// and no two constants, and no two variables of a clause, differ only in case.
func Program() *rapid.Generator[*gdl.Program] {
	return rapid.Custom(func(t *rapid.T) *gdl.Program {
		dialect := rapid.SampledFrom([]gdl.Dialect{gdl.GDL, gdl.RTGDL}).Draw(t, "dialect")
		words := drawVocabulary(t, dialect)
		clauses := rapid.Custom(words.clause)
		return &gdl.Program{
			Dialect: dialect,
			Clauses: rapid.SliceOfN(clauses, 1, 8).Draw(t, "clauses"),
		}
	})
}

// Term returns a generator of ground terms.
func Term() *rapid.Generator[gdl.Term] {
	return rapid.Custom(func(t *rapid.T) gdl.Term {
		words := drawVocabulary(t, gdl.GDL)
		return words.term(t, maxDepth)
	})
}
