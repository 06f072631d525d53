package rbgdraw

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ludex/internal/picture"
)

// graphText draws a graph, or returns nil if that does not fit. Each cell is
// written as its symbol and its name. On large boards the name is left out, and
// each row stands between the names of its first and last cells.
func (s *scene) graphText() *picture.Canvas {
	const most = 2000 // the most cells that could fit
	if len(s.board.Cells) > most {
		return nil
	}
	l := layGraph(s.board)
	for _, names := range []bool{true, false} {
		for _, ratio := range []float64{wide, narrow} {
			l.pack(ratio)
			for _, level := range []float64{0.3, 0.1} {
				if p := s.newGraphPage(l, names, level); p != nil {
					return p.draw()
				}
			}
		}
	}
	return nil
}

// A graphPage is a layout in rows and columns of characters.
type graphPage struct {
	*scene
	layout   *layout
	names    bool // each cell with its name
	texts    []string
	row, col []int
	order    []int // of the cells by row and column
}

// newGraphPage places cells. Those that are not further apart than level
// vertically are in one row. It returns nil if the page would be too large.
func (s *scene) newGraphPage(l *layout, names bool, level float64) *graphPage {
	p := &graphPage{scene: s, layout: l, names: names}
	longest := 0
	for c := range s.board.Cells {
		text := s.symbol(c)
		if names {
			text += " " + s.cellText(c)
		}
		p.texts = append(p.texts, text)
		longest = max(longest, len(s.cellText(c)))
	}
	p.rows(level)
	scale, ok := p.scale()
	if !ok {
		return nil
	}
	margin := 1
	if !names {
		margin = longest + 2
	}
	p.col = make([]int, len(p.row))
	for c := range p.col {
		p.col[c] = margin + int(math.Round(l.at[c].x*scale))
		if p.col[c]+len(p.texts[c])+margin > textWidth+2 || p.row[c] > textWidth {
			return nil
		}
	}
	return p
}

// rows finds the rows of the cells. Where names are shown there is room for
// lines between them.
func (p *graphPage) rows(level float64) {
	at := p.layout.at
	p.row, p.order = make([]int, len(at)), make([]int, len(at))
	for c := range at {
		p.order[c] = c
	}
	slices.SortFunc(p.order, func(a, b int) int { return cmp.Or(byHeight(at[a], at[b]), cmp.Compare(a, b)) })
	row, start := 0, 0.0
	for _, c := range p.order {
		if step := at[c].y - start; step > level {
			rows := max(1, int(math.Round(step)))
			if p.names {
				rows *= 2
			}
			row, start = row+rows, at[c].y
		}
		p.row[c] = row
	}
	slices.SortFunc(p.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.row[a], p.row[b]), byColumn(at[a], at[b]), cmp.Compare(a, b))
	})
}

// scale returns how many characters a layout's unit must have such that cells
// in the same row do not touch.
func (p *graphPage) scale() (float64, bool) {
	gap, scale := 1, 2.0
	if p.names {
		gap, scale = 3, 4.0
	}
	for i := 1; i < len(p.order); i++ {
		a, b := p.order[i-1], p.order[i]
		if p.row[a] != p.row[b] {
			continue
		}
		apart := p.layout.at[b].x - p.layout.at[a].x
		if apart < 0.05 {
			return 0, false
		}
		scale = max(scale, float64(len(p.texts[a])+gap)/apart)
	}
	return scale, true
}

// draw writes the cells, and with names also the lines between them.
func (p *graphPage) draw() *picture.Canvas {
	c := &picture.Canvas{}
	for cell, text := range p.texts {
		p.putCell(c, p.row[cell], p.col[cell], cell, len(text), text)
	}
	if p.names {
		p.drawLines(c)
	} else {
		p.drawEnds(c)
	}
	return c
}

// drawEnds writes the names of the first and the last cell of each row.
func (p *graphPage) drawEnds(c *picture.Canvas) {
	for i, cell := range p.order {
		row, col := p.row[cell], p.col[cell]
		if i == 0 || p.row[p.order[i-1]] != row {
			c.PutBefore(row, col-2, p.cellText(cell), picture.Faint)
		}
		if i+1 == len(p.order) || p.row[p.order[i+1]] != row {
			c.Put(row, col+len(p.texts[cell])+2, p.cellText(cell), picture.Faint)
		}
	}
}

// drawLines draws horizontal and vertical lines where nothing is in their way.
func (p *graphPage) drawLines(c *picture.Canvas) {
	for _, e := range p.layout.lines {
		a, b := int(e.from), int(e.to)
		if p.row[a] > p.row[b] || p.row[a] == p.row[b] && p.col[a] > p.col[b] {
			a, b = b, a
		}
		if p.row[a] == p.row[b] {
			start := p.col[a] + len(p.texts[a]) + 1
			connect(c, p.row[a], start, 0, 1, p.col[b]-1-start)
		} else if p.col[a] == p.col[b] {
			connect(c, p.row[a]+1, p.col[a], 1, 0, p.row[b]-p.row[a]-1)
		}
	}
}

// connect draws a line of some length in a direction, unless something other than
// a line is in the way.
func connect(c *picture.Canvas, row, col, down, right, length int) {
	const lines = " -|+"
	for i := range length {
		if !strings.ContainsRune(lines, c.At(row+i*down, col+i*right).Char) {
			return
		}
	}
	own := '-'
	if down != 0 {
		own = '|'
	}
	for i := range length {
		g := c.At(row+i*down, col+i*right)
		if g.Char == ' ' || g.Char == own {
			*g = picture.Glyph{Char: own, Style: picture.Faint}
		} else {
			*g = picture.Glyph{Char: '+', Style: picture.Faint}
		}
	}
}
