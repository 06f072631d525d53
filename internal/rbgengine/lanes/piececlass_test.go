package lanes

import (
	"slices"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg"
)

// TestPieceClasses checks that pieces are equivalent exactly if every test has the same
// answer for both.
func TestPieceClasses(t *testing.T) {
	k := newPieceClasses(5, []uint64{0b00011, 0b10011})
	if want := []int32{0, 0, 2, 2, 4}; !slices.Equal(k.representative, want) {
		t.Errorf("like %v, want %v", k.representative, want)
	}
	if got := k.closure(0b01001); got != 0b01111 {
		t.Errorf("saturated %b", got)
	}
	if got := newPieceClasses(3, nil).closure(0b001); got != 0b111 {
		t.Errorf("if nothing is asked, only %b are alike", got)
	}
}

const corner = `
#players = white(1), black(1)
#pieces = empty, stone, wall
#variables = count(3)
#board = rectangle(up, down, left, right, [empty, empty, empty] [empty, wall, empty])
#home = up* {! up} left* {! left}
#anywhere = (up* + down*) (left* + right*)
#rules = (
    ->white anywhere {empty} [stone] ->> [$ count = count + 1] home
    ->black anywhere {empty, wall} [stone] ->> right {empty} home
)*
`

// TestHome checks that a walk into a corner leads to one cell from everywhere, and
// where the keeper need not know its cell.
func TestHome(t *testing.T) {
	g := rbgenginetest.Parse(t, corner)
	gr, err := newGraph(g)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, nd := range gr.nodes {
		if nd.op == opJump && nd.jump.constant && nd.jump.single() && len(nd.jump.to[0]) == 1 {
			found = true
		}
		if nd.op == opPattern {
			t.Error("a test of the shape of the board is left")
		}
	}
	if !found {
		t.Error("the walk into the corner is not constant")
	}
	u := &keeperUnroller{&unroller{patternEval: &patternEval{symbolic: &symbolic{rules: g, graph: gr}}}}
	var ignores []bool
	for s := 1; s < len(gr.starts); s++ {
		if g.Modifiers[s-1].Kind == rbg.Switch {
			ignores = append(ignores, u.ignoresCell(int32(s)))
		}
	}
	// The switches are those to white, to the keeper, to black, to the keeper.
	if want := []bool{false, true, false, false}; !slices.Equal(ignores, want) {
		t.Errorf("ignoresCell gives %v, want %v", ignores, want)
	}
}

// TestKnown checks what tests say about the cell on which a piece is put.
func TestKnown(t *testing.T) {
	g := rbgenginetest.Parse(t, corner)
	gr, err := newGraph(g)
	if err != nil {
		t.Fatal(err)
	}
	var known []uint64
	for _, nd := range gr.nodes {
		if nd.op == opOff {
			known = append(known, nd.known)
		}
	}
	slices.Sort(known)
	if len(known) != 2 || known[0] != 0b001 || known[1] != 0b101 {
		t.Errorf("known %b", known)
	}
}
