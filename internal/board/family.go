package board

import (
	"context"
	"io"

	"ludex/internal/gdldraw"
	"ludex/internal/picture"
	"ludex/rules"
)

// A family draws the positions of a game of the GDL family.
type family struct {
	rules *rules.Rules
	board *gdldraw.Board
}

func newFamily(ctx context.Context, r *rules.Rules) (*family, error) {
	b, err := gdldraw.New(ctx, r.GDL)
	return &family{r, b}, err
}

func (d *family) hasGrid() bool { return d.board.HasGrid() }

func (d *family) roles() []string { return d.board.Roles() }

func (d *family) pieces() []string { return d.board.Pieces() }

func options(p Position) gdldraw.Options {
	return gdldraw.Options{Title: p.Title, Before: p.Before, Over: p.Over, Hidden: p.Hidden}
}

func (d *family) scene(p Position) (*picture.Scene, error) {
	return d.board.Scene(p.Facts, options(p)), nil
}

func (d *family) text(w io.Writer, p Position, color bool) error {
	opt := options(p)
	opt.Color = color
	return d.board.Text(w, p.Facts, opt)
}

func (d *family) target(move string) []string { return d.board.Target(move) }

func (d *family) cells() []Cell {
	var list []Cell
	for _, c := range d.board.Cells() {
		list = append(list, Cell(c))
	}
	return list
}

func (d *family) facts(p Position) []Group {
	var list []Group
	for _, g := range d.board.Rest(p.Facts, options(p)) {
		list = append(list, Group(g))
	}
	return list
}
