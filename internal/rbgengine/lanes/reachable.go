package lanes

import (
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// A reachability is a forward data-flow analysis over nodes and cells. It finds which
// pieces each cell can ever hold and where moves can begin, starting with the initial
// position. It ignores variables, takes patterns to hold where the shape of the board
// allows, and forgets in which order pieces are written.
type reachability struct {
	*graph
	found *domains
	known []uint64 // by node and cell: the pieces that the cell can hold there, 0 if unreached
	// entered holds for each cell the nodes that are reached on it without a test since
	// the cell became the current one.
	entered []map[int32]bool
	todo    []nodeOnCell
}

type nodeOnCell struct{ node, cell int32 }

// maxReachable bounds the pairs of nodes and cells.
const maxReachable = 20_000_000

// limit reduces domains to the pieces and beginnings that are reachable. It leaves them
// as they are if the rules are too large.
func (s *domains) limit(gr *graph, first *rbgplay.Position) {
	cells := len(gr.rules.Board.Cells)
	if len(gr.nodes)*cells > maxReachable {
		return
	}
	r := &reachability{graph: gr, found: emptyDomains(gr.rules), known: make([]uint64, len(gr.nodes)*cells)}
	for range cells {
		r.entered = append(r.entered, map[int32]bool{})
	}
	r.found.add(first)
	r.enter(gr.starts[first.Switch], first.Cell)
	for len(r.todo) > 0 {
		at := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		r.follow(at.node, at.cell)
	}
	s.pieces, s.at = r.found.pieces, r.found.at
}

// reach notes that a node is reached on a cell that holds one of some pieces.
func (r *reachability) reach(n, cell int32, pieces uint64) {
	known := &r.known[int(n)*len(r.found.pieces)+int(cell)]
	if pieces&^*known != 0 {
		*known |= pieces
		r.todo = append(r.todo, nodeOnCell{n, cell})
	}
}

// enter notes that a node is reached on a cell of which nothing else is known.
func (r *reachability) enter(n, cell int32) {
	r.entered[cell][n] = true
	r.reach(n, cell, r.found.pieces[cell])
}

// write notes that a cell can hold a piece.
func (r *reachability) write(cell int32, piece int) {
	if r.found.pieces[cell]>>piece&1 == 1 {
		return
	}
	r.found.pieces[cell] |= 1 << piece
	for n := range r.entered[cell] {
		r.reach(n, cell, r.found.pieces[cell])
	}
}

func (r *reachability) follow(n, cell int32) {
	nd, pieces := &r.nodes[n], r.known[int(n)*len(r.found.pieces)+int(cell)]
	switch nd.op {
	case opEnd:
	case opSplit:
		for _, w := range nd.ways {
			r.reach(w, cell, pieces)
		}
	case opJump:
		for _, t := range nd.jump.to[cell] {
			r.enter(nd.next, t)
		}
	case opOn:
		r.reach(nd.next, cell, pieces&nd.mask)
	case opOff:
		r.write(cell, nd.expr.Piece)
		r.reach(nd.next, cell, 1<<nd.expr.Piece)
	case opPattern:
		if r.mayHold(nd, cell) {
			r.reach(nd.next, cell, pieces)
		}
	case opSwitch:
		if nd.expr.Player != rbg.Keeper {
			r.found.at.put(cell)
		}
		r.reach(nd.next, cell, pieces)
	default:
		r.reach(nd.next, cell, pieces)
	}
}

// mayHold reports whether the shape of the board lets a pattern hold on a cell.
func (r *reachability) mayHold(nd *node, cell int32) bool {
	jump := &r.nodes[nd.start]
	if jump.op != opJump || r.nodes[jump.next].op != opEnd {
		return true
	}
	return (len(jump.jump.to[cell]) > 0) != nd.expr.Negative
}
