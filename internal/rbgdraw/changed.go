package rbgdraw

import (
	"slices"

	"ludex/internal/rbgengine/rbgplay"
)

// Changed returns the cells that a move has changed, for [Options.Last]: the cells
// of its actions, in order, whose piece is different than before. Actions that
// change no piece are left out, since they would confuse people. If only the
// keeper has changed pieces after the move, these cells are returned.
func Changed(before, after *rbgplay.Position, move []rbgplay.Action) []int {
	n := min(len(before.Pieces), len(after.Pieces))
	changed := func(c int) bool { return c >= 0 && c < n && before.Pieces[c] != after.Pieces[c] }
	var cells []int
	for _, a := range move {
		if c := int(a.Cell); changed(c) && !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	if cells != nil {
		return cells
	}
	for c := range n {
		if changed(c) {
			cells = append(cells, c)
		}
	}
	return cells
}
