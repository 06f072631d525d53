package gdldraw

import "slices"

// maxCells is how many cells a board can have.
const maxCells = 1 << 16

// usable reports whether an argument can be a coordinate.
func (r *relation) usable(arg int) bool {
	return r.args[arg] != nil && len(r.args[arg].values) > 1
}

// alike reports whether two axes have the same values.
func alike(a, b *axis) bool { return slices.Equal(a.values, b.values) }

// within reports whether an axis is a subset of another one.
func within(a, b *axis) bool {
	for _, v := range a.values {
		if _, ok := b.index[v]; !ok {
			return false
		}
	}
	return true
}

// ofRoles reports whether all values of an axis are roles.
func (s *model) ofRoles(a *axis) bool {
	for _, v := range a.values {
		if !slices.Contains(s.roles, v) {
			return false
		}
	}
	return true
}

// asLayer finds the arguments of a relation that are coordinates: a minimal key in the
// sampled positions. It returns nil if there are none.
func (s *boardFinder) asLayer(r *relation) *layer {
	if r.count < 4 {
		return nil
	}
	for n := 2; n <= 4; n++ {
		var best []int
		most := 0
		choose(len(r.args), n, func(args []int) {
			if score := s.scoreKey(r, args); score > most {
				best, most = slices.Clone(args), score
			}
		})
		if best != nil {
			return s.newLayer(r, s.arrange(r, s.completed(r, best))...)
		}
	}
	return nil
}

// completed returns coordinates with one more, such as the level of a pyramid, if several
// things lie on a cell without it, and never with it.
func (s *boardFinder) completed(r *relation, args []int) []int {
	if r.isKey(args...) || len(args) > 3 || len(r.args) < len(args)+2 {
		return args
	}
	for more := range r.args {
		if with := slices.Sorted(slices.Values(append(slices.Clone(args), more))); !slices.Contains(args, more) && s.scoreKey(r, with) > 0 && r.isKey(with...) {
			return with
		}
	}
	return args
}

// choose calls visit for all k-element subsets of n numbers, in lexicographic
// order.
func choose(n, k int, visit func([]int)) {
	const most = 8 // arguments; relations with more are not boards
	if n > most {
		return
	}
	list := make([]int, 0, k)
	var extend func(from int)
	extend = func(from int) {
		if len(list) == k {
			visit(list)
			return
		}
		for i := from; i < n; i++ {
			list = append(list, i)
			extend(i + 1)
			list = list[:len(list)-1]
		}
	}
	extend(0)
}

// scoreKey rates arguments as coordinates; 0 is unsuitable.
func (s *boardFinder) scoreKey(r *relation, args []int) int {
	cells := 1
	for _, arg := range args {
		if !r.usable(arg) {
			return 0
		}
		cells *= len(r.args[arg].values)
	}
	if cells > maxCells {
		return 0
	}
	complete := r.isComplete(args...)
	if !s.suits(r, args, complete) || !r.isMinimalKey(args, complete) {
		return 0
	}
	score := 1
	for _, arg := range args {
		score += 2 * int(r.args[arg].order)
	}
	if alike(r.args[args[0]], r.args[args[len(args)-1]]) {
		score += 3
	}
	return score + r.evidence(args)
}

// evidence rates how clearly arguments are coordinates: few facts should share a cell,
// and many a column or row.
func (r *relation) evidence(args []int) int {
	least := r.count
	for _, arg := range args {
		least = min(least, r.repeats(arg))
	}
	return (20*(r.count-r.repeats(args...)) + 15*least) / max(1, r.count)
}

// suits reports whether the orders of arguments make them coordinates. Any order does if
// every cell always has a content. Otherwise the rules must give the order of one
// coordinate, or of all without contents.
func (s *boardFinder) suits(r *relation, args []int, complete bool) bool {
	least, most, roles := byValue, byText, false
	for _, arg := range args {
		least, most = min(least, r.args[arg].order), max(most, r.args[arg].order)
		roles = roles || s.ofRoles(r.args[arg])
	}
	switch bare := len(args) == len(r.args); {
	case bare:
		return len(args) == 2 && least >= byChain && !roles
	case complete:
		return !roles || r.isKey(args...)
	case r.isLine(args):
		return false
	}
	return most >= byChain && (!roles || len(args) > 2)
}

// isLine reports whether other arguments of a relation have the same values as
// coordinates, as if it were about two places. A single one may be a content.
func (r *relation) isLine(args []int) bool {
	others := 0
	for i, a := range r.args {
		if !slices.Contains(args, i) && a != nil && alike(a, r.args[args[0]]) {
			others++
		}
	}
	return others > 0 && len(args) != 2 || others > 1
}

// isMinimalKey reports whether arguments are a minimal key. If every cell always has
// a content, a few exceptions are allowed.
func (r *relation) isMinimalKey(args []int, complete bool) bool {
	if !r.isNearlyKey(args...) && !(complete && 2*r.repeats(args...) <= r.count) {
		return false
	}
	fewer := false
	choose(len(args), len(args)-1, func(some []int) {
		subset := make([]int, len(some))
		for i, n := range some {
			subset[i] = args[n]
		}
		fewer = fewer || r.isKey(subset...)
	})
	return !fewer
}

// arrange puts coordinates in the order column, row, panel. With four, the last
// two are within a panel; with three, the two that are alike are.
func (s *boardFinder) arrange(r *relation, args []int) []int {
	switch len(args) {
	case 3:
		for _, pair := range [][3]int{{0, 1, 2}, {1, 2, 0}, {0, 2, 1}} {
			if alike(r.args[args[pair[0]]], r.args[args[pair[1]]]) {
				return s.turned(r, []int{args[pair[0]], args[pair[1]], args[pair[2]]})
			}
		}
	case 4:
		return s.turned(r, []int{args[2], args[3], args[0], args[1]})
	}
	return s.turned(r, args)
}

// turned exchanges columns and rows where positions are read like a matrix.
func (s *boardFinder) turned(r *relation, args []int) []int {
	if s.isMatrix(r, args) {
		args = slices.Clone(args)
		args[0], args[1] = args[1], args[0]
		if len(args) == 4 {
			args[2], args[3] = args[3], args[2]
		}
	}
	return args
}

// isMatrix reports whether a position is read like a matrix: the first
// coordinate is the row, and rows go down. Puzzles of one player with numbers for
// coordinates and something on every cell are mostly meant that way. On other
// boards the first coordinate goes to the right and the second one up.
func (s *boardFinder) isMatrix(r *relation, args []int) bool {
	return len(s.players()) == 1 && r.args[args[0]].order == byValue && r.args[args[1]].order == byValue &&
		len(r.args) > len(args) && r.isComplete(args...)
}
