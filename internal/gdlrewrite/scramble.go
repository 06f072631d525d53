package gdlrewrite

import (
	"strings"

	"ludex/gdl"
	"ludex/internal/gdllex"
	"ludex/internal/pseudowords"
)

// Scramble replaces every word of a description by a nonsense word, so that a
// player cannot profit from what the words mean to people, and returns the map
// that says which word became which.
//
// Words are the names of constants, functions and relations; one name in
// several of these uses stays one name. Variables, numbers and the reserved
// words of all dialects keep their names. Clauses keep their order. Comments
// and positions are dropped, because they would give the words away.
//
// The map is one-to-one, and no new word is a reserved word or, whatever the
// case of its letters, a word of p. The result depends on p and seed alone:
// words are given out in the order of first appearance (clause by clause, head
// before body, a name before its arguments) from a generator that is the same
// on every machine.
func Scramble(p *gdl.Program, seed uint64) (*gdl.Program, *Map) {
	m := &Map{pseudowords.Map{Seed: seed, Words: map[string]string{}}}
	gen := newGenerator(p, seed)
	p.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable || keepsName(p, t.Name) {
			return
		}
		if _, done := m.Words[t.Name]; !done {
			m.Words[t.Name] = gen.Word()
		}
	})
	return m.Apply(p), m
}

// newGenerator returns a generator that avoids reserved words and all names in a
// program.
func newGenerator(p *gdl.Program, seed uint64) *pseudowords.Generator {
	g := pseudowords.NewGenerator(seed)
	g.Avoid(gdl.Knows)
	for _, word := range gdl.Reserved() {
		g.Avoid(word)
	}
	p.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable {
			g.Avoid(t.Name)
		}
	})
	return g
}

// keepsName reports whether scrambling keeps a word. A word that differs from a
// reserved word only in case is kept too, since some forms of GDL ignore case.
func keepsName(p *gdl.Program, word string) bool {
	return gdl.IsReserved(fold(word)) || p.Dialect.Knowledge() && fold(word) == gdl.Knows || isNumber(word)
}

// isNumber reports whether a word is an integer or a decimal fraction, with or
// without a minus sign.
func isNumber(word string) bool {
	whole, fraction, isFraction := strings.Cut(strings.TrimPrefix(word, "-"), ".")
	return gdllex.IsDigits(whole) && (!isFraction || gdllex.IsDigits(fraction))
}

// fold returns the form in which words are compared where case does not matter.
func fold(word string) string { return strings.ToLower(word) }
