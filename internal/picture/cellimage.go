package picture

import (
	"math"
	"slices"
	"strings"
)

// cell draws a cell with its pieces.
func (m *image) cell(p *plan, i int, titled bool) {
	c := &p.Cells[i]
	at := p.center(i)
	m.printf("<g class=%q data-cell=\"%s\" transform=\"translate(%s %s)\">", c.class(p), Escape(c.ID), Px(at.x), Px(at.y))
	if titled {
		m.printf("<title>%s</title>", Escape(c.title(p.Sheet)))
	}
	m.tile(p, c)
	if c.Tint > 0 && p.Tile == Square {
		look := c.tint()
		m.printf("<rect class=\"tint %s\"%s x=\"-23\" y=\"-23\" width=\"46\" height=\"46\"/>", look.class(), look.color(nil))
	}
	m.stones(p.Sheet, c)
	if c.Unknown && len(c.Stones) == 0 {
		m.printf("<text class=\"q\" y=\"6\">?</text>")
	}
	if c.Changed && (p.Ground == Points || p.Ground == Slots) && p.Tile == Square && len(c.Stones) > 0 {
		m.printf("<circle class=\"new\" r=\"7\"/>")
	}
	m.printf("</g>\n")
}

// tint returns the look of the ground of a cell.
func (c *Cell) tint() Look {
	look := Look{Owner: None, Color: c.Tint, Word: c.Ground}
	if strings.HasPrefix(c.Ground, "#") {
		look.Paint = c.Ground
	}
	return look
}

// class returns the classes of a cell.
func (c *Cell) class(p *plan) string {
	class := "c"
	if c.Dark && p.Ground == Checkered && p.Tile == Square {
		class += " dk"
	}
	if c.Unknown {
		class += " unknown"
	}
	if c.Current {
		class += " current"
	}
	if c.Changed {
		class += " changed"
	}
	return class
}

// title describes a cell: its name and its pieces.
func (c *Cell) title(sh *Sheet) string {
	var names []string
	for _, st := range c.Stones {
		name := sh.Kinds[st.Kind].Name
		if st.Life != "" {
			name += " for " + st.Life
		}
		names = append(names, name)
	}
	if c.Ground != "" {
		names = append([]string{c.Ground}, names...)
	}
	switch {
	case len(names) > 0:
		return c.Name + ": " + strings.Join(names, ", ")
	case c.Unknown:
		return c.Name + ": unknown"
	case sh.Empty != "":
		return c.Name + ": " + sh.Empty
	}
	return c.Name
}

// tile draws the background of a cell.
func (m *image) tile(p *plan, c *Cell) {
	switch {
	case p.Tile == Hexagon:
		m.printf("<path class=\"g\" d=%q/>", hexagon)
		if len(c.Stones) == 0 && !m.view.NoCoordinates && len(c.Name) <= 8 {
			m.printf("<text class=\"nm\" font-size=\"9\" y=\"18\">%s</text>", Escape(c.Name))
		}
	case p.Tile == Circle:
		m.printf("<circle class=\"g\" r=\"10\"/>")
		if !m.view.NoCoordinates {
			size := min(10, Unit/0.6/float64(max(1, len(c.Name))))
			m.printf("<text class=\"nm\" font-size=%q y=\"28\">%s</text>", Px(size), Escape(c.Name))
		}
	case p.Ground == Slots:
		m.printf("<circle class=\"g\" r=\"20\"/>")
	case p.Ground == Tray:
		m.printf("<rect class=\"g\" x=\"-22.5\" y=\"-22.5\" width=\"45\" height=\"45\" rx=\"5\"/>")
	default:
		m.printf("<rect class=\"g\" x=\"-24\" y=\"-24\" width=\"48\" height=\"48\"/>")
		if p.Numbered && c.Dark && !m.view.NoCoordinates {
			m.printf("<text class=\"no\" x=\"-22\" y=\"-15\">%s</text>", Escape(c.Name))
		}
	}
}

// hexagon is the outline of a cell with six neighbours.
var hexagon = func() string {
	var list []string
	for i := range 6 {
		sin, cos := math.Sincos(float64(2*i+1) * math.Pi / 6)
		list = append(list, point{cos, sin}.times(Unit/math.Sqrt(3)).String())
	}
	return "M" + strings.Join(list, " ") + "z"
}()

// stones draws the pieces of a cell: one in the middle or several smaller ones, and
// marks in the corners.
func (m *image) stones(sh *Sheet, c *Cell) {
	var pieces, marks []Stone
	for _, st := range c.Stones {
		if k := &sh.Kinds[st.Kind]; k.Mark && k.Look.Owner == None && k.Look.Shape == "" {
			marks = append(marks, st)
		} else {
			pieces = append(pieces, st)
		}
	}
	pieces, over := overlays(sh, pieces)
	how := func(i int) string { return stacked(sh, i, max(1, len(pieces))) }
	for i, st := range slices.Concat(pieces, over) {
		k := &sh.Kinds[st.Kind]
		look := k.Look
		if k.Alone != "" && len(c.Stones) == 1 {
			look.Shape = k.Alone
		}
		m.piece(look, k.ID, how(i))
		if st.Life != "" && len(pieces) == 1 {
			m.printf("<text class=\"lf\" y=\"21\">%s</text>", Escape(st.Life))
		}
	}
	right, line := float64(Unit/2-1), float64(8-Unit/2)
	for _, st := range marks {
		k := &sh.Kinds[st.Kind]
		width := 7 + 6*float64(len(k.Look.Symbol))
		if right-width < -Unit/2 {
			right, line = Unit/2-1, line+15
		}
		m.mark(k.Look.Symbol, right-width, line, width)
		right -= width + 1
	}
}

// overlays separates pieces that are drawn as lines, which go on top of others.
func overlays(sh *Sheet, pieces []Stone) (below, over []Stone) {
	for _, st := range pieces {
		if sh.Kinds[st.Kind].Look.shape().line != "" {
			over = append(over, st)
		} else {
			below = append(below, st)
		}
	}
	if len(below) > 1 || len(over) > 1 {
		return pieces, nil
	}
	return below, over
}

// stacked returns the transformation of a piece among others on its cell.
func stacked(sh *Sheet, i, all int) string {
	switch {
	case all == 1 && sh.Tile == Hexagon, all == 1 && sh.Tile == Circle:
		return "scale(.88)"
	case all == 1:
		return ""
	case all <= 4:
		return "translate(" + Px(float64(i%2)*22-11) + " " + Px(float64(i/2)*22-11) + ") scale(.52)"
	}
	across := int(math.Ceil(math.Sqrt(float64(all))))
	step := float64(Unit-4) / float64(across)
	x, y := (float64(i%across)-float64(across-1)/2)*step, (float64(i/across)-float64(across-1)/2)*step
	return "translate(" + Px(x) + " " + Px(y) + ") scale(" + Px(step/42) + ")"
}

// mark draws a small mark at a position.
func (m *image) mark(symbol string, x, y, width float64) {
	m.printf("<g class=\"mk\"><rect x=%q y=%q width=%q height=\"14\" rx=\"3\"/><text x=%q y=%q>%s</text></g>",
		Px(x), Px(y-7), Px(width), Px(x+width/2), Px(y+3.5), Escape(symbol))
}
