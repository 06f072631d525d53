package rbgparse

import (
	"ludex/internal/spelling"
	"ludex/rbg"
)

// hexagon makes the cells and edges of a board whose rows grow by one place
// each, up to the peak, and then shrink by one each.
func (b *boardReader) hexagon(rows []row) {
	peak := b.out.Peak
	b.out.Width, b.out.Height, b.out.Depth = len(rows[peak].slots), len(rows), 1
	index := make(map[[2]int]int)
	for y, row := range rows {
		for x, piece := range row.slots {
			if piece == noPiece {
				continue
			}
			index[[2]int{x, y}] = len(b.out.Cells)
			if !b.addCell(row.word, rbg.Cell{Name: b.cellName(x, y, 0), X: x, Y: y, Piece: piece}) {
				return
			}
		}
	}
	for from, c := range b.out.Cells {
		up, down := 0, 0 // how far the rows above and below are shifted
		if c.Y > peak {
			up = 1
		}
		if c.Y < peak {
			down = 1
		}
		steps := [...][2]int{{up - 1, -1}, {up, -1}, {1, 0}, {down, 1}, {down - 1, 1}, {-1, 0}}
		for label, d := range steps {
			if to, ok := index[[2]int{c.X + d[0], c.Y + d[1]}]; ok {
				b.edges = append(b.edges, edge{from, label, to})
			}
		}
	}
}

// findPeak checks the lengths of the rows and finds the longest.
func (b *boardReader) findPeak(rows []row) bool {
	peak := len(rows) - 1
	for y, row := range rows {
		n, message := len(row.slots), ""
		before := 0
		if y > 0 {
			before = len(rows[y-1].slots)
		}
		switch {
		case n == 0:
			message = "a row of a hexagon has at least one place"
		case y == 0 || n == before+1 && y <= peak:
		case n == before-1:
			peak = min(peak, y-1)
		case y > peak:
			message = "behind the longest row, each row of a hexagon must have one place less than the row before"
		default:
			message = "each row of a hexagon must have one place more or less than the row before"
		}
		if message != "" {
			b.failed = true
			d := b.reportAt(row.Origin, BadRow, "%s", message)
			if y > 0 {
				d.Advise("this row has %s, the row before %d", spelling.Count(n, "place"), before)
			}
			return false
		}
	}
	b.out.Peak = peak
	return true
}
