package ggp

import (
	"slices"

	"ludex/gdl"
	"ludex/gdl/format"
	"ludex/gdl/moves"
)

// canonical writes a term as we do.
func canonical(text string) string {
	terms, err := moves.Terms(text, gdl.Prefix)
	if err != nil || len(terms) != 1 {
		return text
	}
	return format.Term(&terms[0], gdl.Prefix)
}

// sorted returns the canonical texts of percepts in the order in which games have
// them. Managers may have another one.
func sorted(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = canonical(t)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
