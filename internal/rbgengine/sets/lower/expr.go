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
	kJump               // go to one of a set, from wherever
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
	whole *expr     // kRel, kJump: what it was made of, for sets

	static bool // depends on no state: shifts and masks only
	plain  bool // only shifts, no masks
	mods   bool // has a modifier outside of patterns
	size   int  // of the tree, patterns in it included
}

// A pattern is the contents of {? …} or {! …}. Equal ones are one.
type pattern struct {
	id     int
	body   *expr
	mods   bool         // has a modifier, also in patterns in it
	vars   map[int]bool // the variables that it reads
	counts bool         // counts pieces
	ir     int32

	tests     []uint64    // of pieces, once they are asked for
	on        []uint64    // those of what lies on a cell
	counted   []uint64    // those for the sake of numbers
	functions []*function // that run while it is computed
	search    *function   // mods: finds a path
	value     *function   // finds all cells that satisfy it
	result    uint16      // where value leaves them
	code      *function   // tests one cell
}

// reset drops what was made for a program that became too large.
func (p *pattern) reset() {
	p.ir, p.functions, p.search, p.value, p.code = -1, nil, nil, nil, nil
}

// runs notes functions that run while the pattern is computed.
func (p *pattern) runs(list ...*function) {
	for _, f := range list {
		if !slices.Contains(p.functions, f) {
			p.functions = append(p.functions, f)
		}
	}
}
