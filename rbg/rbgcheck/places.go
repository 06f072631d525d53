package rbgcheck

import (
	"slices"

	"ludex/rbg"
	"ludex/source"
)

// A place is where an action is written. Macros and powers make several edges
// of one place, and what is impossible for one edge may be common for another. A
// problem is reported for the place only if all its edges have it.
type place struct {
	edges []int32
}

// newPlaces sorts the edges of a flow by where they are written, in the order of
// the rules.
func newPlaces(f *flow) []*place {
	if f == nil {
		return nil
	}
	type key struct {
		span source.Span
		kind rbg.Kind
		to   int // the player of a switch: one whose player is a parameter is where the macro is called
	}
	known := map[key]*place{}
	var list []*place
	for i := range f.edges {
		e := f.edges[i].expr
		if e == nil {
			continue
		}
		k := key{span: e.Span, kind: e.Kind}
		if e.Kind == rbg.Switch {
			k.to = int(e.Player)
		}
		if known[k] == nil || !e.Span.IsValid() {
			known[k] = &place{}
			list = append(list, known[k])
		}
		known[k].edges = append(known[k].edges, int32(i))
	}
	return list
}

// first returns the first edge of a place that can be tried, or -1.
func (pl *place) first(f *flow) int32 {
	if i := slices.IndexFunc(pl.edges, func(i int32) bool { return f.entered[i] }); i >= 0 {
		return pl.edges[i]
	}
	return -1
}

// fails reports whether none of the edges can ever succeed.
func (pl *place) fails(f *flow) bool {
	return !slices.ContainsFunc(pl.edges, func(i int32) bool { return f.passed[i] })
}

// holds reports whether all edges that can be tried surely succeed.
func (pl *place) holds(f *flow) bool {
	return !slices.ContainsFunc(pl.edges, func(i int32) bool { return f.doubt[i] })
}
