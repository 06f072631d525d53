package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ludex/picture"
)

// drawBoard writes the board from below to above: lines, cells, coordinates,
// pieces, the last move.
func (v *svg) drawBoard() {
	v.lines()
	for c := range v.plan.at {
		v.cell(c)
	}
	v.names()
	for _, l := range v.plan.labels {
		v.text("at", v.at(l.at).plus(point{0, 5}), l.text)
	}
	for c, piece := range v.position.Pieces {
		if int(piece) != v.empty {
			v.piece(int(piece), v.at(v.plan.at[c]), v.title("%s: %s", v.cellText(c), v.pieceName(int(piece))))
		}
	}
	v.move()
}

// lines writes the edges of a graph. Those with one direction have arrowheads.
func (v *svg) lines() {
	for _, l := range v.plan.lines {
		a, b := v.at(v.plan.at[l.from]), v.at(v.plan.at[l.to])
		if l.around {
			v.stub(a, b)
			v.stub(b, a)
			continue
		}
		head := ""
		if l.oneWay {
			b = b.plus(towards(b, a, 0.22*picture.Unit))
			head = ` marker-end="url(#way)"`
		}
		curve := "L"
		if l.bent {
			way := b.minus(a).times(0.2)
			curve = "Q" + pair(a.plus(b).times(0.5).plus(point{way.y, -way.x})) + " "
		}
		v.Printf("<path class=\"line\" d=\"M%s %s%s\"%s/>\n", pair(a), curve, pair(b), head)
	}
}

// stub writes the end of a line that leaves a place to come back to another one
// from behind.
func (v *svg) stub(a, b point) {
	v.Printf("<path class=\"line stub\" d=\"M%s L%s\"/>\n", pair(a), pair(a.minus(towards(a, b, 0.5*picture.Unit))))
}

// towards returns a step from a place to another one.
func towards(from, to point, length float64) point {
	way := to.minus(from)
	return way.times(length / max(1, way.length()))
}

// cell writes a cell.
func (v *svg) cell(c int) {
	at := v.at(v.plan.at[c])
	class := "cell"
	if v.plan.dark[c] {
		class += " dark"
	}
	switch v.marks[c] {
	case moved:
		class += " moved"
	case current:
		class += " current"
	}
	title := v.title("%s: %s", v.cellText(c), v.pieceName(int(v.position.Pieces[c])))
	switch v.plan.tile {
	case square:
		corner := at.minus(point{picture.Unit / 2, picture.Unit / 2})
		v.Printf("<rect class=%q x=%q y=%q width=\"%d\" height=\"%d\">%s</rect>\n", class, picture.Px(corner.x), picture.Px(corner.y), picture.Unit, picture.Unit, title)
	case hexagon:
		v.Printf("<polygon class=%q points=%q>%s</polygon>\n", class, corners(at), title)
	default:
		v.Printf("<circle class=%q cx=%q cy=%q r=\"%s\">%s</circle>\n", class, picture.Px(at.x), picture.Px(at.y), picture.Px(0.2*picture.Unit), title)
	}
}

// names writes the names of cells on boards where coordinates at the edges would
// not tell them. On a hexagon that is where no piece is in the way.
func (v *svg) names() {
	class, below := "name", 0.4*picture.Unit
	switch v.plan.tile {
	case square:
		return
	case circle:
		class, below = "name tag", 0.58*picture.Unit
	}
	for c, at := range v.plan.at {
		if v.plan.tile == hexagon && int(v.position.Pieces[c]) != v.empty {
			continue
		}
		text := v.cellText(c)
		at := v.at(at).plus(point{0, below})
		size := min(10, picture.Unit/0.6/float64(max(1, len(text))))
		v.Printf("<text class=%q font-size=%q x=%q y=%q>%s</text>\n", class, picture.Px(size), picture.Px(at.x), picture.Px(at.y), picture.Escape(text))
	}
}

// corners returns the corners of the hexagon around a place.
func corners(at point) string {
	var list []string
	for i := range 6 {
		sin, cos := math.Sincos(float64(2*i+1) * math.Pi / 6)
		list = append(list, pair(at.plus(point{cos, sin}.times(picture.Unit/math.Sqrt(3)))))
	}
	return strings.Join(list, " ")
}

func pair(p point) string { return picture.Px(p.x) + "," + picture.Px(p.y) }

// piece writes a piece.
func (v *svg) piece(piece int, at point, title string) { v.Piece(v.look(piece), at.x, at.y, title) }

// move writes an arrow along the cells of the last move, if there are few.
func (v *svg) move() {
	const most = 8
	cells := slices.Compact(slices.Clone(v.options.Last))
	if len(cells) < 2 || len(cells) > most {
		return
	}
	var path strings.Builder
	var last point
	for i, c := range cells {
		at := v.at(v.plan.at[c])
		if i == len(cells)-1 { // the head ends near the middle of the cell
			at = at.plus(towards(at, last, 0.15*picture.Unit))
		}
		fmt.Fprintf(&path, " %s", pair(at))
		last = at
	}
	v.Printf("<path class=\"move\" d=\"M%s\" marker-end=\"url(#head)\"/>\n", path.String()[1:])
}
