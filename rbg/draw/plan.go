package draw

import (
	"math"

	"ludex/rbg"
)

// A tile is the shape in which cells are drawn.
type tile uint8

const (
	square tile = iota
	hexagon
	circle
)

// A plan says where everything on a board is in an image, in units of cells.
type plan struct {
	tile   tile
	at     []point
	dark   []bool // by cell: the darker of two shades
	lines  []line
	labels []label // coordinates
	low    point   // the upper left corner, with coordinates
	size   point
}

// A label is a text at a place.
type label struct {
	text string
	at   point
}

// plan lays out the board for an image.
func (s *scene) plan() *plan {
	p := &plan{at: make([]point, len(s.board.Cells)), dark: make([]bool, len(s.board.Cells))}
	switch s.board.Shape {
	case rbg.Graph:
		p.tile = circle
		if len(s.board.Cells) > 0 {
			l := layGraph(s.board)
			for c, at := range l.at {
				const room = 1.3 // for names
				p.at[c] = at.times(room)
			}
			p.lines = l.lines
		}
	case rbg.Hexagon:
		p.tile = hexagon
		for c := range s.board.Cells {
			cell := &s.board.Cells[c]
			p.at[c] = point{float64(cell.X) + float64(s.shift(cell.Y))/2, float64(cell.Y) * math.Sqrt(3) / 2}
		}
	default:
		s.planGrids(p)
	}
	p.measure()
	return p
}

// planGrids puts rectangles or the layers of a cuboid side by side.
func (s *scene) planGrids(p *plan) {
	panels := s.panels()
	const gap = 1.4 // has coordinates and the title of a layer
	width, height := float64(s.board.Width)+gap, float64(s.board.Height)+gap
	across := max(1, int(math.Round(math.Sqrt(1.5*float64(len(panels))*height/width))))
	for i, panel := range panels {
		corner := point{float64(i%across) * width, float64(i/across) * height}
		if panel.title != "" {
			at := corner.plus(point{float64(s.board.Width-1) / 2, -0.8})
			p.labels = append(p.labels, label{"layer " + panel.title, at})
		}
		s.planGrid(p, corner, panel.cells)
	}
}

// planGrid places the cells of a panel, its rows on the left and its columns
// below.
func (s *scene) planGrid(p *plan, corner point, cells []int) {
	rows, columns := map[int]bool{}, map[int]bool{}
	for _, c := range cells {
		cell := &s.board.Cells[c]
		at := corner.plus(point{float64(cell.X), float64(cell.Y)})
		p.at[c] = at
		p.dark[c] = (cell.X+cell.Y)%2 == 1
		column, row, _ := coordinates(s.cellText(c))
		if !rows[cell.Y] {
			rows[cell.Y] = true
			p.labels = append(p.labels, label{row, point{corner.x - 0.75, at.y}})
		}
		if !columns[cell.X] {
			columns[cell.X] = true
			p.labels = append(p.labels, label{column, point{at.x, corner.y + float64(s.board.Height) - 0.25}})
		}
	}
}

// measure finds the corner and the size of the whole.
func (p *plan) measure() {
	if len(p.at) == 0 {
		return
	}
	low, high := p.at[0], p.at[0]
	grow := func(at point, by float64) {
		low = point{min(low.x, at.x-by), min(low.y, at.y-by)}
		high = point{max(high.x, at.x+by), max(high.y, at.y+by)}
	}
	for _, at := range p.at {
		grow(at, 0.65)
	}
	for _, l := range p.labels {
		grow(l.at, 0.25)
	}
	p.low, p.size = low, high.minus(low)
}
