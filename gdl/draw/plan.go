package draw

import (
	"math"

	"ludex/picture"
)

const (
	charWidth  = 7.8 // of a character in coordinates and tables, in pixels
	plainLabel = 6   // characters of a coordinate that stands upright below a column
	boardGap   = 28  // between boards and panels, in pixels
	pageWidth  = 920 // boards stand side by side up to this width, in pixels
	rowLength  = 16  // cells of a board with one row that stand side by side
)

// A plan says where a board stands in an image and how large its parts are, in
// pixels.
type plan struct {
	*sheet
	x, y     float64 // the upper left corner
	left     float64 // room for the names of rows
	below    float64 // room for the names of columns
	above    float64 // room for titles
	across   int     // panels side by side, or cells of a row
	panelGap float64
}

// plans lays out the boards of a position from left to right and from above to
// below, and returns the size of the whole.
func (s *scene) plans() (list []*plan, width, height float64) {
	x, y, high := 0.0, 0.0, 0.0
	for _, sh := range s.boards {
		p := s.newPlan(sh)
		w, h := p.size()
		if x > 0 && x+w > pageWidth {
			x, y, high = 0, y+high+boardGap, 0
		}
		p.x, p.y = x, y
		list = append(list, p)
		width, high = max(width, x+w), max(high, h)
		x += w + boardGap
	}
	return list, width, y + high
}

// newPlan measures a board.
func (s *scene) newPlan(sh *sheet) *plan {
	p := &plan{sheet: sh, across: 1, panelGap: boardGap}
	p.below = 24
	if n := s.longestLabel(sh.axes[0]); n > plainLabel {
		p.below = 14 + 0.65*charWidth*float64(n)
		p.left = max(0, 0.77*charWidth*float64(n)-picture.Unit/2-picture.Border)
	}
	if len(sh.axes) > 1 {
		p.left = max(p.left, 12+charWidth*float64(s.longestLabel(sh.axes[1])))
	}
	if len(s.boards) > 1 {
		p.above = 26
	}
	switch panel := p.panelWidth() + p.panelGap; len(sh.axes) {
	case 1:
		p.across = min(sh.columns, rowLength)
	case 3:
		p.across = min(len(sh.cells), max(1, int(pageWidth/panel)))
	case 4:
		p.across = len(sh.axes[2].values)
	}
	return p
}

func (p *plan) panelWidth() float64 {
	columns := p.columns
	if len(p.axes) == 1 {
		columns = min(columns, rowLength)
	}
	return p.left + float64(columns*picture.Unit)
}

// panelHeight returns the height of a panel with its title and coordinates.
func (p *plan) panelHeight() float64 {
	h := float64(p.rows*picture.Unit) + p.below
	if len(p.axes) == 3 {
		h += 22
	}
	return h
}

// size returns the size of a board.
func (p *plan) size() (width, height float64) {
	if len(p.axes) == 1 {
		lines := (p.columns + p.across - 1) / p.across
		return p.panelWidth(), p.above + float64(lines)*p.panelHeight()
	}
	down := math.Ceil(float64(len(p.cells)) / float64(p.across))
	return float64(p.across)*(p.panelWidth()+p.panelGap) - p.panelGap, p.above + down*(p.panelHeight()+p.panelGap) - p.panelGap
}

// corner returns the upper left corner of the cells of a panel, or of a line of
// a board with one row.
func (p *plan) corner(panel int) (x, y float64) {
	if len(p.axes) == 1 {
		return p.x + p.left, p.y + p.above + float64(panel)*p.panelHeight()
	}
	row := panel / p.across
	if len(p.axes) == 4 && !p.down {
		row = (len(p.cells)-1)/p.across - row
	}
	x = p.x + p.left + float64(panel%p.across)*(p.panelWidth()+p.panelGap)
	y = p.y + p.above + float64(row)*(p.panelHeight()+p.panelGap)
	if len(p.axes) == 3 {
		y += 22
	}
	return x, y
}

// center returns the middle of a cell.
func (p *plan) center(panel, row, column int) (x, y float64) {
	line := p.line(row)
	if len(p.axes) == 1 {
		panel, column, line = column/p.across, column%p.across, 0
	}
	x, y = p.corner(panel)
	return x + (float64(column)+0.5)*picture.Unit, y + (float64(line)+0.5)*picture.Unit
}
