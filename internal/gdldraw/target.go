package gdldraw

import (
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/picture"
)

// A targeting says which arguments of moves are coordinates of a board.
type targeting struct {
	roles map[gdl.Symbol][]argument // by the name and the number of the words of a move
}

// An argument says what an argument of a move stands for in rules.
type argument struct {
	coords  [4]int // how often it is each of the coordinates
	content int    // how often it is what lies there
}

// coordinate returns how often an argument is a coordinate.
func (a *argument) coordinate() int { return a.coords[0] + a.coords[1] + a.coords[2] + a.coords[3] }

// findTargets looks at how rules use the arguments of moves: a rule that has the
// same variable in a move and in a fact of a board says what the argument is.
func (s *model) findTargets(g *grid) *targeting {
	t := &targeting{roles: map[gdl.Symbol][]argument{}}
	for i := range s.program.Clauses {
		c := &s.program.Clauses[i]
		var acts, facts []*gdl.Term
		collect := func(a *gdl.Term) {
			switch {
			case (a.Name == gdl.Legal || a.Name == gdl.Does) && len(a.Args) >= 2:
				acts = append(acts, &a.Args[1])
			case (a.Name == gdl.True || a.Name == gdl.Next) && len(a.Args) > 0:
				facts = append(facts, &a.Args[len(a.Args)-1])
			}
		}
		collect(&c.Head)
		c.Atoms(func(a *gdl.Term, _ bool) { collect(a) })
		for _, act := range acts {
			for _, f := range facts {
				t.link(g, act, f)
			}
		}
	}
	return t
}

// link records which arguments of a move are variables of a fact on a board.
func (t *targeting) link(g *grid, act, f *gdl.Term) {
	words := leaves(act, nil)
	if len(words) == 0 {
		return
	}
	sym := gdl.Symbol{Name: act.Name, Arity: len(words)}
	for _, l := range g.layers {
		if l.relation.symbol != f.Symbol() || l.names != nil {
			continue
		}
		if t.roles[sym] == nil {
			t.roles[sym] = make([]argument, len(words))
		}
		for i, w := range words {
			if w.Kind != gdl.Variable {
				continue
			}
			for arg := range f.Args {
				if f.Args[arg].Kind != gdl.Variable || f.Args[arg].Name != w.Name {
					continue
				}
				if axis := slices.Index(l.coords, arg); axis >= 0 {
					t.roles[sym][i].coords[axis]++
				} else {
					t.roles[sym][i].content++
				}
			}
		}
	}
}

// leaves appends the constants and variables of the arguments of a term, from
// left to right.
func leaves(t *gdl.Term, list []*gdl.Term) []*gdl.Term {
	for i := range t.Args {
		if a := &t.Args[i]; len(a.Args) > 0 {
			list = leaves(a, list)
		} else {
			list = append(list, a)
		}
	}
	return list
}

// Target returns the IDs of the cells that a move names, in the order of the move, or nil
// if it names none. The move is given by its canonical text. A move with only some of the
// coordinates of a board names all cells that have them.
func (b *Board) Target(move string) []string { return slices.Clone(b.targets.get(move, b.target)) }

func (b *Board) target(move string) []string {
	t, err := readTerm(move)
	if err != nil || len(t.Args) == 0 {
		return nil
	}
	words := leaves(&t, nil)
	for _, g := range b.grids {
		if cells := g.target(t.Name, words); cells != nil {
			return cells
		}
	}
	return b.partTarget(&t)
}

// AnyCell reports whether a move has only some of the coordinates of a board, so that
// each cell of its target alone means the move.
func (b *Board) AnyCell(move string) bool { return b.anyCells.get(move, b.anyCell) }

func (b *Board) anyCell(move string) bool {
	t, err := readTerm(move)
	if err != nil || len(t.Args) == 0 {
		return false
	}
	words := leaves(&t, nil)
	for _, g := range b.grids {
		if g.target(t.Name, words) != nil {
			return g.whole(t.Name, words) == nil
		}
	}
	return len(b.partTarget(&t)) > 0
}

// target returns the cells of a board that a move names.
func (g *grid) target(name string, words []*gdl.Term) []string {
	if cells := g.whole(name, words); cells != nil || g.layers[0].names != nil {
		return cells
	}
	return g.partial(words, g.targets.roles[gdl.Symbol{Name: name, Arity: len(words)}])
}

// whole returns the cells that a move names with all of their coordinates.
func (g *grid) whole(name string, words []*gdl.Term) []string {
	for _, l := range g.layers {
		if l.names != nil {
			return g.namedTarget(l, words)
		}
	}
	roles := g.targets.roles[gdl.Symbol{Name: name, Arity: len(words)}]
	var cells []string
	order := g.argumentOrder()
	for i := 0; i+len(order) <= len(words); {
		if at := g.tuple(words[i:], roles[min(i, len(roles)):], order); at != nil {
			cells = append(cells, cellID(g.number, at))
			i += len(order)
		} else {
			i++
		}
	}
	return cells
}

// Content returns the cell that a fact is about and the ID of the piece there, which is
// empty for an empty cell.
func (b *Board) Content(text string) (cell, piece string, ok bool) {
	c := b.contents.get(text, b.content)
	return c.cell, c.piece, c.ok
}

// A cellContent is what Content returns.
type cellContent struct {
	cell, piece string
	ok          bool
}

func (b *Board) content(text string) cellContent {
	f, err := readFact(text)
	if err != nil {
		return cellContent{}
	}
	for _, g := range b.grids {
		for _, l := range g.layers {
			if f.symbol != l.relation.symbol {
				continue
			}
			at := l.locate(f)
			if at == nil {
				return cellContent{}
			}
			if l.isBlank(f) {
				return cellContent{cellID(g.number, at), "", true}
			}
			return cellContent{cellID(g.number, at), pieceKey{l, l.contentOf(f)}.id(), true}
		}
	}
	return cellContent{}
}

// Emptied returns the fact that a cell is empty, for a fact about the cell, or "" if no fact
// says so.
func (b *Board) Emptied(text string) string {
	f, err := readFact(text)
	if err != nil {
		return ""
	}
	for _, g := range b.grids {
		for _, l := range g.layers {
			if f.symbol == l.relation.symbol && l.hasBlank && len(l.content) == 1 {
				args := slices.Clone(f.args)
				args[l.content[0]] = l.blank
				return "(" + f.symbol.Name + " " + strings.Join(args, " ") + ")"
			}
		}
	}
	return ""
}

// Owner returns the role that a piece belongs to, given by its ID, or -1.
func (b *Board) Owner(piece string) int {
	for _, g := range b.grids {
		for i, k := range g.pieces.keys {
			if k.id() == piece && g.pieces.looks[i].Owner != picture.None {
				return g.pieces.looks[i].Owner
			}
		}
	}
	return -1
}

// argumentOrder returns the axes of a board in the order in which facts have
// them.
func (g *grid) argumentOrder() []int {
	coords := g.layers[0].coords
	order := make([]int, len(coords))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return coords[a] - coords[b] })
	return order
}

// tuple reads words as the coordinates of a cell, or returns nil.
func (g *grid) tuple(words []*gdl.Term, roles []argument, order []int) []string {
	at := make([]string, len(order))
	for i, axis := range order {
		w := words[i].Name
		if _, ok := g.axes[axis].index[w]; !ok || words[i].Kind == gdl.Variable {
			return nil
		}
		if i < len(roles) {
			r := &roles[i]
			if r.content > 0 && r.content >= r.coordinate() || r.coordinate() > 0 && r.coords[axis] == 0 {
				return nil
			}
		}
		at[axis] = w
	}
	return at
}

// partial returns the cells that agree with a move that has some of the
// coordinates of a board, each of which the rules identify.
func (g *grid) partial(words []*gdl.Term, roles []argument) []string {
	if len(g.axes) < 2 {
		return nil
	}
	want := make([]string, len(g.axes))
	found := false
	for i := range words {
		if i >= len(roles) {
			break
		}
		for axis, n := range roles[i].coords[:len(g.axes)] {
			if _, ok := g.axes[axis].index[words[i].Name]; ok && n > 0 && n > roles[i].content && want[axis] == "" {
				want[axis], found = words[i].Name, true
				break
			}
		}
	}
	if !found {
		return nil
	}
	var cells []string
	for _, c := range g.allCells() {
		if agrees(c, want) {
			cells = append(cells, cellID(g.number, c))
		}
	}
	return cells
}

// agrees reports whether a cell has the wanted coordinates.
func agrees(at, want []string) bool {
	for i, w := range want {
		if w != "" && at[i] != w {
			return false
		}
	}
	return true
}

// namedTarget returns the cells whose names are among words.
func (g *grid) namedTarget(l *layer, words []*gdl.Term) []string {
	var cells []string
	for _, w := range words {
		if at, ok := l.names[w.Name]; ok {
			cells = append(cells, cellID(g.number, at))
		}
	}
	return cells
}

// allCells returns the coordinates of all cells of a board, from top to bottom and
// left to right.
func (g *grid) allCells() [][]string {
	sh := newSheetOf(g)
	var list [][]string
	for panel := range sh.cells {
		for line := range sh.rows {
			for column := range sh.columns {
				if sh.cells[panel][sh.line(line)][column].exists {
					list = append(list, sh.values(panel, sh.line(line), column))
				}
			}
		}
	}
	return list
}

// newSheetOf returns an empty sheet of a board, with all of its cells.
func newSheetOf(g *grid) *sheet {
	sh := &sheet{grid: g, pieces: g.pieces, rows: 1, columns: len(g.axes[0].values)}
	if len(g.axes) > 1 {
		sh.rows = len(g.axes[1].values)
	}
	sh.cells = sh.put(nil, sh.panels(), nil)
	for _, l := range g.layers {
		for _, f := range l.relation.facts(0) {
			if p, r, c, ok := sh.place(l, f); ok {
				sh.cells[p][r][c].exists = true
			}
		}
	}
	return sh
}

// A Cell is a cell of a board.
type Cell struct {
	ID, Label          string
	Board, Row, Column int // rows count from above, from 0
}

// Cells returns the cells of all boards.
func (b *Board) Cells() []Cell {
	var list []Cell
	for _, g := range b.grids {
		sh := newSheetOf(g)
		for panel := range sh.cells {
			for line := range sh.rows {
				for column := range sh.columns {
					row := sh.line(line)
					if sh.cells[panel][row][column].exists {
						at := sh.values(panel, row, column)
						list = append(list, Cell{cellID(g.number, at), b.model.cellLabel(at), g.number, line + panel*sh.rows, column})
					}
				}
			}
		}
	}
	return list
}

// Pieces returns the IDs of all pieces, as in scenes.
func (b *Board) Pieces() []string {
	var list []string
	for _, g := range b.grids {
		for _, k := range g.pieces.keys {
			list = append(list, k.id())
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
