package rbgcheck

import "slices"

// Bounds are the intervals of variables and of the numbers of pieces on the board.
type bounds struct {
	variables, counts []interval
}

func (f *flow) scope(scope int32) *bounds {
	if scope == outside {
		return f.scopes[len(f.scopes)-1]
	}
	return f.scopes[scope]
}

// setScopes computes the bounds of variables and counts, outside of patterns and inside
// each pattern that changes some of them.
func (f *flow) setScopes() {
	plain := &bounds{variables: slices.Clone(f.values), counts: f.counts()}
	f.scopes = f.scopes[:0]
	for i := range f.patternScopes {
		if c := &f.patternScopes[i]; c.changes() {
			f.scopes = append(f.scopes, f.inside(c, plain))
		} else {
			f.scopes = append(f.scopes, plain)
		}
	}
	f.scopes = append(f.scopes, plain)
}

// inside returns the scope of a pattern whose actions change something.
func (f *flow) inside(c *patternScope, plain *bounds) *bounds {
	s := &bounds{variables: slices.Clone(plain.variables), counts: slices.Clone(plain.counts)}
	for v := range c.assigns {
		s.variables[v] = interval{lo: 0, hi: int64(f.game.Bound(v))}
	}
	if len(c.puts) > 0 {
		for p := range s.counts {
			s.counts[p].lo = 0
		}
	}
	for _, p := range c.puts {
		s.counts[p].hi = int64(f.cells * f.weight)
	}
	return s
}

// counts returns how many cells can hold each piece.
func (f *flow) counts() []interval {
	counts := make([]interval, len(f.game.Pieces))
	for c := range f.cells {
		first, several := -1, false
		for p := range counts {
			if f.holds(c, p) {
				counts[p].hi += int64(f.weight)
				several = first >= 0
				first = p
			}
		}
		if first >= 0 && !several {
			counts[first].lo += int64(f.weight)
		}
	}
	f.steps += f.cells * len(counts)
	return counts
}
