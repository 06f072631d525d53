package board

import "slices"

// Pieces returns how many pieces each role has on the boards of a position.
func (b *Board) Pieces(facts []string) []int {
	counts := make([]int, len(b.drawer.roles()))
	for _, f := range facts {
		if _, piece, ok := b.drawer.content(f); ok && piece != "" {
			if owner := b.Owner(piece); owner >= 0 && owner < len(counts) {
				counts[owner]++
			}
		}
	}
	return counts
}

// Taken returns the pieces, as people call them, that each role loses by changes, where it is clear which they are: a
// role loses as many as leave cells to which it brings nothing.
func (b *Board) Taken(changes []Change) [][]string {
	taken := make([][]string, len(b.drawer.roles()))
	for r, n := range b.Lost(changes) {
		if n == 0 {
			continue
		}
		isOwn := func(piece string) bool { return b.Owner(piece) == r }
		for _, c := range changes {
			if slices.ContainsFunc(c.Gained, isOwn) {
				continue
			}
			for _, piece := range c.Lost {
				if isOwn(piece) {
					taken[r] = append(taken[r], b.pieceName(piece))
				}
			}
		}
		if len(taken[r]) != n {
			taken[r] = nil
		}
	}
	return taken
}

// Lost returns how many pieces each role loses by changes. A piece that is replaced by one
// that came from nowhere has been turned, and is not lost.
func (b *Board) Lost(changes []Change) []int {
	lost := make([]int, len(b.drawer.roles()))
	left := make([]bool, len(lost)) // a piece of the role left a cell
	each := func(pieces []string, do func(owner int)) {
		for _, p := range pieces {
			if owner := b.Owner(p); owner >= 0 && owner < len(lost) {
				do(owner)
			}
		}
	}
	for _, c := range changes {
		each(c.Lost, func(owner int) { lost[owner]++; left[owner] = true })
		each(c.Gained, func(owner int) { lost[owner]-- })
	}
	for _, c := range changes {
		turned := false
		each(c.Gained, func(owner int) { turned = turned || !left[owner] })
		if turned {
			each(c.Lost, func(owner int) { lost[owner]-- })
		}
	}
	for r := range lost {
		lost[r] = max(0, lost[r])
	}
	return lost
}
