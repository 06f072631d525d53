package rbgparse

import (
	"sort"

	"ludex/rbg"
	"ludex/source"
)

// maxLevels is how many macro calls are looked through for a place that covers
// two others.
const maxLevels = 32

// cover returns the place from one to another. If they stand in different
// expansions, it is in the innermost text that holds both or the calls that
// lead to them.
func (r *reader) cover(from, to rbg.Origin) rbg.Origin {
	a := from
	for range maxLevels {
		b := to
		for range maxLevels {
			if a.In == b.In && r.directiveAt(a.Span) == r.directiveAt(b.Span) && a.Span.Start <= b.Span.Start {
				return rbg.Origin{Span: source.Span{Start: a.Span.Start, End: max(a.Span.End, b.Span.End)}, In: a.In}
			}
			if b.In == nil {
				break
			}
			b = rbg.Origin{Span: b.In.Call, In: b.In.Parent}
		}
		if a.In == nil {
			break
		}
		a = rbg.Origin{Span: a.In.Call, In: a.In.Parent}
	}
	return from
}

// directiveAt returns the number of the directive that holds a place.
func (r *reader) directiveAt(s source.Span) int {
	return sort.Search(len(r.starts), func(i int) bool { return r.starts[i] > s.Start })
}
