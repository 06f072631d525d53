package lower

import (
	"slices"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// A kind says what a normalised expression is.
type kind uint8

const (
	kMap    kind = iota // go to the image, which is at most one cell
	kRel                // go to one of the cells of a row
	kJump               // go to one of a set of cells, from anywhere
	kOn                 // the piece is of a class
	kMask               // the cell is in a set
	kCmp                // compare
	kPat                // a pattern holds, or does not
	kOff                // modifiers
	kAssign             //
	kSwitch             //
	kSum                // structure
	kCat                //
	kStar               //
)

// An expr is a normalised expression.
type expr struct {
	kind kind
	kids []*expr

	m     *mapping
	rows  []ir.Bits // kRel, by bit
	set   ir.Bits   // kJump, kMask
	class int       // kOn
	cmp   *rbg.Expr // kCmp
	pat   *pattern  // kPat
	neg   bool      // kPat
	src   *rbg.Expr // modifiers
	whole *expr     // kRel, kJump: the expression that it replaces, for sets of cells

	static bool // depends on the board only: shifts and masks
	plain  bool // only shifts, no masks
	mods   bool // has a modifier outside of patterns
	size   int  // nodes of the tree, inner patterns included
}

// A pattern is the contents of {? …} or {! …}. Equal patterns are one object.
type pattern struct {
	id     int
	body   *expr
	mods   bool         // has a modifier, also in inner patterns
	vars   map[int]bool // the variables that it reads
	counts bool         // counts pieces
	ir     int32        // its number in the program, or -1

	tests     []uint64    // of pieces: all of them, computed on demand
	on        []uint64    // the tests of the pieces on cells
	counted   []uint64    // the pieces that are counted
	functions []*function // that run while it is computed
	search    *function   // mods: finds a path
	value     *function   // finds all cells that satisfy it
	result    uint16      // where value leaves them
	code      *function   // tests one cell
}

// reset drops the results of an earlier emission.
func (p *pattern) reset() {
	p.ir, p.functions, p.search, p.value, p.code = -1, nil, nil, nil, nil
}

// runs records functions that run while the pattern is computed.
func (p *pattern) runs(list ...*function) {
	for _, f := range list {
		if !slices.Contains(p.functions, f) {
			p.functions = append(p.functions, f)
		}
	}
}
