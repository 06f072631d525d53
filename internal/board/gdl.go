package board

import (
	"context"
	"io"

	"ludex/internal/gdldraw"
	"ludex/internal/picture"
	"ludex/rules"
)

// A gdlDrawer draws the positions of a game in the GDL family.
type gdlDrawer struct {
	rules *rules.Rules
	board *gdldraw.Board
}

func newGDLDrawer(ctx context.Context, r *rules.Rules, parts map[string]gdldraw.PartChoice) (*gdlDrawer, error) {
	b, err := gdldraw.New(ctx, r.GDL, parts)
	return &gdlDrawer{r, b}, err
}

func (d *gdlDrawer) hasGrid() bool { return d.board.HasGrid() }

func (d *gdlDrawer) hasThings() bool { return d.board.HasThings() }

func (d *gdlDrawer) cellRole(cell string) int { return d.board.CellRole(cell) }

func (d *gdlDrawer) roles() []string { return d.board.Roles() }

func (d *gdlDrawer) pieces() []string { return d.board.Pieces() }

func options(p Position) gdldraw.Options {
	return gdldraw.Options{Title: p.Title, Before: p.Before, Over: p.Over, Hidden: p.Hidden, Possible: p.Possible, Last: p.Last}
}

func (d *gdlDrawer) scene(p Position) (*picture.Scene, error) {
	return d.board.Scene(p.Facts, options(p)), nil
}

func (d *gdlDrawer) text(w io.Writer, p Position, look textLook) error {
	opt := options(p)
	opt.Color, opt.Symbols, opt.Names, opt.Dress = look.color, look.symbols, look.names, look.dress
	opt.Boards = look.boards
	return d.board.Text(w, p.Facts, opt)
}

func (d *gdlDrawer) target(move string) []string { return d.board.Target(move) }

func (d *gdlDrawer) anyCell(move string) bool { return d.board.AnyCell(move) }

func (d *gdlDrawer) content(fact string) (cell, piece string, ok bool) { return d.board.Content(fact) }

func (d *gdlDrawer) emptied(fact string) string { return d.board.Emptied(fact) }

func (d *gdlDrawer) owner(piece string) int { return d.board.Owner(piece) }

func (d *gdlDrawer) cells() []Cell {
	var list []Cell
	for _, c := range d.board.Cells() {
		list = append(list, Cell(c))
	}
	return list
}

func (d *gdlDrawer) facts(p Position) []Group {
	var list []Group
	for _, g := range d.board.Rest(p.Facts, options(p)) {
		list = append(list, Group(g))
	}
	return list
}

func (d *gdlDrawer) example() []string { return d.board.Example() }

func (d *gdlDrawer) relations() []string { return d.board.Relations() }

func (d *gdlDrawer) knows(word string) bool { return d.board.Knows(word) }

func (d *gdlDrawer) pairs(relation string) [][2]string { return d.board.Pairs(relation) }
