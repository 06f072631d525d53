package lanes

import "slices"

// exclusions are mutual exclusions between groups: of the cells of a board, at most one
// holds a unique piece.
type exclusions struct {
	unique []uint64          // sets of pieces with at most one on the board
	boards []map[int32]int32 // cells by group
}

// maxBoards bounds the boards.
const maxBoards = 16

// add adds the cells of a version.
func (r *exclusions) add(u *symbolic, v *version) {
	if len(r.unique) == 0 || len(r.boards) == maxBoards {
		return
	}
	board := map[int32]int32{}
	for c, id := range v.slots[:u.cells] {
		if x := &u.all[id]; x.kind == valueGroup {
			board[x.group] = int32(c)
		}
	}
	r.boards = append(r.boards, board)
}

// exclude reports whether group a with a value of some excludes group b with a value of
// others.
func (r *exclusions) exclude(a int32, some uint64, b int32, others uint64) bool {
	if !slices.ContainsFunc(r.unique, func(m uint64) bool { return (some|others)&^m == 0 }) {
		return false
	}
	return slices.ContainsFunc(r.boards, func(board map[int32]int32) bool {
		x, first := board[a]
		y, second := board[b]
		return first && second && x != y
	})
}
