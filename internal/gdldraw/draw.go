package gdldraw

import (
	"context"

	"ludex/gdl"
)

// Options say what a drawing shows besides the position.
type Options struct {
	Title  string   // stands above the board
	Before []string // the facts before the last move, whose changes are highlighted; nil if there was none
	Color  bool     // Text uses ANSI colours instead of brackets
	Over   bool     // the play has ended
	Hidden bool     // the facts are only what is certain
}

// A Board knows how to draw the positions of a game. It does not change, and is
// safe for concurrent use.
type Board struct {
	study *study
	grids []*grid
}

// New studies the rules of a game. What it cannot find out within its limits, it
// draws as a list. It fails when the context ends before it knows.
func New(ctx context.Context, p *gdl.Program) (*Board, error) {
	s := newStudy(ctx, p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	b := &Board{s, s.findGrids()}
	s.findHexagons(s.reach, b.grids)
	s.reach = nil
	for i, g := range b.grids {
		g.number = i
		g.targets = s.findTargets(g)
	}
	return b, nil
}

// HasGrid reports whether positions are drawn as a board, and not merely as a
// list of facts.
func (b *Board) HasGrid() bool { return len(b.grids) > 0 }
