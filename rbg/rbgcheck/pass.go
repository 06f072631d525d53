package rbgcheck

import (
	"slices"

	"ludex/rbg"
)

// passes reports whether an edge can succeed in a cell.
func (f *flow) passes(i, c int32) bool {
	e := &f.edges[i]
	if e.expr == nil {
		return true
	}
	switch e.expr.Kind {
	case rbg.On:
		return f.meets(i, c)
	case rbg.Compare, rbg.Assign:
		return f.verdicts[i].can
	case rbg.Pattern:
		if e.expr.Negative {
			return !f.completed(f.must, e.pattern, c)
		}
		return f.completed(f.can, e.pattern, c)
	case rbg.Shift:
		return f.next[e.expr.Label][c] != rbg.NoCell
	}
	return true
}

// surelyPasses reports whether an edge always succeeds in a cell.
func (f *flow) surelyPasses(i, c int32) bool {
	e := &f.edges[i]
	if e.expr == nil {
		return true
	}
	switch e.expr.Kind {
	case rbg.On:
		return f.covers(i, c)
	case rbg.Compare, rbg.Assign:
		return f.verdicts[i].must
	case rbg.Pattern:
		if e.expr.Negative {
			return !f.completed(f.can, e.pattern, c)
		}
		return f.completed(f.must, e.pattern, c)
	case rbg.Shift:
		return f.surely(e.expr.Label, c)
	}
	return true
}

// completed reports whether the pairs include the beginning of a pattern in a
// cell.
func (f *flow) completed(known bitset, pattern, c int32) bool {
	return known.has(f.index(f.patterns[pattern].start, c))
}

// meets reports whether the cell can hold a piece that the edge asks for.
func (f *flow) meets(i, c int32) bool {
	mask := f.masks[i]
	for w, held := range f.hold[int(c)*f.words:][:f.words] {
		if held&mask[w] != 0 {
			return true
		}
	}
	return slices.ContainsFunc(f.putAround(i), func(p int) bool { return bitset(mask).has(p) })
}

// covers reports whether the cell can only hold pieces that the edge asks for.
func (f *flow) covers(i, c int32) bool {
	mask := f.masks[i]
	for w, held := range f.hold[int(c)*f.words:][:f.words] {
		if held&^mask[w] != 0 {
			return false
		}
	}
	return !slices.ContainsFunc(f.putAround(i), func(p int) bool { return !bitset(mask).has(p) })
}

// putAround returns the pieces that the pattern around an edge puts somewhere.
func (f *flow) putAround(i int32) []int {
	if c := f.edges[i].scope; c != outside {
		return f.patternScopes[c].puts
	}
	return nil
}

// holds reports whether a cell can hold a piece outside of patterns.
func (f *flow) holds(c, piece int) bool {
	return f.hold[c*f.words+piece/64]>>(piece%64)&1 != 0
}
