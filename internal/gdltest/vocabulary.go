package gdltest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"ludex/gdl"
)

// maxArity is the largest number of arguments of a symbol.
const maxArity = 4

// A vocabulary has the symbols of the clauses of one program.
type vocabulary struct {
	constants []string
	functions []gdl.Symbol
	heads     []gdl.Symbol // relations that may stand in heads
	bodies    []gdl.Symbol // relations that may stand in bodies
	variables []string     // of the current clause; none in facts
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

// keywords returns the words that are keywords of the dialect, with their arities.
func keywords(d gdl.Dialect, words []string) []gdl.Symbol {
	var out []gdl.Symbol
	for _, word := range words {
		if n, ok := d.Arity(word); ok {
			out = append(out, gdl.Symbol{Name: word, Arity: n})
		}
	}
	return out
}

// oddNames are names that some reader or printer may stumble over.
var oddNames = []string{
	"a", "b2", "noop", "mark_it", "camelCase", "Upper", "SHOUT", "_under",
	"0", "42", "007", "1.5", "0.25", "-1", "1.", ".5", "1.5.2", "2x",
	"less-than", "+", "-", "*", "/", "//", "%", "%%", "&", "|", "~", "!", "=",
	"<", ">=", ":-", "=>", ".", ",", "'", "''", "don't", "'quoted'", "$", "\\neg",
	"a.b", "a,b", "a?", "a%b", "a:-b", "#", "@", "[]", "{x}",
	"é", "É", "ß", "日本", "ǆ", "x\u0301", "∧", "⇐", "😀",
}

// nameRunes are what random names are made of.
var nameRunes = []rune("abcXYZ019_-+*/.,:'%&|~!<=>$#@\\éÉλΛж中")

// name returns a generator of names for constants, functions and relations.
func name() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom(oddNames),
		rapid.StringMatching(`[a-z][A-Za-z0-9_]{0,6}`),
		rapid.StringOfN(rapid.SampledFrom(nameRunes), 1, 6, -1),
	).Filter(isUsable)
}

// decimal matches the numbers that a timed dialect may write in a shorter way.
var decimal = regexp.MustCompile(`^[0-9]+\.[0-9]+$`)

// isUsable reports whether a name is not reserved and is not a number that has a
// shorter spelling.
func isUsable(name string) bool {
	if decimal.MatchString(name) {
		n, _ := strconv.ParseFloat(name, 64)
		return name == strconv.FormatFloat(n, 'f', -1, 64)
	}
	return !gdl.IsReserved(withoutCase(name))
}

// variableName returns a generator of infix names of variables.
func variableName() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"X", "Y", "Z", "MyVar", "R2", "_a", "_9", "Été", "A_b", "X_2"}),
		rapid.StringMatching(`([A-Z]|_[a-z0-9])[A-Za-z0-9_]{0,4}`),
	)
}

// withoutCase returns a form that is equal for names that differ only in case.
func withoutCase(name string) string { return strings.ToLower(strings.ToUpper(name)) }
