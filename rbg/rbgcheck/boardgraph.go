package rbgcheck

import "ludex/rbg"

// maxPairs bounds the work on cells: pairs of a node and a cell, and pairs of a
// cell and a piece. Boards that are too large are analysed as if they had one cell.
const maxPairs = 1 << 24

// A boardGraph is the board of an analysis: cells with the edges between them. If it is
// blurred, it is an abstraction in which a single cell represents all of them. That cell
// has an edge if any cell has it.
type boardGraph struct {
	cells      int
	weight     int       // how many cells of the board one cell represents
	next       [][]int32 // by label and cell: where the edge leads, or rbg.NoCell
	everywhere []bool    // by label: every cell of the board has the edge
	before     []reverse // by label
	words      int       // of a set of pieces
	initial    []uint64  // by cell: the set of pieces on it at the beginning
}

// A reverse holds the edges of a label backwards: the cells with an edge into cell c are
// from[start[c]:start[c+1]].
type reverse struct {
	start, from []int32
}

// newBoardGraph returns the graph for an automaton with a number of nodes.
func newBoardGraph(g *rbg.Game, nodes int) *boardGraph {
	board := g.Board
	t := &boardGraph{cells: len(board.Cells), weight: 1, next: board.Edges, words: (len(g.Pieces) + 63) / 64}
	blurred := t.cells*max(nodes, 64*t.words) > maxPairs
	for _, edges := range board.Edges {
		t.everywhere = append(t.everywhere, countEdges(edges) == len(edges))
	}
	if blurred {
		t.blur()
	}
	for _, edges := range t.next {
		t.before = append(t.before, newReverse(edges))
	}
	t.initial = make([]uint64, t.cells*t.words)
	for i, cell := range board.Cells {
		t.initial[(i/t.weight)*t.words+cell.Piece/64] |= 1 << (cell.Piece % 64)
	}
	return t
}

func countEdges(edges []int32) int {
	n := 0
	for _, to := range edges {
		if to != rbg.NoCell {
			n++
		}
	}
	return n
}

// blur merges all cells into one.
func (t *boardGraph) blur() {
	next := make([][]int32, len(t.next))
	for label, edges := range t.next {
		next[label] = []int32{rbg.NoCell}
		if countEdges(edges) > 0 {
			next[label][0] = 0
		}
	}
	t.next, t.weight, t.cells = next, t.cells, 1
}

func newReverse(edges []int32) reverse {
	r := reverse{start: make([]int32, len(edges)+1), from: make([]int32, countEdges(edges))}
	for _, to := range edges {
		if to != rbg.NoCell {
			r.start[to+1]++
		}
	}
	for c := range edges {
		r.start[c+1] += r.start[c]
	}
	fill := append([]int32(nil), r.start...)
	for c, to := range edges {
		if to != rbg.NoCell {
			r.from[fill[to]] = int32(c)
			fill[to]++
		}
	}
	return r
}

// into returns the cells from which an edge with the label leads to c.
func (t *boardGraph) into(label int, c int32) []int32 {
	r := &t.before[label]
	return r.from[r.start[c]:r.start[c+1]]
}

// surely reports whether every cell that c represents has an edge with the label.
func (t *boardGraph) surely(label int, c int32) bool {
	return t.everywhere[label] || t.weight == 1 && t.next[label][c] != rbg.NoCell
}
