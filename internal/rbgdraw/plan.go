package rbgdraw

import (
	"cmp"
	"math"
	"slices"

	"ludex/internal/picture"
	"ludex/rbg"
)

// A plan says where everything on a board is in an image, in units of cells.
type plan struct {
	tile          picture.Tile
	at            []point
	rows, columns []int  // by cell, for arrow keys
	dark          []bool // by cell: the darker of two shades
	lines         []line
	labels        []picture.Label // coordinates
}

// plan lays out the board for an image.
func (s *Board) plan() *plan {
	p := &plan{at: make([]point, len(s.board.Cells)), dark: make([]bool, len(s.board.Cells))}
	switch s.board.Shape {
	case rbg.Graph:
		p.tile = picture.Circle
		if len(s.board.Cells) > 0 {
			l := layGraph(s.board)
			for c, at := range l.at {
				const room = 1.3 // for names
				p.at[c] = at.times(room)
			}
			p.lines = l.lines
		}
	case rbg.Hexagon:
		p.tile = picture.Hexagon
		for c := range s.board.Cells {
			cell := &s.board.Cells[c]
			p.at[c] = point{float64(cell.X) + float64(s.shift(cell.Y))/2, float64(cell.Y) * math.Sqrt(3) / 2}
		}
	default:
		s.planGrids(p)
	}
	p.number()
	return p
}

// planGrids puts rectangles or the layers of a cuboid side by side.
func (s *Board) planGrids(p *plan) {
	panels := s.panels()
	const gap = 1.4 // has coordinates and the title of a layer
	width, height := float64(s.board.Width)+gap, float64(s.board.Height)+gap
	across := max(1, int(math.Round(math.Sqrt(1.5*float64(len(panels))*height/width))))
	for i, panel := range panels {
		corner := point{float64(i%across) * width, float64(i/across) * height}
		if panel.title != "" {
			at := corner.plus(point{float64(s.board.Width-1) / 2, -0.8})
			p.labels = append(p.labels, picture.Label{Text: "layer " + panel.title, X: at.x, Y: at.y})
		}
		s.planGrid(p, corner, panel.cells)
	}
}

// planGrid places the cells of a panel, its rows on the left and its columns
// below.
func (s *Board) planGrid(p *plan, corner point, cells []int) {
	rows, columns := map[int]bool{}, map[int]bool{}
	for _, c := range cells {
		cell := &s.board.Cells[c]
		at := corner.plus(point{float64(cell.X), float64(cell.Y)})
		p.at[c] = at
		p.dark[c] = (cell.X+cell.Y)%2 == 1
		column, row, _ := coordinates(s.cellText(c))
		if !rows[cell.Y] {
			rows[cell.Y] = true
			p.labels = append(p.labels, picture.Label{Text: row, X: corner.x - 0.65, Y: at.y, Anchor: picture.Left})
		}
		if !columns[cell.X] {
			columns[cell.X] = true
			p.labels = append(p.labels, picture.Label{Text: column, X: at.x, Y: corner.y + float64(s.board.Height) - 0.24})
		}
	}
}

// number assigns rows and columns for navigation by arrow keys: cells at about the
// same height are in a row, from left to right.
func (p *plan) number() {
	order := make([]int, len(p.at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(math.Round(4*p.at[a].y), math.Round(4*p.at[b].y)), cmp.Compare(p.at[a].x, p.at[b].x))
	})
	p.rows, p.columns = make([]int, len(p.at)), make([]int, len(p.at))
	row := -1
	for i, c := range order {
		if i == 0 || math.Round(4*p.at[c].y) != math.Round(4*p.at[order[i-1]].y) {
			row++
		}
		p.rows[c] = row
		p.columns[c] = int(math.Round(p.at[c].x))
	}
}
