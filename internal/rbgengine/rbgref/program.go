package rbgref

import (
	"fmt"

	"ludex/rbg"
)

// An op is what a node does.
type op uint8

const (
	opEnd     op = iota // the expression or pattern is completed
	opSwitch            // a move is completed
	opOff               // modifiers
	opAssign            //
	opShift             // one edge
	opJump              // one of the cells that shifts reach
	opOn                // tests
	opCompare           //
	opPattern           //
	opSplit             // one of several ways
)

// A node is a point of the rules with its operation.
type node struct {
	op    op
	slot  int32 // row of marks, or noSlot where every arrival is new
	next  int32 // where a path continues
	start int32 // opPattern: the first node of the contents
	shift int32 // opJump: the number of the relation
	expr  *rbg.Expr
	ways  []int32 // opSplit: in the order in which they are tried
	edges []int32 // opShift: by cell
}

const noSlot = -1

// A program is the graph of some rules. It is immutable.
type program struct {
	rules  *rbg.Game
	nodes  []node
	starts []int32     // by the index of the switch passed last: where a move begins
	shifts []*rbg.Expr // by number of relation
	slots  int
}

// compile makes the graph of a game's rules.
func compile(g *rbg.Game) (*program, error) {
	if len(g.Pieces) > maxPieceKinds {
		return nil, fmt.Errorf("%d kinds of pieces are too many: the limit is %d", len(g.Pieces), maxPieceKinds)
	}
	c := &compiler{program: &program{rules: g, starts: make([]int32, len(g.Modifiers)+1)},
		patterns: map[*rbg.Expr]int32{}, shiftSizes: map[*rbg.Expr]int{}, relations: map[string]int32{}}
	c.starts[0] = c.place(g.Rules, c.add(node{op: opEnd}))
	if c.err != nil {
		return nil, c.err
	}
	c.assignSlots()
	return c.program, nil
}

// assignSlots gives a row of marks to every node that can be reached twice with the
// same cell between two modifiers although its predecessors are not: one with
// several predecessors, or one behind shifts that lead from several cells to one.
func (p *program) assignSlots() {
	arrivals := make([]uint8, len(p.nodes))
	arrive := func(n int32, times uint8) { arrivals[n] = min(arrivals[n]+times, 2) }
	apart := make([]bool, len(p.rules.Board.Labels)) // labels that are injective
	for l := range apart {
		apart[l] = injective(p.rules.Board.Edges[l])
	}
	for i := range p.nodes {
		switch n := &p.nodes[i]; {
		case n.op == opSplit:
			for _, w := range n.ways {
				arrive(w, 1)
			}
		case n.op == opJump || n.op == opShift && !apart[n.expr.Label]:
			arrive(n.next, 2)
		case n.op != opEnd && n.op != opSwitch:
			arrive(n.next, 1)
		}
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.slot = noSlot; arrivals[i] > 1 {
			n.slot = int32(p.slots)
			p.slots++
		}
	}
}

// injective reports whether edges lead from different cells to different cells.
func injective(edges []int32) bool {
	reached := make([]bool, len(edges))
	for _, to := range edges {
		if to == rbg.NoCell {
			continue
		}
		if reached[to] {
			return false
		}
		reached[to] = true
	}
	return true
}
