package rbgformat

import (
	"strings"

	"ludex/internal/rbgparse"
)

// labels says how many labels a generator of boards has before its rows.
var labels = map[string]int{"rectangle": 4, "hexagon": 6, "cuboid": 6}

// printBoard prints section board: rows and cells on lines of their own.
func (l layout) printBoard() {
	n := len(l.elements)
	first := &l.elements[0]
	if l.isGenerator() {
		if rows := l.firstRow(2, n-1, labels[first.text]); rows > 0 {
			l.generator(rows, first.text == "hexagon")
			return
		}
	}
	if l.unitEnd(0, n) == n && l.fits(0, n, 1) {
		l.write(" ")
		l.flat(0, n)
		return
	}
	for lo := l.trailing(0, n); lo < n; {
		if l.column > 0 {
			l.newLine(indentation)
		}
		lo = l.place(lo, l.unitEnd(lo, n), indentation)
		lo = l.trailing(lo, n)
	}
}

// isGenerator reports whether the board is a generator and what it needs in round
// brackets, without a comment before that.
func (l layout) isGenerator() bool {
	n := len(l.elements)
	return labels[l.elements[0].text] > 0 && n > 2 && l.elements[1].kind == rbgparse.LParen &&
		l.next(1) == n && l.elements[n-1].kind == rbgparse.RParen && l.breaks[2] == 0
}

// firstRow returns the index behind the given number of commas, or 0 if there
// are less or comments between them.
func (l layout) firstRow(lo, hi, commas int) int {
	i := lo
	for ; commas > 0; commas-- {
		if i = l.find(i, hi, rbgparse.Comma); i == hi {
			return 0
		}
		i++
	}
	if l.breaks[lo] != l.breaks[i] {
		return 0
	}
	return i
}

// generator prints a board with rows from the given index on.
func (l layout) generator(lo int, hexagon bool) {
	l.write(" ")
	l.flat(0, lo)
	hi := len(l.elements) - 1
	g := newGrid(l.rows(lo, hi))
	g.hexagon = hexagon
	l.broken = true
	for lo < hi {
		lo = l.trailing(lo, hi)
		end := lo
		if lo < hi {
			end = l.unitEnd(lo, hi)
		}
		switch {
		case lo == hi:
		case l.isLayer(lo) && end == l.next(lo):
			l.newLine(indentation)
			l.layer(lo, g)
		case l.isRow(lo) && end == l.next(lo):
			l.newLine(indentation)
			l.write(g.row(l.cells(lo)))
			l.broken = true
		default:
			l.place(lo, end, indentation)
		}
		lo = end
	}
	if l.column == 0 {
		l.newLine(0)
	}
	l.write(")")
}

// isRow reports whether a row of pieces without comments begins at i.
func (l layout) isRow(i int) bool {
	end := l.next(i)
	return l.elements[i].kind == rbgparse.LBracket && end > i+1 && l.breaks[i] == l.breaks[end]
}

// isLayer reports whether a bracket at i holds rows and nothing else.
func (l layout) isLayer(i int) bool {
	if !l.isRow(i) || l.next(i) == i+2 {
		return false
	}
	for j := i + 1; j < l.next(i)-1; j = l.next(j) {
		if !l.isRow(j) {
			return false
		}
	}
	return true
}

// layer prints a layer with a row on each line.
func (l layout) layer(i int, g *grid) {
	indent := l.column + 1
	l.write("[")
	for j := i + 1; j < l.next(i)-1; j = l.next(j) {
		if j > i+1 {
			l.newLine(indent)
		}
		l.write(g.row(l.cells(j)))
	}
	l.write("]")
	l.broken = true
}

// rows returns the cells of all rows in a range, layers included.
func (l layout) rows(lo, hi int) [][]string {
	var rows [][]string
	for i := lo; i < hi; i = l.next(i) {
		switch {
		case l.isLayer(i):
			rows = append(rows, l.rows(i+1, l.next(i)-1)...)
		case l.isRow(i):
			rows = append(rows, l.cells(i))
		}
	}
	return rows
}

// cells returns the texts between the commas of the row at i.
func (l layout) cells(i int) []string {
	lo, hi := i+1, l.next(i)-1
	if lo == hi {
		return nil
	}
	var cells []string
	for {
		end := l.find(lo, hi, rbgparse.Comma)
		cells = append(cells, l.text(lo, end))
		if end == hi {
			return cells
		}
		lo = end + 1
	}
}

// text returns a range as it stands on one line.
func (l layout) text(lo, hi int) string {
	w := writer{}
	layout{l.body, &w}.flat(lo, hi)
	return w.out.String()
}

// A grid aligns rows of cells.
type grid struct {
	columns []int // the width of each column; nil if the rows differ in length
	longest int   // the number of cells in the longest row
	widest  int   // the width of the widest cell
	hexagon bool
}

func newGrid(rows [][]string) *grid {
	g := &grid{}
	equal := true
	for _, row := range rows {
		g.longest = max(g.longest, len(row))
		equal = equal && len(row) == len(rows[0])
		for _, cell := range row {
			g.widest = max(g.widest, len(cell))
		}
	}
	if !equal {
		return g
	}
	g.columns = make([]int, g.longest)
	for _, row := range rows {
		for x, cell := range row {
			g.columns[x] = max(g.columns[x], len(cell))
		}
	}
	return g
}

// row returns a row with its cells padded. The rows of a hexagon are centred,
// for which the distance of cells must be even.
func (g *grid) row(cells []string) string {
	var b strings.Builder
	width := func(x int) int { return g.columns[x] }
	if g.hexagon {
		even := g.widest + g.widest%2
		b.WriteString(strings.Repeat(" ", min(maxIndentation, (g.longest-len(cells))*(even+2)/2)))
		width = func(int) int { return even }
	} else if g.columns == nil {
		width = func(int) int { return 0 }
	}
	b.WriteByte('[')
	for x, cell := range cells {
		if x > 0 {
			b.WriteString(", ")
		}
		b.WriteString(cell)
		b.WriteString(strings.Repeat(" ", max(0, width(x)-len(cell))))
	}
	b.WriteByte(']')
	return b.String()
}
