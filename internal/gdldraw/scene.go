package gdldraw

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/picture"
)

const (
	overText   = "the play is over"
	plainLabel = 6    // characters of a coordinate that stands upright below a column
	rowLength  = 16   // cells of a board with one row that stand side by side
	pageCells  = 18.0 // panels stand side by side up to this width
)

// Scene lays out a position for an image. The facts are as for [Board.Text].
func (b *Board) Scene(facts []string, opt Options) *picture.Scene {
	s := b.newScene(facts, opt)
	out := &picture.Scene{Title: opt.Title, Over: opt.Over, Parts: b.partsOf(s)}
	out.Table = s.table()
	for i := range s.roles {
		out.Players = append(out.Players, picture.Player{Key: s.roleKeys[i]})
	}
	out.Describe = describe(out.Table, opt.Over)
	for _, sh := range s.boards {
		out.Sheets = append(out.Sheets, s.sheet(sh))
	}
	return out
}

// SVG draws a position as a self-contained image. The facts are as for [Board.Text].
func (b *Board) SVG(w io.Writer, facts []string, opt Options) error {
	return b.Scene(facts, opt).SVG(w, picture.View{})
}

// Roles returns the roles of the game, in the order of a scene's players.
func (b *Board) Roles() []string { return slices.Clone(b.model.roles) }

// describe returns a table as one text.
func describe(table []picture.Entry, over bool) string {
	var list []string
	for _, e := range table {
		text := e.Name
		for i, v := range e.Values {
			if i > 0 {
				text += ","
			}
			text += " " + v.Text
		}
		list = append(list, text)
	}
	if over {
		list = append(list, overText)
	}
	return strings.Join(list, "; ")
}

// table returns the facts that lie on no board.
func (s *scene) table() []picture.Entry {
	var list []picture.Entry
	for _, e := range s.entries() {
		entry := picture.Entry{Name: e.name, New: e.isNew, Owner: e.owner}
		for _, v := range e.values {
			entry.Values = append(entry.Values, picture.EntryValue{Text: v.text, New: v.isNew})
		}
		list = append(list, entry)
	}
	return list
}

// sheet lays out a board.
func (s *scene) sheet(sh *sheet) *picture.Sheet {
	out := &picture.Sheet{Title: sh.title()}
	for _, l := range sh.layers {
		if name := l.blankName(); name != "" {
			out.Empty = picture.Clean(s.shown(name))
		}
	}
	if len(sh.axes) == 1 {
		out.Ground = picture.Uniform
	}
	if sh.shifts != nil {
		out.Tile = picture.Hexagon
	}
	if sh.graph != nil {
		out.Tile, out.Lines = picture.Circle, sh.graph.lines()
	}
	l := s.newPlan(sh)
	index := map[[3]int]int{}
	for panel := range sh.cells {
		for line := range sh.rows {
			row := sh.line(line) // the mirror image of itself
			for column := range sh.columns {
				if c := &sh.cells[panel][row][column]; c.exists {
					index[[3]int{panel, row, column}] = len(out.Cells)
					out.Cells = append(out.Cells, s.cell(l, c, panel, row, column))
				}
			}
		}
	}
	s.kinds(out, sh)
	for _, b := range sh.walls {
		out.Walls = append(out.Walls, [2]int{index[[3]int{0, b.from[1], b.from[0]}], index[[3]int{0, b.to[1], b.to[0]}]})
	}
	if sh.graph == nil {
		l.labels(s, out)
	}
	if from, to, ok := sh.moved(); ok {
		out.Arrow = []int{index[from], index[to]}
	}
	return out
}

// cell returns a cell of a board.
func (s *scene) cell(l *plan, c *cell, panel, row, column int) picture.Cell {
	at := l.center(panel, row, column)
	values := l.values(panel, row, column)
	out := picture.Cell{
		ID: cellID(l.number, values), Name: s.cellLabel(values),
		X: at.x, Y: at.y, Panel: panel,
		Row: l.line(row), Column: column,
		Dark:    (row+column)%2 == 0 && len(l.axes) > 1,
		Changed: c.changed, Unknown: c.unknown,
	}
	if l.tints != nil && panel == 0 {
		out.Tint, out.Ground = l.tints.of(values)
		out.Ground = picture.Clean(s.shown(out.Ground))
	}
	for _, st := range c.stones {
		stone := picture.Stone{Kind: st.piece}
		if st.life != infinity {
			stone.Life = st.life
		}
		out.Stones = append(out.Stones, stone)
	}
	return out
}

// values returns the coordinates of a cell, in the order of the axes.
func (sh *sheet) values(panel, row, column int) []string {
	at := []string{sh.axes[0].values[column]}
	if len(sh.axes) > 1 {
		at = append(at, sh.axes[1].values[row])
	}
	if len(sh.axes) > 2 {
		n := len(sh.axes[2].values)
		at = append(at, sh.axes[2].values[panel%n])
		if len(sh.axes) > 3 {
			at = append(at, sh.axes[3].values[panel/n])
		}
	}
	return at
}

// cellID returns the identifier of a cell.
func cellID(board int, values []string) string {
	id := strings.Join(values, ",")
	if board > 0 {
		id = strconv.Itoa(board+1) + ":" + id
	}
	return id
}

// cellLabel returns the label of a cell for people: e4 if its column is a letter and its
// row a number, and its coordinates otherwise.
func (s *model) cellLabel(values []string) string {
	shown := make([]string, len(values))
	for i, v := range values {
		shown[i] = picture.Clean(s.shown(v))
	}
	_, err := strconv.Atoi(shown[min(1, len(shown)-1)])
	switch {
	case len(shown) == 1:
		return shown[0]
	case len(shown) == 2 && len(shown[0]) == 1 && shown[0] >= "a" && err == nil:
		return shown[0] + shown[1]
	}
	return "(" + strings.Join(shown, ",") + ")"
}

// kinds lists the pieces of a board.
func (s *scene) kinds(out *picture.Sheet, sh *sheet) {
	for i, k := range sh.pieces.keys {
		look := sh.pieces.looks[i]
		name := sh.pieces.names[i]
		out.Kinds = append(out.Kinds, picture.Kind{
			ID: k.id(), Name: s.legendName(name, look), Look: look, Mark: k.layer.isMark,
			Plain: look.Symbol == name && look.Owner == picture.None,
		})
	}
}

// id returns the identifier of a piece: its content, or its relation if it has none.
func (k pieceKey) id() string {
	if len(k.layer.content) == 0 {
		return k.layer.relation.symbol.Name
	}
	return k.content
}

// legendName returns the name of a piece, with its owner if that is not visible.
func (s *scene) legendName(name string, look picture.Look) string {
	if look.Owner == picture.None {
		return name
	}
	owner := picture.Clean(s.shown(s.roles[look.Owner]))
	if strings.Contains(strings.ToLower(name), strings.ToLower(owner)) {
		return name
	}
	return name + " (" + owner + ")"
}

// A place is somewhere on a drawing, in cells.
type place struct{ x, y float64 }

// A plan says where the cells of a board are.
type plan struct {
	*sheet
	across    int // panels side by side, or cells of a row
	left      float64
	wide      float64 // from a panel to the next
	high      float64
	slanting  bool
	panelName float64 // room for the name of a panel
}

// newPlan measures a board.
func (s *scene) newPlan(sh *sheet) *plan {
	l := &plan{sheet: sh, across: 1}
	longest := s.longestLabel(sh.axes[0])
	l.slanting = longest > plainLabel
	below := 0.7
	if l.slanting {
		below = 0.5 + 0.105*float64(longest)
	}
	if len(sh.axes) > 1 {
		l.left = 0.4 + 0.16*float64(s.longestLabel(sh.axes[1]))
	}
	if len(sh.axes) == 3 {
		l.panelName = 0.5
	}
	l.wide = float64(sh.columns) + l.left + 0.6
	l.high = float64(sh.rows) + below + l.panelName + 0.2
	if sh.shifts != nil {
		l.high = float64(sh.rows)*math.Sqrt(3)/2 + below
	}
	switch len(sh.axes) {
	case 1:
		l.across = min(sh.columns, rowLength)
		l.high = 1 + below
	case 3:
		l.across = min(len(sh.cells), max(1, int(pageCells/l.wide)))
	case 4:
		l.across = len(sh.axes[2].values)
	}
	return l
}

// corner returns where the first cell of a panel is.
func (l *plan) corner(panel int) place {
	row := panel / l.across
	if len(l.axes) == 4 && !l.down {
		row = (len(l.cells)-1)/l.across - row
	}
	return place{float64(panel%l.across) * l.wide, float64(row) * l.high}
}

// center returns where a cell is.
func (l *plan) center(panel, row, column int) place {
	if l.graph != nil && column < len(l.graph.at) {
		return l.graph.at[column]
	}
	if len(l.axes) == 1 {
		return place{float64(column % l.across), float64(column/l.across) * l.high}
	}
	at := l.corner(panel)
	line := float64(l.line(row))
	if l.shifts != nil {
		return place{at.x + float64(column) + l.shift(row), at.y + line*math.Sqrt(3)/2}
	}
	return place{at.x + float64(column), at.y + line}
}

// shift returns how far a row is to the right.
func (l *plan) shift(row int) float64 {
	if row < len(l.shifts) {
		return l.shifts[row]
	}
	return 0
}

// labels writes rows on the left, columns below and panels above.
func (l *plan) labels(s *scene, out *picture.Sheet) {
	if len(l.axes) == 1 {
		for i, v := range l.axes[0].values {
			l.columnName(s, out, l.center(0, 0, i), v)
		}
		return
	}
	for panel := range l.cells {
		at := l.corner(panel)
		if len(l.axes) == 3 {
			out.Labels = append(out.Labels, picture.Label{Text: s.label(l.axes[2].values[panel]), X: at.x + float64(l.columns-1)/2, Y: at.y - 0.75})
		}
		if l.shifts != nil { // rows and columns are not straight: cells have their names on them
			continue
		}
		for row, v := range l.axes[1].values {
			out.Labels = append(out.Labels, picture.Label{Text: s.label(v), X: at.x - 0.65, Y: at.y + float64(l.line(row)), Anchor: picture.Left})
		}
		for column, v := range l.axes[0].values {
			l.columnName(s, out, place{at.x + float64(column), at.y + float64(l.rows-1)}, v)
		}
	}
}

// columnName writes the name of a column below it, slanting if names are long.
func (l *plan) columnName(s *scene, out *picture.Sheet, at place, value string) {
	label := picture.Label{Text: s.label(value), X: at.x, Y: at.y + 0.76}
	if l.slanting {
		label.Anchor = picture.Slanting
	}
	out.Labels = append(out.Labels, label)
}

// dropEmpty drops empty boards if others have pieces. If all are empty it keeps
// the first one, because people expect a board.
func (s *scene) dropEmpty() {
	if len(s.boards) == 0 {
		return
	}
	first := s.boards[:1]
	s.boards = slices.DeleteFunc(slices.Clone(s.boards), (*sheet).isEmpty)
	if len(s.boards) == 0 {
		s.boards = first
	}
}

// isEmpty reports whether nothing lies on a board, and nothing did before the
// last move.
func (sh *sheet) isEmpty() bool {
	for _, panel := range sh.cells {
		for _, row := range panel {
			for _, c := range row {
				if len(c.stones) > 0 || c.changed || c.unknown || c.exists && sh.masked() {
					return false
				}
			}
		}
	}
	return true
}
