package lower

// A tree of tests finds the moves of a modifier for all cells at once, with one test
// per direction and distance. For a few cells, it is faster to start from each of
// them: tables have the cells that shifts reach, and lines are looked up at once,
// while a tree branches unpredictably after every step. The cost is estimated with
// the number of pieces on the initial board.

// cellCost is the cost of applying a modifier to one cell, going on from there
// and undoing it, in tests of a tree; each of these is some ten machine
// instructions.
const cellCost = 14

// cellByCell reports whether it is cheaper to find the moves from each cell than
// by a tree for all of them.
func (g *treeEmitter) cellByCell(p operand, t *tree) bool {
	size, ok := t.size()
	cells := g.expectedCells(p)
	return ok && cells > 0 && size > cellCost*cells
}

// expectedCells returns how many cells of an operand there are on the initial
// board.
func (g *treeEmitter) expectedCells(p operand) int {
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

// size returns the number of tests up to the next modifiers. It fails if there
// are patterns among them, which are better tested for all cells at once.
func (t *tree) size() (n int, ok bool) {
	ok = true
	var count func(list []*testNode)
	count = func(list []*testNode) {
		for _, b := range list {
			n++
			ok = ok && b.kind != kPat
			count(b.kids)
		}
	}
	count(t.roots)
	return n, ok
}
