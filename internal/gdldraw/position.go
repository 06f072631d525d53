package gdldraw

import (
	"ludex/gdl"
	"ludex/internal/picture"
)

// A stone is a piece on a cell.
type stone struct {
	piece int
	life  string // what is left of its lifetime
}

// infinity is the lifetime of permanent facts.
const infinity = gdl.Infinity

// A cell is a place of a board.
type cell struct {
	stones  []stone
	exists  bool
	changed bool
	unknown bool // no fact says what lies here, although one must be true
}

// A scene is a position laid out for drawing.
type scene struct {
	*model
	options Options
	boards  []*sheet
	rest    []*fact
	inText  bool            // lifetimes cannot be seen on boards
	before  map[string]bool // texts of facts, without lifetimes; nil if nothing was before
}

// A sheet is a board with what lies on it.
type sheet struct {
	*grid
	pieces  *pieces
	cells   [][][]cell // by panel, row and column
	old     [][][]cell // before the last move, or nil
	columns int
	rows    int
}

// newScene puts facts on boards. The others are left over.
func (b *Board) newScene(texts []string, opt Options) *scene {
	s := &scene{model: b.model, options: opt}
	now := factsOf(texts)
	var before []*fact
	if opt.Before != nil {
		before = factsOf(opt.Before)
		s.before = make(map[string]bool, len(before))
		for _, f := range before {
			s.before[f.text()] = true
		}
	}
	taken := map[*fact]bool{}
	for _, g := range b.grids {
		s.boards = append(s.boards, b.newSheet(g, now, before, opt, taken))
	}
	s.dropEmpty()
	for _, f := range now {
		if !taken[f] || f.isPassing() {
			s.rest = append(s.rest, f)
		}
	}
	return s
}

// isPassing reports whether a fact has a finite lifetime, which is listed even if
// the fact is on a board.
func (f *fact) isPassing() bool { return f.life != "" && f.life != infinity }

// text returns a fact without its lifetime as one text.
func (f *fact) text() string {
	text := f.symbol.Name
	for _, a := range f.args {
		text += " " + a
	}
	return text
}

// newSheet lays out one board.
func (b *Board) newSheet(g *grid, now, before []*fact, opt Options, taken map[*fact]bool) *sheet {
	sh := &sheet{grid: newBoardFinder(b.model).extended(g, now, before), pieces: (&pieceFinder{b.model}).withUnknown(g, now, before), rows: 1}
	g = sh.grid
	sh.columns = len(g.axes[0].values)
	if len(g.axes) > 1 {
		sh.rows = len(g.axes[1].values)
	}
	panels := sh.panels()
	sh.cells = sh.put(now, panels, taken)
	if opt.Hidden {
		(&pieceFinder{b.model}).addUnknown(sh)
		sh.addPossible(factsOf(opt.Possible))
	}
	if opt.Before == nil {
		return sh
	}
	old := sh.put(before, panels, nil)
	sh.old = old
	for p := range old {
		for r := range old[p] {
			for c := range old[p][r] {
				sh.cells[p][r][c].changed = differ(old[p][r][c].stones, sh.cells[p][r][c].stones)
			}
		}
	}
	return sh
}

// panels returns how many panels a board has.
func (sh *sheet) panels() int {
	n := 1
	for _, a := range sh.axes[min(2, len(sh.axes)):] {
		n *= len(a.values)
	}
	return n
}

// put lays facts on the cells of a board.
func (sh *sheet) put(facts []*fact, panels int, taken map[*fact]bool) [][][]cell {
	cells := make([][][]cell, panels)
	for p := range cells {
		cells[p] = make([][]cell, sh.rows)
		for r := range cells[p] {
			cells[p][r] = make([]cell, sh.columns)
			for c := range cells[p][r] {
				cells[p][r][c].exists = !sh.masked()
			}
		}
	}
	for _, l := range sh.layers {
		for _, f := range facts {
			if f.symbol != l.relation.symbol {
				continue
			}
			p, r, c, ok := sh.place(l, f)
			if !ok {
				continue
			}
			if taken != nil {
				taken[f] = true
			}
			at := &cells[p][r][c]
			at.exists = true
			if !l.isBlank(f) {
				at.stones = append(at.stones, stone{sh.pieces.index[pieceKey{l, l.contentOf(f)}], f.life})
			}
		}
	}
	return cells
}

// masked reports whether cells exist only where facts say what lies there.
func (sh *sheet) masked() bool { return sh.layers[0].masked }

// place finds the cell of a fact.
func (sh *sheet) place(l *layer, f *fact) (panel, row, column int, ok bool) {
	at := make([]int, 4)
	for i, v := range l.locate(f) {
		if at[i], ok = sh.axes[i].index[v]; !ok {
			return 0, 0, 0, false
		}
	}
	panel = at[2]
	if len(sh.axes) > 3 {
		panel += at[3] * len(sh.axes[2].values)
	}
	return panel, at[1], at[0], true
}

// symbol returns the text of a cell: the symbols of all pieces on it.
func (sh *sheet) symbol(c *cell) string {
	if len(c.stones) == 0 {
		switch {
		case !c.exists:
			return ""
		case c.unknown:
			return "?"
		}
		return picture.EmptySymbol
	}
	text := ""
	for _, st := range c.stones {
		text += sh.pieces.looks[st.piece].Symbol
	}
	return text
}
