package rbgdraw

import (
	"io"
	"slices"
	"strings"

	"ludex/internal/picture"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// Scene lays out a position for an image: the board with its coordinates, the
// last move, who is to move, and the variables.
func (b *Board) Scene(p *rbgplay.Position, opt Options) (*picture.Scene, error) {
	s, err := b.newScene(p, opt)
	if err != nil {
		return nil, err
	}
	out := &picture.Scene{Title: opt.Title, Over: opt.Over, Parts: s.parts(), Describe: strings.Join(s.status(), "; ")}
	if opt.Over {
		out.Notes = []string{s.mover()}
	}
	for _, key := range playerKeys(b.game) {
		out.Players = append(out.Players, picture.Player{Key: key})
	}
	out.Sheets = []*picture.Sheet{s.sheet()}
	return out, nil
}

// SVG writes a position as a self-contained image, in a style derived from the
// board and the names of pieces.
func SVG(w io.Writer, g *rbg.Game, p *rbgplay.Position, opt Options) error {
	b, err := NewBoard(g)
	if err != nil {
		return err
	}
	s, err := b.Scene(p, opt)
	if err != nil {
		return err
	}
	return s.SVG(w, picture.View{})
}

// sheet lays out the board.
func (s *scene) sheet() *picture.Sheet {
	p := s.layout()
	sh := &picture.Sheet{Tile: p.tile, Labels: p.labels}
	if s.empty != none {
		sh.Empty = s.pieceName(s.empty)
	}
	for piece := range s.game.Pieces {
		look := picture.Look{Symbol: s.symbols[piece], Owner: s.owners[piece], Color: piece}
		sh.Kinds = append(sh.Kinds, picture.Kind{ID: s.game.Pieces[piece].Name, Name: s.pieceName(piece), Look: look})
	}
	for c := range s.board.Cells {
		sh.Cells = append(sh.Cells, s.cell(p, c))
	}
	for _, l := range p.lines {
		sh.Lines = append(sh.Lines, picture.Line{From: int(l.from), To: int(l.to), OneWay: l.oneWay, Around: l.around, Bent: l.bent})
	}
	if last := slices.Compact(slices.Clone(s.options.Last)); len(last) > 1 {
		sh.Arrow = last
	}
	return sh
}

// cell returns a cell of the board.
func (s *scene) cell(p *plan, c int) picture.Cell {
	cell := &s.board.Cells[c]
	out := picture.Cell{
		ID: s.board.CellText(c), Name: s.cellText(c),
		X: p.at[c].x, Y: p.at[c].y,
		Row: p.rows[c], Column: p.columns[c],
		Dark: p.dark[c], Changed: s.marks[c] == moved, Current: s.marks[c] == current,
	}
	if s.board.Shape == rbg.Cuboid {
		out.Panel = cell.Z
	}
	if piece := int(s.position.Pieces[c]); piece != s.empty {
		out.Stones = []picture.Stone{{Kind: piece}}
	}
	return out
}
