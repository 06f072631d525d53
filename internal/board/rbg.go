package board

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"ludex/internal/picture"
	"ludex/internal/rbgdraw"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// An rbgDrawer draws the positions of a regular boardgame.
type rbgDrawer struct {
	rules *rbg.Game
	board *rbgdraw.Board
	texts *rbgplay.Game // parses moves; it cannot play
	// noCell hides the current cell in images.
	noCell bool
}

func newRBGDrawer(g *rbg.Game, noCell bool) (*rbgDrawer, error) {
	b, err := rbgdraw.NewBoard(g)
	if err != nil {
		return nil, err
	}
	return &rbgDrawer{rules: g, board: b, texts: rbgplay.New(g, "none", 0, nil), noCell: noCell}, nil
}

func (d *rbgDrawer) hasGrid() bool { return len(d.rules.Board.Cells) > 0 }

func (d *rbgDrawer) hasThings() bool { return false }

func (d *rbgDrawer) cellRole(string) int { return -1 }

func (d *rbgDrawer) roles() []string { return d.texts.Roles() }

// position parses the facts of a position and finds what changed.
func (d *rbgDrawer) position(p Position) (*rbgplay.Position, rbgdraw.Options, error) {
	opt := rbgdraw.Options{Title: p.Title, Over: p.Over}
	now, err := d.board.Position(p.Facts)
	if err != nil {
		return nil, opt, fmt.Errorf("the position: %w", err)
	}
	if p.Before == nil {
		return now, opt, nil
	}
	before, err := d.board.Position(p.Before)
	if err != nil {
		return nil, opt, fmt.Errorf("the position before: %w", err)
	}
	var actions []rbgplay.Action
	for _, move := range p.Last { // all but one are no-ops
		for _, c := range d.cellsOf(move) {
			actions = append(actions, rbgplay.Action{Cell: int32(c)})
		}
	}
	opt.Last = rbgdraw.Changed(before, now, actions)
	return now, opt, nil
}

// cellsOf returns the cells of a move.
func (d *rbgDrawer) cellsOf(move string) []int {
	if move == "" || move == rbgplay.Noop {
		return nil
	}
	cells, err := d.texts.ParseCells(move)
	if err != nil {
		return nil
	}
	return cells
}

func (d *rbgDrawer) scene(p Position) (*picture.Scene, error) {
	position, opt, err := d.position(p)
	if err != nil {
		return nil, err
	}
	opt.NoCell = d.noCell
	return d.board.Scene(position, opt)
}

func (d *rbgDrawer) text(w io.Writer, p Position, look textLook) error {
	position, opt, err := d.position(p)
	if err != nil {
		return err
	}
	opt.Color, opt.Symbols, opt.Names, opt.Variables = look.color, look.symbols, look.names, look.parts
	opt.Columns, opt.Rows, opt.Numbers = look.columns, look.rows, look.numbers
	opt.NoCell, opt.NoResults = look.people, look.people
	return d.board.Text(w, position, opt)
}

func (d *rbgDrawer) target(move string) []string {
	var list []string
	for _, c := range d.cellsOf(move) {
		list = append(list, d.rules.Board.CellText(c))
	}
	return list
}

func (d *rbgDrawer) anyCell(string) bool { return false }

func (d *rbgDrawer) content(fact string) (cell, piece string, ok bool) { return d.board.Content(fact) }

func (d *rbgDrawer) emptied(fact string) string { return d.board.Emptied(fact) }

func (d *rbgDrawer) owner(piece string) int { return d.board.Owner(piece) }

func (d *rbgDrawer) cells() []Cell {
	p := new(rbgplay.Position)
	p.Reset(d.rules)
	s, err := d.board.Scene(p, rbgdraw.Options{})
	if err != nil {
		return nil
	}
	return cellsOf(s)
}

// cellsOf returns the cells of a scene.
func cellsOf(s *picture.Scene) []Cell {
	var list []Cell
	for i, sh := range s.Sheets {
		for _, c := range sh.Cells {
			list = append(list, Cell{c.ID, c.Name, i, c.Row, c.Column})
		}
	}
	return list
}

// facts returns the player to move and the variables.
func (d *rbgDrawer) facts(p Position) []Group {
	now, err := d.board.Position(p.Facts)
	if err != nil {
		return nil
	}
	before := now
	if p.Before != nil {
		if q, err := d.board.Position(p.Before); err == nil {
			before = q
		}
	}
	var groups []Group
	if m := d.rules.Mover(int(now.Switch)); m != rbg.Keeper && !p.Over {
		groups = append(groups, Group{"to move", [][]string{{d.roles()[m]}}, []bool{now.Switch != before.Switch}})
	}
	if len(d.rules.Variables) == 0 {
		return groups
	}
	values := Group{Relation: "value"}
	for v := range d.rules.Variables {
		values.Rows = append(values.Rows, []string{d.rules.Variables[v].Name, strconv.Itoa(int(now.Values[v]))})
		values.Changed = append(values.Changed, now.Values[v] != before.Values[v])
	}
	return append(groups, values)
}

// pieces returns the names of all pieces.
func (d *rbgDrawer) pieces() []string {
	var list []string
	for i := range d.rules.Pieces {
		list = append(list, d.rules.Pieces[i].Name)
	}
	slices.Sort(list)
	return list
}

func (d *rbgDrawer) example() []string { return nil }

func (d *rbgDrawer) relations() []string {
	var list []string
	for i := range d.rules.Variables {
		list = append(list, d.rules.Variables[i].Name)
	}
	return append(list, rbgdraw.ToMove, rbgdraw.Scores, rbgdraw.Flags)
}

func (d *rbgDrawer) knows(string) bool { return false }

func (d *rbgDrawer) pairs(string) [][2]string { return nil }
