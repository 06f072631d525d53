package gdlrewrite

import (
	"cmp"
	"slices"

	"ludex/gdl"
	"ludex/source"
)

// A Conflict is a pair of names that differ only in case, with the first place of
// each in the description. A comes first.
//
// A may also be a reserved word that does not occur in the description; then
// AtA is not valid.
type Conflict struct {
	A, B     string
	AtA, AtB source.Span
}

// PrefixConflicts returns the names of constants, functions and relations that
// would be merged if the description were written in prefix form, where case
// does not count. They are sorted by the place of B. Of three or more such
// names the first is A in each pair.
func PrefixConflicts(p *gdl.Program) []Conflict {
	var out []Conflict
	for key, group := range namesByFold(p) {
		a := group[0]
		if len(group) == 1 && a.name != key && gdl.IsReserved(key) {
			out = append(out, Conflict{A: key, B: a.name, AtB: a.at})
		}
		for _, b := range group[1:] {
			out = append(out, Conflict{a.name, b.name, a.at, b.at})
		}
	}
	slices.SortFunc(out, func(a, b Conflict) int {
		return cmp.Or(cmp.Compare(a.AtB.Start, b.AtB.Start), cmp.Compare(a.B, b.B))
	})
	return out
}

// A place is where a name was seen first.
type place struct {
	name string
	at   source.Span
}

// namesByFold groups the names of a program by their form in lower case. In
// each group they have the order of the places.
func namesByFold(p *gdl.Program) map[string][]place {
	groups := make(map[string][]place)
	seen := make(map[string]bool)
	p.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable && !seen[t.Name] {
			seen[t.Name] = true
			key := fold(t.Name)
			groups[key] = append(groups[key], place{t.Name, nameSpan(t, p.File)})
		}
	})
	return groups
}

func nameSpan(t *gdl.Term, f *source.File) source.Span {
	if f == nil {
		return t.Span
	}
	return t.NameSpan(f)
}
