package gdldraw

import "slices"

// differ reports whether a cell holds different pieces, ignoring lifetimes.
func differ(a, b []stone) bool {
	return !slices.EqualFunc(a, b, func(s, t stone) bool { return s.piece == t.piece })
}

// moved finds where the last move took a piece from, and where to, if that is all
// it did.
func (sh *sheet) moved() (from, to [3]int, ok bool) {
	var left, came []([3]int)
	for p := range sh.old {
		for r := range sh.old[p] {
			for c := range sh.old[p][r] {
				was, is := sh.old[p][r][c].stones, sh.cells[p][r][c].stones
				switch {
				case !sh.cells[p][r][c].changed:
				case len(was) > 0 && len(is) == 0:
					left = append(left, [3]int{p, r, c})
				case len(is) > 0:
					came = append(came, [3]int{p, r, c})
				}
			}
		}
	}
	if len(left) != 1 || len(came) != 1 {
		return from, to, false
	}
	from, to = left[0], came[0]
	piece := sh.old[from[0]][from[1]][from[2]].stones[0].piece
	return from, to, sh.cells[to[0]][to[1]][to[2]].stones[0].piece == piece
}
