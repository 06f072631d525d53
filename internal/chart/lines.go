package chart

import (
	"fmt"
	"io"
)

// Lines is a line chart.
type Lines struct {
	Frame
	Series []Line
}

// A Line is a series of points, in the order in which they are joined.
type Line struct {
	Name   string
	Points []Point
}

// A Point is a point of a line.
type Point struct {
	X, Y float64
	// Title is the tooltip of the point.
	Title string
	Mark  Mark
}

// WriteSVG writes the chart.
func (c Lines) WriteSVG(w io.Writer) error {
	x, y := nothing(), nothing()
	var entries []entry
	for i, s := range c.Series {
		for _, pt := range s.Points {
			if pt.drawn() {
				x.hold(pt.X)
				y.hold(pt.Y)
			}
		}
		if s.Name != "" {
			entries = append(entries, entry{class: stroke(i), text: s.Name})
		}
	}
	p := newPlot(c.Frame, x, y, entries)
	p.open()
	for i, s := range c.Series {
		p.line(i, s)
	}
	for i, s := range c.Series { // on top of all lines, for the pointer
		p.points(i, s)
	}
	return p.writeTo(w)
}

// drawn reports whether a point can be drawn.
func (pt Point) drawn() bool { return finite(pt.X) && finite(pt.Y) }

// line draws the line of a series, with gaps at points that cannot be drawn.
func (p *plot) line(i int, s Line) {
	path, pen := "", "M"
	for _, pt := range s.Points {
		if !pt.drawn() {
			pen = "M"
			continue
		}
		path += fmt.Sprintf("%s%s %s", pen, num(p.x.at(p.x.inside(pt.X))), num(p.y.at(p.y.inside(pt.Y))))
		pen = "L"
	}
	if path != "" {
		p.printf(`<path class="line %s" d="%s"/>`+"\n", stroke(i), path)
	}
}

// points draws the marks of a series and their tooltips.
func (p *plot) points(i int, s Line) {
	for _, pt := range s.Points {
		if pt.drawn() {
			p.mark(pt.Mark, p.x.at(p.x.inside(pt.X)), p.y.at(p.y.inside(pt.Y)), stroke(i)+" "+fillOf(pt.Mark, i), pt.Title)
		}
	}
}

// fillOf returns the class that fills a mark of a series.
func fillOf(m Mark, series int) string {
	if m == None || m == Ring {
		return ""
	}
	return fill(series)
}
