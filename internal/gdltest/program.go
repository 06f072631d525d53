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
