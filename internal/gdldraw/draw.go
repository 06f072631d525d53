// Package gdldraw draws a position of a game of the GDL family as text or as an SVG
// image. The input is a description and the facts of a position. The output is a board
// where the facts have the structure of one, and a list of the other facts.
//
// No word has a fixed meaning: a scrambled game has the same board with other words on
// it. Arguments of a relation are coordinates if their values are ordered and if they
// form a key of the relation in the positions of a few random plays (coords.go). The
// order comes from numbers or from a successor relation of the rules, otherwise from
// single letters, numbered words or the text of the rules (axis.go). A third and
// a fourth coordinate put panels side by side. Values that a table of the rules lists
// with two coordinates are names of cells (named.go). Relations with the same
// coordinates share a board if their facts seldom clash (boards.go).
//
// The first coordinate goes right and the second one up, as in most rules. Single-player
// puzzles with numbered rows and columns and a content on every cell are laid out like
// a matrix, down and to the right.
//
// The content that means "empty" is found by its frequency and by how rules use it
// (blank.go). A piece belongs to the role that its content names, that the rules link
// with it, or whose moves put it; otherwise names are compared (owner.go).
//
// Equal arguments give equal drawings.
package gdldraw

import (
	"bufio"
	"context"
	"slices"

	"ludex/gdl"
	"ludex/internal/picture"
)

// Options selects what a drawing shows besides the position.
type Options struct {
	Title  string   // printed above the board
	Before []string // the facts before the last move, whose changes are highlighted; nil if there was none
	Color  bool     // Text uses ANSI colours instead of brackets
	Over   bool     // the play has ended
	Hidden bool     // the facts are only what is certain
	// Possible are facts that may be true besides, in a drawing of what is certain.
	Possible []string
	Last     []string // the last joint move, by role
	// Symbols are the symbols of pieces in a text, by their IDs, instead of letters.
	Symbols map[string]string
	// Names are the names of pieces in the legend of a text, by their IDs, instead of those in the rules.
	Names map[string]string
	// Dress changes parts before they are written as text, as a presentation says; or nil.
	Dress func(*picture.Part)
	// Boards writes the boards of a text instead; or nil.
	Boards func(out *bufio.Writer)
}

// A Board draws the positions of a game. It is immutable and safe for concurrent use.
type Board struct {
	model *model
	grids []*grid
	parts []*part

	targets  memo[[]string] // by the text of a move
	anyCells memo[bool]
	contents memo[cellContent] // by the text of a fact
}

// New analyses the rules of a game. What it cannot find out within its limits is drawn
// as a list. It fails if the context ends first. The parts are what a presentation says
// that relations are, by their names.
func New(ctx context.Context, p *gdl.Program, parts map[string]PartChoice) (*Board, error) {
	m := newModel(ctx, p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	finder := newBoardFinder(m)
	finder.chosen = parts
	b := &Board{model: m, grids: finder.findGrids()}
	finder.findHexagons(m.reach, b.grids)
	finder.findWalls(b.grids)
	finder.findTints(b.grids)
	b.parts = m.findParts(b.left(), parts)
	m.reach = nil
	for i, g := range b.grids {
		g.number = i
		g.targets = m.findTargets(g)
	}
	return b, nil
}

// A PartChoice says how a presentation wants the facts of a relation to be drawn.
type PartChoice struct {
	Kind  string // one of [PartNames], or empty
	Shows []int  // the arguments that are written on a thing, from 1; nil for all that say what it is
}

// PartNames are the names of what a presentation can say that a relation is. What is none
// is not drawn; backs are as many cards face down as a fact says.
var PartNames = []string{"backs", "cards", "coins", "dice", "none", "pegs", "scale", "switch", "tokens", "words"}

// left returns the relations that are on no board.
func (b *Board) left() []*relation {
	return slices.DeleteFunc(slices.Clone(b.model.relations), func(r *relation) bool {
		return on(b.grids, r)
	})
}

// HasGrid reports whether positions are drawn as a board, not only as a list of facts.
func (b *Board) HasGrid() bool { return len(b.grids) > 0 }

// Relations returns the names of the relations of positions, sorted.
func (b *Board) Relations() []string {
	var list []string
	for _, r := range b.model.relations {
		list = append(list, r.symbol.Name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Knows reports whether a word is in the rules.
func (b *Board) Knows(word string) bool { _, ok := b.model.rank[word]; return ok }

// Pairs returns the pairs of constants that the rules list for a relation.
func (b *Board) Pairs(relation string) [][2]string {
	var list [][2]string
	for i := range b.model.program.Clauses {
		c := &b.model.program.Clauses[i]
		if h := &c.Head; len(c.Body) == 0 && h.Name == relation && len(h.Args) == 2 {
			list = append(list, [2]string{h.Args[0].Name, h.Args[1].Name})
		}
	}
	return list
}
