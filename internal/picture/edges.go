package picture

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// A Side is a side of a board.
type Side uint8

// The sides.
const (
	Top Side = iota
	Bottom
	LeftSide
	RightSide
)

// An Edge is a side of a board of hexagons in rows that has the colour of a player.
type Edge struct {
	Side  Side
	Owner int // a player
}

// edges draws the coloured sides of a board.
func (m *image) edges(p *plan) {
	if p.Tile != Hexagon {
		return
	}
	for _, e := range p.Edges {
		var path strings.Builder
		for i, at := range p.side(e.Side) {
			if i == 0 {
				path.WriteString("M")
			} else {
				path.WriteString(" L")
			}
			path.WriteString(p.at(at).String())
		}
		look := Look{Owner: e.Owner}
		m.printf("<path class=\"eg %s\"%s d=%q/>\n", look.class(), look.color(m.Players), path.String())
	}
}

// side returns the corners of the cells along a side, in cells.
func (p *plan) side(s Side) []point {
	cells := slices.Clone(p.Cells)
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column)) })
	last := cells[len(cells)-1].Row
	var list []point
	for i, c := range cells {
		first := i == 0 || cells[i-1].Row != c.Row
		end := i == len(cells)-1 || cells[i+1].Row != c.Row
		switch {
		case s == Top && c.Row == cells[0].Row:
			list = append(list, corner(c, 210), corner(c, 270), corner(c, 330))
		case s == Bottom && c.Row == last:
			list = append(list, corner(c, 150), corner(c, 90), corner(c, 30))
		case s == LeftSide && first:
			list = append(list, corner(c, 210), corner(c, 150), corner(c, 90))
		case s == RightSide && end:
			list = append(list, corner(c, 270), corner(c, 330), corner(c, 30))
		}
	}
	return list
}

// corner returns the corner of a hexagon in a direction, in degrees from the right
// downwards.
func corner(c Cell, degrees float64) point {
	const radius = 0.5774
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return point{c.X + radius*cos, c.Y + radius*sin}
}
