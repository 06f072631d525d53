package board

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"ludex/internal/picture"
)

// rotate turns a board of hexagons by an angle in degrees, a multiple of 60, and names its
// cells by row and column: a1 is the first cell of the highest row.
func rotate(sh *picture.Sheet, degrees int) {
	if sh.Tile != picture.Hexagon || degrees%360 == 0 {
		return
	}
	sin, cos := math.Sincos(float64(degrees) * math.Pi / 180)
	for i := range sh.Cells {
		c := &sh.Cells[i]
		c.X, c.Y = c.X*cos-c.Y*sin, c.X*sin+c.Y*cos
	}
	order := make([]*picture.Cell, len(sh.Cells))
	for i := range sh.Cells {
		order[i] = &sh.Cells[i]
	}
	const near = 0.1 // cells
	slices.SortFunc(order, func(a, b *picture.Cell) int {
		if math.Abs(a.Y-b.Y) > near {
			return cmp.Compare(a.Y, b.Y)
		}
		return cmp.Compare(a.X, b.X)
	})
	row, column := 0, 0
	for i, c := range order {
		switch {
		case i == 0:
		case c.Y-order[i-1].Y > near:
			row, column = row+1, 0
		default:
			column++
		}
		c.Row, c.Column = row, column
		if l := letter(strconv.Itoa(column + 1)); l != "" {
			c.Name = l + strconv.Itoa(row+1)
		}
	}
	sh.Labels = nil
}

// sides are the sides of a board that can have the colour of a player.
var sides = map[string]picture.Side{"top": picture.Top, "bottom": picture.Bottom, "left": picture.LeftSide, "right": picture.RightSide}
