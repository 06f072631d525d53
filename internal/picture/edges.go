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

// An Edge is a side of a board of squares, or of hexagons in rows, that has the colour of a player.
type Edge struct {
	Side  Side
	Owner int // a player
}

// edges draws the coloured sides of a board.
func (m *image) edges(p *plan) {
	if p.Tile == Circle || len(p.Cells) == 0 {
		return
	}
	for _, e := range p.Edges {
		corners := p.straight(e.Side)
		if p.Tile == Hexagon {
			corners = p.side(e.Side)
		}
		var path strings.Builder
		for i, at := range corners {
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

// straight returns the ends of a side of a board of squares, in cells. They are a little apart from
// those of the next side.
func (p *plan) straight(s Side) []point {
	const out, short = 0.55, 0.4
	low, high := p.low, p.high
	switch s {
	case Top:
		return []point{{low.x - short, low.y - out}, {high.x + short, low.y - out}}
	case Bottom:
		return []point{{low.x - short, high.y + out}, {high.x + short, high.y + out}}
	case LeftSide:
		return []point{{low.x - out, low.y - short}, {low.x - out, high.y + short}}
	default:
		return []point{{high.x + out, low.y - short}, {high.x + out, high.y + short}}
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
