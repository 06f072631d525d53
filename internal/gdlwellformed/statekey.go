package gdlwellformed

import (
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlmoves"
	"ludex/internal/logic"
	"ludex/internal/wellformed"
)

// stateKey returns a key that identifies states by the facts that rules test, or nil if
// they test all. Some games store facts that no rule reads, such as a counter that only
// grows, and have infinitely many equivalent states.
func stateKey(prog *gdl.Program, g game.Game) wellformed.Key {
	if prog.Dialect.Knowledge() {
		return nil // facts do not say what is known
	}
	untested := logic.UntestedFacts(prog)
	if len(untested) == 0 {
		return nil
	}
	return func(s game.State, dst []byte) []byte {
		var texts []string
		for _, fact := range g.Facts(s) {
			texts = append(texts, mask(untested, fact))
		}
		slices.Sort(texts)
		for _, t := range slices.Compact(texts) {
			dst = append(append(dst, t...), '\n')
		}
		return dst
	}
}

// mask returns the text of a fact without the values of untested arguments.
func mask(untested map[logic.Argument]bool, fact string) string {
	terms, err := gdlmoves.Terms(fact, gdl.Prefix)
	if err != nil || len(terms) != 1 {
		return fact
	}
	t := terms[0]
	symbol := gdl.Symbol{Name: t.Name, Arity: len(t.Args)}
	for i := range t.Args {
		if untested[logic.Argument{Symbol: symbol, Fact: true, Index: i}] {
			t.Args[i] = gdl.Var("_")
		}
	}
	return gdlformat.Term(&t, gdl.Prefix)
}
