package gdldraw

import (
	"context"

	"ludex/gdl"
)

// Options selects what a drawing shows besides the position.
type Options struct {
	Title  string   // printed above the board
	Before []string // the facts before the last move, whose changes are highlighted; nil if there was none
	Color  bool     // Text uses ANSI colours instead of brackets
	Over   bool     // the play has ended
	Hidden bool     // the facts are only what is certain
}

// A Board draws the positions of a game. It is immutable and safe for concurrent use.
type Board struct {
	model *model
	grids []*grid
}

// New analyses the rules of a game. What it cannot find out within its limits is drawn
// as a list. It fails if the context ends first.
func New(ctx context.Context, p *gdl.Program) (*Board, error) {
	m := newModel(ctx, p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	finder := newBoardFinder(m)
	b := &Board{m, finder.findGrids()}
	finder.findHexagons(m.reach, b.grids)
	m.reach = nil
	for i, g := range b.grids {
		g.number = i
		g.targets = m.findTargets(g)
	}
	return b, nil
}

// HasGrid reports whether positions are drawn as a board, not only as a list of facts.
func (b *Board) HasGrid() bool { return len(b.grids) > 0 }
