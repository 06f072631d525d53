package chart

import (
	"math"
	"strings"
)

// A Frame is the common part of all charts: title, axes and legend.
type Frame struct {
	Title string
	// Width and Height of the image in pixels; 0 is 800 and 400.
	Width, Height int
	X, Y          Axis
	// Keys explain marks in the legend.
	Keys []Key
}

// An Axis is the label and the range of an axis.
type Axis struct {
	Label string
	// Fixed sets the range to Min and Max; otherwise the range covers the data, and Min
	// and Max are ignored.
	Fixed    bool
	Min, Max float64
	// Whole puts ticks at integers only.
	Whole bool
}

// A Key explains a mark in the legend.
type Key struct {
	Mark Mark
	Text string
}

// A Mark is the symbol at a point.
type Mark string

// The marks. None draws no symbol.
const (
	None     Mark = ""
	Dot      Mark = "dot"
	Ring     Mark = "ring"
	Square   Mark = "square"
	Triangle Mark = "triangle"
)

const (
	defaultWidth, defaultHeight = 800, 400
	minWidth, minHeight         = 160, 120

	left, right, top, bottom = 64, 16, 16, 48
	titleHeight, keyHeight   = 26, 22
	// letter is the approximate width of a letter of a label, for the layout of the
	// legend.
	letter = 6.6
)

// A plot is a chart being drawn: its canvas and its scales.
type plot struct {
	canvas
	frame      Frame
	x, y       scale
	xs         []float64 // the ticks
	ys         []float64
	entries    []entry
	x0, y0     float64 // top left corner of the plot area
	x1, y1     float64 // bottom right corner
	categories []string
}

// An entry is an item of the legend.
type entry struct {
	class string // of a series, or ""
	mark  Mark
	text  string
}

// A bounds is the range of the data on an axis.
type bounds struct{ low, high float64 }

func nothing() bounds { return bounds{math.Inf(1), math.Inf(-1)} }

// hold extends the bounds to a number.
func (b *bounds) hold(v float64) {
	if finite(v) {
		b.low, b.high = min(b.low, v), max(b.high, v)
	}
}

// finite reports whether a number can be drawn. Distances between very large numbers
// would overflow.
func finite(v float64) bool { return math.Abs(v) <= 1e100 }

// newPlot lays out a chart whose data have the given bounds.
func newPlot(f Frame, x, y bounds, entries []entry) *plot {
	if f.Width == 0 {
		f.Width = defaultWidth
	}
	if f.Height == 0 {
		f.Height = defaultHeight
	}
	f.Width, f.Height = max(f.Width, minWidth), max(f.Height, minHeight)
	for _, k := range f.Keys {
		entries = append(entries, entry{mark: k.Mark, text: k.Text})
	}
	p := &plot{frame: f, entries: entries, x0: left, y0: top, x1: float64(f.Width - right), y1: float64(f.Height - bottom)}
	if f.Title != "" {
		p.y0 += titleHeight
	}
	if len(entries) > 0 {
		p.y0 += keyHeight * float64(len(p.rows()))
	}
	p.y1 = max(p.y1, p.y0+1)
	p.x, p.xs = newScale(f.X, x, p.x0, p.x1, int((p.x1-p.x0)/70))
	p.y, p.ys = newScale(f.Y, y, p.y1, p.y0, int((p.y1-p.y0)/40))
	return p
}

// rows divides the legend into lines that fit the width.
func (p *plot) rows() [][]entry {
	var rows [][]entry
	room := -1.0
	for _, e := range p.entries {
		width := e.width()
		if room < width {
			rows, room = append(rows, nil), p.x1-p.x0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		room -= width
	}
	return rows
}

// width returns the width of an entry.
func (e entry) width() float64 { return 40 + letter*float64(len([]rune(e.text))) }

// open draws everything behind the data.
func (p *plot) open() {
	w, h := p.frame.Width, p.frame.Height
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 %d %d" width="%d" height="%d">`+"\n", w, h, w, h)
	if p.frame.Title != "" {
		p.printf("<title>%s</title>\n", escape(p.frame.Title))
	}
	p.printf("<style>\n%s</style>\n", style)
	p.printf(`<rect class="paper" width="%d" height="%d"/>`+"\n", w, h)
	if p.frame.Title != "" {
		p.text(p.x0, top+12, "heading", "start", p.frame.Title)
	}
	p.legend()
	p.grid()
}

// legend draws the legend.
func (p *plot) legend() {
	y := float64(top) + 8
	if p.frame.Title != "" {
		y += titleHeight
	}
	for _, row := range p.rows() {
		x := p.x0
		for _, e := range row {
			if e.class != "" {
				p.printf(`<line class="line %s" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", e.class, num(x), num(y), num(x+20), num(y))
			} else {
				p.mark(e.mark, x+10, y, "", "")
			}
			p.text(x+26, y+4, "label", "start", e.text)
			x += e.width()
		}
		y += keyHeight
	}
}

// grid draws the axes with their ticks and labels.
func (p *plot) grid() {
	for _, v := range p.ys {
		y := p.y.at(v)
		p.printf(`<line class="grid" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", num(p.x0), num(y), num(p.x1), num(y))
		p.text(p.x0-8, y+4, "label", "end", tickText(v, p.ys))
	}
	p.printf(`<line class="axis" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", num(p.x0), num(p.y1), num(p.x1), num(p.y1))
	if p.categories == nil {
		for _, v := range p.xs {
			x := p.x.at(v)
			p.printf(`<line class="axis" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", num(x), num(p.y1), num(x), num(p.y1+4))
			p.text(x, p.y1+18, "label", "middle", tickText(v, p.xs))
		}
	} else {
		p.names()
	}
	h := float64(p.frame.Height)
	if p.frame.X.Label != "" {
		p.text((p.x0+p.x1)/2, h-10, "label", "middle", p.frame.X.Label)
	}
	if p.frame.Y.Label != "" {
		y := (p.y0 + p.y1) / 2
		p.printf(`<text class="label" text-anchor="middle" transform="translate(16 %s) rotate(-90)">%s</text>`+"\n", num(y), escape(p.frame.Y.Label))
	}
}

// names writes the names of categories below them, cut to the available width.
func (p *plot) names() {
	room := int((p.x1 - p.x0) / float64(len(p.categories)) / letter)
	for i, name := range p.categories {
		p.printf(`<text class="label" text-anchor="middle" x="%s" y="%s">%s`, num(p.x.at(float64(i))), num(p.y1+18), escape(cut(name, max(room, 1))))
		p.printf("<title>%s</title></text>\n", escape(name))
	}
}

// cut shortens a text to a number of letters.
func cut(text string, letters int) string {
	runes := []rune(text)
	if len(runes) <= letters {
		return text
	}
	return strings.TrimSpace(string(runes[:letters-1])) + "…"
}
