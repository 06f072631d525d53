package lower

// Moves of a modifier are found for all cells at once by a tree of tests: one for
// every direction and distance. If there are few cells to begin with, it is less
// work to go from each of them: a table has the cells that a shift reaches, and a
// line is looked up at once, whereas a tree asks after every step whether anybody
// has come so far, which a processor cannot guess. How much less depends on the
// number of pieces; those with which the game begins are taken as a measure.

// cellCost is what it takes to make a modifier on one cell, go on from there and
// take it back, in tests of a tree: each of these is some ten machine instructions.
const cellCost = 14

// cellsFirst reports whether the moves behind a modifier are rather found from
// each of its cells than by a tree for all of them.
func (g *treeEmitter) cellByCell(p operand, t *tree) bool {
	size, ok := t.size()
	cells := g.expected(p)
	return ok && cells > 0 && size > cellCost*cells
}

// expected returns how many cells of a place there are in the beginning.
func (g *treeEmitter) expected(p operand) int {
	switch {
	case p.single():
		return 1
	case p.on == 0:
		return g.board.cells
	}
	n := 0
	for i := range g.game.Board.Cells {
		n += int(p.on >> g.game.Board.Cells[i].Piece & 1)
	}
	return n
}

// size returns how many tests a tree has up to the next modifiers. It fails if there are patterns among
// them, which are rather tested for all cells at once.
func (t *tree) size() (n int, ok bool) {
	ok = true
	var count func(list []*branch)
	count = func(list []*branch) {
		for _, b := range list {
			n++
			ok = ok && b.kind != kPat
			count(b.kids)
		}
	}
	count(t.roots)
	return n, ok
}
