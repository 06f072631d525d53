package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A plan is the layout of a board in an image, in pixels.
type plan struct {
	*Sheet
	x, y          float64 // upper left corner of the whole
	dx, dy        float64 // from there to the origin of the board
	width, height float64
	above         float64 // space for a title
	flip          bool
	low, high     point // bounds of the cells, in cells
}

type point struct{ x, y float64 }

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

func (p point) minus(q point) point { return point{p.x - q.x, p.y - q.y} }

func (p point) times(f float64) point { return point{p.x * f, p.y * f} }

func (p point) length() float64 { return math.Hypot(p.x, p.y) }

func (p point) String() string { return Px(p.x) + "," + Px(p.y) }

// plans lays out boards from left to right and top to bottom, and returns the total
// size.
func (m *image) plans() (list []*plan, width, height float64) {
	x, y, high := 0.0, 0.0, 0.0
	for _, sh := range m.Sheets {
		p := m.newPlan(sh)
		if x > 0 && x+p.width > pageWidth {
			x, y, high = 0, y+high+boardGap, 0
		}
		p.x, p.y = x, y
		list = append(list, p)
		width, high = max(width, x+p.width), max(high, p.height)
		x += p.width + boardGap
	}
	return list, width, y + high
}

// charWidth is the approximate width of a character of labels and tables, in pixels.
const charWidth = 7.6

// newPlan measures a board.
func (m *image) newPlan(sh *Sheet) *plan {
	p := &plan{Sheet: sh.withRoom(), flip: m.view.Flip}
	sh = p.Sheet
	if sh.Title != "" && len(m.Sheets) > 1 && !m.view.Small {
		p.above = 26
	}
	if len(sh.Cells) == 0 {
		return p
	}
	half := 0.5
	if sh.Tile == Hexagon {
		half = 0.58
	}
	first := point{sh.Cells[0].X, sh.Cells[0].Y}
	p.low, p.high = first, first
	for i := range sh.Cells {
		at := point{sh.Cells[i].X, sh.Cells[i].Y}
		p.low = point{min(p.low.x, at.x), min(p.low.y, at.y)}
		p.high = point{max(p.high.x, at.x), max(p.high.y, at.y)}
	}
	low, high := p.low.minus(point{half, half}), p.high.plus(point{half, half})
	if sh.Tile == Circle && !m.view.Small {
		low, high = low.minus(point{.15, .1}), high.plus(point{.15, .25})
	}
	if len(sh.Edges) > 0 {
		low, high = low.minus(point{.16, .16}), high.plus(point{.16, .16})
	}
	if sh.Ground == Slots || sh.Ground == Points || sh.Ground == Tray {
		low, high = low.minus(point{.12, .12}), high.plus(point{.12, .12})
	}
	if d := sh.loopRoom(); d > 0 {
		low, high = low.minus(point{d, d}), high.plus(point{d, d})
	}
	if !m.view.NoCoordinates && !m.view.Small {
		for i := range sh.Labels {
			a, b := sh.Labels[i].bounds()
			low = point{min(low.x, a.x), min(low.y, a.y)}
			high = point{max(high.x, b.x), max(high.y, b.y)}
		}
	}
	size := high.minus(low).times(Unit)
	p.width, p.height = size.x, size.y+p.above
	p.dx, p.dy = -low.x*Unit, -low.y*Unit+p.above
	return p
}

// withRoom moves labels away from boards that have a rim.
func (sh *Sheet) withRoom() *Sheet {
	rim := 0.13 + sh.loopRoom()
	if sh.Tile != Square || sh.Ground != Points && sh.Ground != Slots && sh.Ground != Tray {
		return sh
	}
	moved := *sh
	moved.Labels = slices.Clone(sh.Labels)
	for i := range moved.Labels {
		l := &moved.Labels[i]
		switch l.Anchor {
		case Left:
			l.X -= rim
		case Middle:
			l.Y += rim
		}
	}
	return &moved
}

// bounds returns the corners of a label, in cells.
func (l *Label) bounds() (low, high point) {
	w := charWidth / Unit * float64(len(l.Text))
	switch l.Anchor {
	case Left:
		return point{l.X - w, l.Y - 0.2}, point{l.X, l.Y + 0.2}
	case Right:
		return point{l.X, l.Y - 0.2}, point{l.X + w, l.Y + 0.2}
	case Slanting:
		return point{l.X - 0.77*w, l.Y - 0.1}, point{l.X + 0.1, l.Y + 0.65*w + 0.1}
	}
	return point{l.X - w/2, l.Y - 0.2}, point{l.X + w/2, l.Y + 0.2}
}

// at returns a point of a board in pixels.
func (p *plan) at(q point) point {
	if p.flip {
		q = p.low.plus(p.high).minus(q)
	}
	return point{p.x + p.dx, p.y + p.dy}.plus(q.times(Unit))
}

// center returns the centre of a cell in pixels.
func (p *plan) center(cell int) point { return p.at(point{p.Cells[cell].X, p.Cells[cell].Y}) }

// groundClass returns the class of boards with a ground.
func (p *plan) groundClass() string {
	switch {
	case p.Tile == Hexagon:
		return "hx"
	case p.Tile == Circle:
		return "gr"
	}
	return [...]string{"ck", "un", "po", "sl", "tr", "ba"}[p.Ground]
}

// board writes a board.
func (m *image) board(p *plan) {
	if p.above > 0 {
		m.text("wh", p.x, p.y+14, p.Title)
	}
	m.printf("<g class=%q>\n", p.groundClass())
	m.ground(p)
	m.lines(p)
	m.links(p)
	titled := len(p.Cells) <= maxTitles
	for i := range p.Cells {
		m.cell(p, i, titled)
	}
	m.frame(p)
	m.edges(p)
	m.walls(p)
	m.printf("</g>\n")
	if !m.view.NoCoordinates {
		m.labels(p)
	}
	m.arrow(p)
}

// ground draws what is below all cells.
func (m *image) ground(p *plan) {
	class, by := "", 0.5
	switch {
	case len(p.Cells) == 0 || p.Tile != Square:
		return
	case p.Ground == Points:
		class, by = "wood", 0.6+p.loopRoom()
	case p.Ground == Slots, p.Ground == Tray:
		class, by = "wall", 0.6
	default:
		return
	}
	for _, panel := range p.panels() {
		a, b := p.box(panel, by)
		m.printf("<rect class=%q x=%q y=%q width=%q height=%q rx=\"6\"/>\n", class, Px(a.x), Px(a.y), Px(b.x-a.x), Px(b.y-a.y))
	}
}

// frame draws the outline of a board of squares.
func (m *image) frame(p *plan) {
	if p.Tile != Square || p.Ground != Checkered && p.Ground != Uniform {
		return
	}
	for _, panel := range p.panels() {
		if !p.isFull(panel) {
			continue
		}
		a, b := p.box(panel, 0.5)
		m.printf("<rect class=\"bo\" x=%q y=%q width=%q height=%q/>\n", Px(a.x), Px(a.y), Px(b.x-a.x), Px(b.y-a.y))
	}
}

// isFull reports whether cells form a rectangle without holes.
func (p *plan) isFull(panel []int) bool {
	a, b := p.box(panel, 0.5)
	return math.Abs((b.x-a.x)*(b.y-a.y)/Unit/Unit-float64(len(panel))) < 0.5
}

// panels returns the cells of each panel, which are adjacent.
func (p *plan) panels() [][]int {
	var list [][]int
	index := map[int]int{}
	for i := range p.Cells {
		n := p.Cells[i].Panel
		k, ok := index[n]
		if !ok {
			k = len(list)
			index[n] = k
			list = append(list, nil)
		}
		list[k] = append(list[k], i)
	}
	return list
}

// box returns the bounding rectangle of cells, in pixels.
func (p *plan) box(cells []int, by float64) (low, high point) {
	low = p.center(cells[0])
	high = low
	for _, c := range cells {
		at := p.center(c)
		low, high = point{min(low.x, at.x), min(low.y, at.y)}, point{max(high.x, at.x), max(high.y, at.y)}
	}
	d := point{by, by}.times(Unit)
	return low.minus(d), high.plus(d)
}

// walls draws what is between neighbouring squares.
func (m *image) walls(p *plan) {
	path := ""
	for _, w := range p.Walls {
		a, b := p.center(w[0]), p.center(w[1])
		mid, half := a.plus(b).times(.5), point{(b.y - a.y) / 2, (a.x - b.x) / 2}
		path += "M" + mid.minus(half).String() + "L" + mid.plus(half).String()
	}
	if path != "" {
		m.printf("<path class=\"wl\" d=%q/>\n", path)
	}
}

// lines draws the lines of a graph, or of a board whose pieces are on points.
func (m *image) lines(p *plan) {
	for _, l := range p.Lines {
		m.line(p, l)
	}
	for _, dot := range p.Dots {
		at := p.at(point{dot[0], dot[1]})
		m.printf("<circle class=\"sd\" cx=%q cy=%q r=\"5\"/>\n", Px(at.x), Px(at.y))
	}
	if p.Tile != Square || p.Ground != Points {
		return
	}
	var path strings.Builder
	for _, panel := range p.panels() {
		a, b := p.box(panel, 0)
		for y := a.y; y <= b.y+1; y += Unit {
			fmt.Fprintf(&path, "M%s H%s", point{a.x, y}, Px(b.x))
		}
		for x := a.x; x <= b.x+1; x += Unit {
			fmt.Fprintf(&path, "M%s V%s", point{x, a.y}, Px(b.y))
		}
	}
	p.loops(&path)
	m.printf("<path class=\"ln\" d=%q/>\n", path.String())
	for i := range p.Cells {
		if slices.Contains(p.Stars, p.Cells[i].Name) {
			at := p.center(i)
			m.printf("<circle class=\"sd\" cx=%q cy=%q r=\"4\"/>\n", Px(at.x), Px(at.y))
		}
	}
}

// links draws what players have connected.
func (m *image) links(p *plan) {
	for _, l := range p.Links {
		look := Look{Owner: l.Owner}
		m.printf("<path class=\"eg %s\"%s d=\"M%s L%s\"/>\n", look.class(), look.color(m.Players), p.center(l.From), p.center(l.To))
	}
}

// loopRoom returns how far loops go beyond a board, in cells.
func (sh *Sheet) loopRoom() float64 {
	if len(sh.Loops) == 0 || sh.Tile != Square || sh.Ground != Points {
		return 0
	}
	return float64(slices.Max(sh.Loops)) - 0.3
}

// loops adds the lines that leave a board on one side and come back on the next one.
func (p *plan) loops(path *strings.Builder) {
	for _, panel := range p.panels() {
		a, b := p.box(panel, 0)
		for _, n := range p.Loops {
			r := float64(n) * Unit
			for i, corner := range []point{a, {b.x, a.y}, {a.x, b.y}, b} {
				right, down := float64(1-i%2*2), float64(1-i/2*2)
				sweep := map[bool]int{true: 0, false: 1}[right*down > 0]
				fmt.Fprintf(path, "M%s A%s %s 0 1 %d %s", corner.plus(point{right * r, 0}), Px(r), Px(r), sweep, corner.plus(point{0, down * r}))
			}
		}
	}
}

// line draws an edge of a graph.
func (m *image) line(p *plan, l Line) {
	a, b := p.center(l.From), p.center(l.To)
	if l.Around {
		for _, ends := range [][2]point{{a, b}, {b, a}} {
			m.printf("<path class=\"ln stub\" d=\"M%s L%s\"/>\n", ends[0], ends[0].minus(towards(ends[0], ends[1], 0.5*Unit)))
		}
		return
	}
	if l.OneWay {
		b = b.plus(towards(b, a, 0.24*Unit))
	}
	curve, from := "L", a
	if l.Bent {
		way := b.minus(a).times(0.2)
		from = a.plus(b).times(0.5).plus(point{way.y, -way.x})
		curve = "Q" + from.String() + " "
	}
	m.printf("<path class=\"ln\" d=\"M%s %s%s\"/>\n", a, curve, b)
	if l.OneWay {
		m.head("hd", from, b, 7)
	}
}

// head draws an arrowhead that ends at a point.
func (m *image) head(class string, from, to point, size float64) {
	back := towards(to, from, size)
	side := point{-back.y, back.x}.times(0.5)
	m.printf("<path class=%q d=\"M%s L%s L%sz\"/>\n", class, to, to.plus(back).plus(side), to.plus(back).minus(side))
}

// towards returns a vector of a length that points from one point to another.
func towards(from, to point, length float64) point {
	way := to.minus(from)
	return way.times(length / max(1, way.length()))
}

// labels draws the coordinates.
func (m *image) labels(p *plan) {
	for _, l := range p.Labels {
		at := p.at(point{l.X, l.Y})
		if p.flip {
			at = p.turned(l)
		}
		switch l.Anchor {
		case Slanting:
			m.printf("<text class=\"at al\" transform=\"translate(%s %s) rotate(-40)\">%s</text>\n", Px(at.x+6), Px(at.y), Escape(l.Text))
		case Left:
			m.text("at al", at.x, at.y+4.5, l.Text)
		case Right:
			m.text("at ar", at.x, at.y+4.5, l.Text)
		default:
			m.text("at", at.x, at.y+4.5, l.Text)
		}
	}
}

// turned returns the position of a label on a flipped board: still at the left or the
// bottom, but beside its own row or column.
func (p *plan) turned(l Label) point {
	plain := *p
	plain.flip = false
	at, over := plain.at(point{l.X, l.Y}), p.at(point{l.X, l.Y})
	switch {
	case l.X < p.low.x || l.X > p.high.x:
		return point{at.x, over.y}
	case l.Y < p.low.y || l.Y > p.high.y:
		return point{over.x, at.y}
	}
	return over
}

// arrow draws an arrow along the cells of the last move.
func (m *image) arrow(p *plan) {
	const most = 8
	if len(p.Arrow) < 2 || len(p.Arrow) > most {
		return
	}
	var path strings.Builder
	var last, end point
	for i, c := range p.Arrow {
		at := p.center(c)
		if i == len(p.Arrow)-1 { // the head ends before the centre of the cell
			end = at.plus(towards(at, last, 0.3*Unit))
			at = at.plus(towards(at, last, 0.3*Unit+10))
		}
		if i > 0 {
			path.WriteByte(' ')
		}
		path.WriteString(at.String())
		if i < len(p.Arrow)-1 {
			last = at
		}
	}
	m.printf("<path class=\"mv\" d=\"M%s\"/>\n", path.String())
	m.head("mh", last, end, 14)
}
