package lanes

import "slices"

// Rivals are groups of which at most one can have one of some values: cells on which
// there is at most one piece of a kind.
type rivals struct {
	unique []uint64 // sets of pieces of which there is at most one
	boards []map[int32]int32
}

// maxBoards bounds how many boards are looked at.
const maxBoards = 16

// add makes the cells of a version rivals.
func (r *rivals) add(u *unroller, v *version) {
	if len(r.unique) == 0 || len(r.boards) == maxBoards {
		return
	}
	board := map[int32]int32{} // cells by group
	for c, id := range v.slots[:u.cells] {
		if x := &u.all[id]; x.kind == valueGroup {
			board[x.group] = int32(c)
		}
	}
	r.boards = append(r.boards, board)
}

// exclude reports whether two groups cannot have some values at once.
func (r *rivals) exclude(a int32, some uint64, b int32, others uint64) bool {
	if !slices.ContainsFunc(r.unique, func(m uint64) bool { return (some|others)&^m == 0 }) {
		return false
	}
	return slices.ContainsFunc(r.boards, func(board map[int32]int32) bool {
		x, first := board[a]
		y, second := board[b]
		return first && second && x != y
	})
}
