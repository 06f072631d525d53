package gdltest

import (
	"slices"

	"pgregory.net/rapid"

	"ludex/gdl"
)

// maxArity is the largest number of arguments of a symbol.
const maxArity = 4

// A vocabulary is what the clauses of one program are made of.
type vocabulary struct {
	constants []string
	functions []gdl.Symbol
	heads     []gdl.Symbol // relations that may stand in heads
	bodies    []gdl.Symbol // relations that may stand in bodies
	variables []string     // of the clause at hand; none in facts
}

// Keywords by the place where they may stand.
var (
	headKeywords = []string{gdl.Role, gdl.Init, gdl.Next, gdl.Legal, gdl.Goal, gdl.Terminal, gdl.Base, gdl.Input}
	bodyKeywords = []string{gdl.Role, gdl.True, gdl.Does, gdl.Legal, gdl.Goal, gdl.Terminal, gdl.Distinct, gdl.Expired}
)

func drawVocabulary(t *rapid.T, d gdl.Dialect) *vocabulary {
	names := rapid.SliceOfNDistinct(name(), 6, 18, withoutCase).Draw(t, "names")
	third := len(names) / 3
	relations := drawSymbols(t, names[:third], 0)
	return &vocabulary{
		functions: drawSymbols(t, names[third:2*third], 1),
		constants: names[2*third:],
		heads:     append(slices.Clone(relations), keywords(d, headKeywords)...),
		bodies:    append(slices.Clone(relations), keywords(d, bodyKeywords)...),
	}
}

func drawSymbols(t *rapid.T, names []string, minArity int) []gdl.Symbol {
	arity := rapid.IntRange(minArity, maxArity)
	var out []gdl.Symbol
	for _, name := range names {
		out = append(out, gdl.Symbol{Name: name, Arity: arity.Draw(t, "arity")})
	}
	return out
}

// keywords gives those of the words that the dialect has their arities.
func keywords(d gdl.Dialect, words []string) []gdl.Symbol {
	var out []gdl.Symbol
	for _, word := range words {
		if n, ok := d.Arity(word); ok {
			out = append(out, gdl.Symbol{Name: word, Arity: n})
		}
	}
	return out
}
