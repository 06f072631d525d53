package gdldraw

import (
	"strings"
	"unicode/utf8"

	"ludex/internal/picture"
)

// labelWidth is the most characters of a coordinate; longer ones are cut off.
const labelWidth = 12

// A page knows where the cells of a board stand in a text.
type page struct {
	*sheet
	width  int   // of the widest symbol
	pitch  int   // from a cell to the next in a row
	margin int   // left of the cells
	panel  int   // the width of a panel
	across int   // panels side by side, or cells of a row
	below  []int // how far below the cells the name of each column stands
	lines  int   // below the cells
}

// panelGap is between panels, and has room for a bracket.
const panelGap = 2

// label returns a coordinate as it is shown.
func (s *model) label(text string) string {
	text = picture.Clean(s.shown(text))
	if len(text) > labelWidth {
		text = text[:labelWidth-1] + "~"
	}
	return text
}

// longestLabel returns how long the longest coordinate of an axis is.
func (s *model) longestLabel(a *axis) int {
	n := 0
	for _, v := range a.values {
		n = max(n, len(s.label(v)))
	}
	return n
}

// newPage measures symbols and coordinates. Symbols of pieces count even if they
// are not on the board now, so that the layout stays the same from move to move.
func (s *scene) newPage(sh *sheet) *page {
	p := &page{sheet: sh, width: 1, margin: 1, across: 1}
	for i, look := range sh.pieces.looks {
		if sh.pieces.seen[sh.pieces.keys[i]] {
			p.width = max(p.width, utf8.RuneCountInString(look.Symbol))
		}
	}
	for _, panel := range sh.cells {
		for _, row := range panel {
			for i := range row {
				p.width = max(p.width, utf8.RuneCountInString(sh.symbol(&row[i])))
			}
		}
	}
	if len(sh.axes) > 1 {
		p.margin = max(p.margin, s.longestLabel(sh.axes[1])+2)
	}
	s.placeColumns(p)
	switch len(sh.axes) {
	case 1:
		p.across = max(1, min(sh.columns, (textWidth-p.margin)/p.pitch))
	case 3:
		p.across = max(1, min(len(sh.cells), (textWidth+panelGap)/(p.panel+panelGap)))
	case 4:
		p.across = len(sh.axes[2].values)
	}
	return p
}

// placeColumns finds room for the names of columns. Where they are much wider than
// cells, they are staggered, so that the board keeps its shape.
func (s *scene) placeColumns(p *page) {
	const narrow = 3
	longest := s.longestLabel(p.axes[0])
	p.pitch = max(p.width, longest) + 1
	p.below = make([]int, p.columns)
	p.lines = 1
	p.panel = p.margin + p.pitch*p.columns
	if longest <= max(p.width, narrow) || len(p.axes) == 1 {
		return
	}
	p.pitch = p.width + 1
	p.panel = p.margin + p.pitch*p.columns
	var ends []int // of the lines below
	for i, v := range p.axes[0].values {
		start := p.margin + i*p.pitch
		line := 0
		for line < len(ends) && ends[line] >= start {
			line++
		}
		if line == len(ends) {
			ends = append(ends, 0)
		}
		ends[line] = start + len(s.label(v))
		p.below[i] = line
		p.panel = max(p.panel, ends[line])
	}
	p.lines = len(ends)
}

// size returns how wide a board is.
func (p *page) size() int {
	if len(p.axes) == 1 {
		return p.margin + p.pitch*p.across
	}
	return p.across*(p.panel+panelGap) - panelGap
}

// boardText draws a board.
func (s *scene) boardText(c *picture.Canvas, p *page, top, left int) {
	if len(p.axes) == 1 {
		s.rowText(c, p, top, left)
		return
	}
	height := p.high() + p.lines + 1
	if len(p.axes) == 3 {
		height++
	}
	for i := range p.cells {
		row, col := top+p.panelRow(i)*height, left+i%p.across*(p.panel+panelGap)
		if len(p.axes) == 3 {
			c.Put(row, col+p.margin, s.label(p.axes[2].values[i]), picture.Faint)
			row++
		}
		s.panelText(c, p, i, row, col)
	}
}

// panelRow returns in which row of panels, counted from above, a panel stands. If
// panels have two coordinates, their rows have the same direction as rows of
// cells.
func (p *page) panelRow(panel int) int {
	row := panel / p.across
	if len(p.axes) == 4 && !p.down {
		return (len(p.cells)-1)/p.across - row
	}
	return row
}

// line returns which row, counted from above, a row is.
func (sh *sheet) line(row int) int {
	if sh.down {
		return row
	}
	return sh.rows - 1 - row
}

// textLine returns how far below the first line of a panel a row stands. Between rows of a
// board with walls are lines for these.
func (sh *sheet) textLine(row int) int { return sh.line(row) * sh.step() }

// step returns how many lines a row has.
func (sh *sheet) step() int {
	if len(sh.walls) > 0 {
		return 2
	}
	return 1
}

// high returns how many lines the rows of a panel have.
func (sh *sheet) high() int { return sh.rows*sh.step() - sh.step() + 1 }

// wallsText draws the walls between cells.
func (p *page) wallsText(c *picture.Canvas, top, left int) {
	for _, w := range p.walls {
		line, col := top+p.textLine(w.from[1]), left+p.margin+w.from[0]*p.pitch
		if w.from[1] == w.to[1] {
			if g := c.At(line, col+p.pitch-1); g.Char == ' ' {
				g.Char = '│'
			}
			continue
		}
		c.Put(min(line, top+p.textLine(w.to[1]))+1, col-1, strings.Repeat("─", p.pitch+1), picture.Plain)
	}
}

// panelText draws a panel, with rows on the left and columns below.
func (s *scene) panelText(c *picture.Canvas, p *page, panel, top, left int) {
	for r := range p.rows {
		line := top + p.textLine(r)
		c.PutBefore(line, left+p.margin-2, s.label(p.axes[1].values[r]), picture.Faint)
		for col := range p.columns {
			s.cellText(c, p, line, left+p.margin+col*p.pitch, &p.cells[panel][r][col])
		}
	}
	p.wallsText(c, top, left)
	for col, v := range p.axes[0].values {
		c.Put(top+p.high()+p.below[col], left+p.margin+col*p.pitch, s.label(v), picture.Faint)
	}
}

// rowText draws a board of one row, in several lines if it is long.
func (s *scene) rowText(c *picture.Canvas, p *page, top, left int) {
	for i, v := range p.axes[0].values {
		line, col := top+3*(i/p.across), left+p.margin+i%p.across*p.pitch
		s.cellText(c, p, line, col, &p.cells[0][0][i])
		c.Put(line+1, col, s.label(v), picture.Faint)
	}
}

// cellText draws a cell.
func (s *scene) cellText(c *picture.Canvas, p *page, line, col int, at *cell) {
	style := picture.Faint
	if len(at.stones) > 0 {
		style = picture.PlayerStyle(p.pieces.looks[at.stones[0].piece].Owner)
	}
	if at.changed && s.options.Color {
		style |= picture.Reversed
	}
	c.Put(line, col, p.symbol(at), style)
	if at.changed && !s.options.Color {
		c.Bracket(line, col-1, '[')
		c.Bracket(line, col+p.width, ']')
	}
}
