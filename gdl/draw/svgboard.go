package draw

import (
	"fmt"
	"math"
	"strings"

	"ludex/picture"
)

// board writes a board.
func (v *svg) board(p *plan) {
	if p.above > 0 {
		v.Text("key", p.x, p.y+14, p.title())
	}
	titles := len(p.cells)*p.rows*p.columns <= maxTitles
	v.eachCell(p, func(c *cell, panel, row, column int) { v.cell(p, c, panel, row, column, titles) })
	v.coordinates(p)
	v.eachCell(p, func(c *cell, panel, row, column int) {
		x, y := p.center(panel, row, column)
		v.stones(p, c, x, y)
	})
	v.arrow(p)
}

// eachCell visits the cells that exist.
func (v *svg) eachCell(p *plan, visit func(c *cell, panel, row, column int)) {
	for panel := range p.cells {
		for row := range p.cells[panel] {
			for column := range p.cells[panel][row] {
				if c := &p.cells[panel][row][column]; c.exists {
					visit(c, panel, row, column)
				}
			}
		}
	}
}

// cell writes the ground of a cell.
func (v *svg) cell(p *plan, c *cell, panel, row, column int, titled bool) {
	class := "cell"
	if (row+column)%2 == 0 && len(p.axes) > 1 {
		class += " dark"
	}
	if c.changed {
		class += " moved"
	}
	title := ""
	if titled {
		title = "<title>" + picture.Escape(v.cellTitle(p, c, panel, row, column)) + "</title>"
	}
	x, y := p.center(panel, row, column)
	const half = picture.Unit / 2
	v.Printf("<rect class=%q x=%q y=%q width=\"%d\" height=\"%d\">%s</rect>\n",
		class, picture.Px(x-half), picture.Px(y-half), picture.Unit, picture.Unit, title)
}

// cellTitle describes a cell: its coordinates and what lies on it.
func (v *svg) cellTitle(p *plan, c *cell, panel, row, column int) string {
	at := []string{v.shown(p.axes[0].values[column])}
	if len(p.axes) > 1 {
		at = append(at, v.shown(p.axes[1].values[row]))
	}
	if len(p.axes) > 2 {
		at = append(at, fmt.Sprint(panel+1))
	}
	var names []string
	for _, st := range c.stones {
		name := p.pieces.names[st.piece]
		if st.life != "" {
			name += " for " + st.life
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return strings.Join(at, " ")
	}
	return strings.Join(at, " ") + ": " + strings.Join(names, ", ")
}

// coordinates writes rows on the left, columns below and panels above.
func (v *svg) coordinates(p *plan) {
	if len(p.axes) == 1 {
		for i, value := range p.axes[0].values {
			x, y := p.center(0, 0, i)
			v.columnName(p, x, y+picture.Unit/2, value)
		}
		return
	}
	for panel := range p.cells {
		x, y := p.corner(panel)
		if len(p.axes) == 3 {
			v.Text("key", x, y-6, v.label(p.axes[2].values[panel]))
		}
		for row, value := range p.axes[1].values {
			v.Text("mono side", x-8, y+(float64(p.line(row))+0.5)*picture.Unit+4, v.label(value))
		}
		for column, value := range p.axes[0].values {
			v.columnName(p, x+(float64(column)+0.5)*picture.Unit, y+float64(p.rows*picture.Unit), value)
		}
	}
}

// columnName writes the name of a column below it, slanting if all names are
// long.
func (v *svg) columnName(p *plan, x, y float64, value string) {
	label := v.label(value)
	if p.below > 24 {
		v.Printf("<text class=\"mono slant\" transform=\"translate(%s %s) rotate(-40)\">%s</text>\n",
			picture.Px(x+6), picture.Px(y+14), picture.Escape(label))
		return
	}
	v.Text("mono at", x, y+17, label)
}

// stones writes what lies on a cell: one piece in the middle, several smaller
// ones, and marks in the corners.
func (v *svg) stones(p *plan, c *cell, x, y float64) {
	var pieces, marks []stone
	for _, st := range c.stones {
		if p.isMark(st) {
			marks = append(marks, st)
		} else {
			pieces = append(pieces, st)
		}
	}
	for i, st := range pieces {
		look := p.pieces.looks[st.piece]
		if len(pieces) == 1 {
			v.Piece(look, x, y, "")
		} else {
			dx, dy := float64(i%2)*22-11, float64(i/2%2)*22-11
			v.Printf("<g transform=\"translate(%s %s) scale(0.55)\">", picture.Px(x+dx), picture.Px(y+dy))
			v.Piece(look, 0, 0, "")
			v.Printf("</g>\n")
		}
		if st.life != "" && st.life != infinity && len(pieces) == 1 {
			v.Text("life", x, y+picture.Unit/2-3, st.life)
		}
	}
	right, line := x+picture.Unit/2-1, y-picture.Unit/2+8
	for _, st := range marks {
		symbol := p.pieces.looks[st.piece].Symbol
		width := 7 + 6*float64(len(symbol))
		if right-width < x-picture.Unit/2 {
			right, line = x+picture.Unit/2-1, line+15
		}
		v.mark(symbol, right-width, line, width)
		right -= width + 1
	}
}

// isMark reports whether a stone only marks a cell on which pieces lie.
func (sh *sheet) isMark(st stone) bool {
	return sh.pieces.keys[st.piece].layer.isMark && sh.pieces.looks[st.piece].Owner == picture.None
}

// mark writes a small mark from a place to the right.
func (v *svg) mark(symbol string, x, y, width float64) {
	v.Printf("<g class=\"mark\"><rect x=%q y=%q width=%q height=\"14\" rx=\"3\"/><text x=%q y=%q>%s</text></g>\n",
		picture.Px(x), picture.Px(y-7), picture.Px(width), picture.Px(x+width/2), picture.Px(y+3.5), picture.Escape(symbol))
}

// arrow writes an arrow if the last move took a piece from one cell to another.
func (v *svg) arrow(p *plan) {
	from, to, ok := p.moved()
	if !ok {
		return
	}
	x1, y1 := p.center(from[0], from[1], from[2])
	x2, y2 := p.center(to[0], to[1], to[2])
	const short = 0.4 * picture.Unit // of the middle, where the piece is
	way := 1 - short/max(short, math.Hypot(x2-x1, y2-y1))
	v.Printf("<path class=\"move\" d=\"M%s,%s %s,%s\" marker-end=\"url(#head)\"/>\n",
		picture.Px(x1), picture.Px(y1), picture.Px(x1+(x2-x1)*way), picture.Px(y1+(y2-y1)*way))
}
