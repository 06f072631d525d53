package chart

import (
	"fmt"
	"io"
)

// Bars is a bar chart: for each category it has one bar of each series, side by side.
type Bars struct {
	Frame
	Categories []string
	Series     []Bar
}

// A Bar is a series of bars, one for each category.
type Bar struct {
	Name   string
	Values []float64
	// Ranges are drawn over the bars, for example confidence intervals. There may be
	// fewer ranges than values.
	Ranges []Range
	// Titles are tooltips of the bars. There may be fewer titles than values.
	Titles []string
}

// A Range is an interval on an axis.
type Range struct{ Low, High float64 }

// WriteSVG writes the chart.
func (c Bars) WriteSVG(w io.Writer) error {
	y := nothing()
	y.hold(0)
	var entries []entry
	for i, s := range c.Series {
		for _, v := range s.Values {
			y.hold(v)
		}
		for _, r := range s.Ranges {
			y.hold(r.Low)
			y.hold(r.High)
		}
		if s.Name != "" {
			entries = append(entries, entry{class: stroke(i), text: s.Name})
		}
	}
	n := float64(len(c.Categories))
	frame := c.Frame
	frame.X.Fixed, frame.X.Min, frame.X.Max = true, -0.5, max(n, 1)-0.5
	p := newPlot(frame, nothing(), y, entries)
	p.categories = c.Categories
	if p.categories == nil {
		p.categories = []string{}
	}
	p.open()
	for k := range c.Categories {
		for i, s := range c.Series {
			if k < len(s.Values) && finite(s.Values[k]) {
				p.bar(c, k, i)
			}
		}
	}
	return p.writeTo(w)
}

// gap is the fraction of the width of a category that is left blank.
const gap = 0.25

// bar draws the bar of a category in a series.
func (p *plot) bar(c Bars, k, i int) {
	s := c.Series[i]
	width := (1 - gap) / float64(len(c.Series))
	from := float64(k) - (1-gap)/2 + width*float64(i)
	title := fmt.Sprintf("%s: %s", c.Categories[k], num(s.Values[k]))
	if s.Name != "" {
		title = fmt.Sprintf("%s, %s: %s", c.Categories[k], s.Name, num(s.Values[k]))
	}
	if k < len(s.Titles) && s.Titles[k] != "" {
		title = s.Titles[k]
	}
	p.block(i, p.x.at(from), p.x.at(from+width), s.Values[k], title)
	if k < len(s.Ranges) && finite(s.Ranges[k].Low) && finite(s.Ranges[k].High) {
		x := p.x.at(from + width/2)
		low, high := p.y.at(p.y.inside(s.Ranges[k].Low)), p.y.at(p.y.inside(s.Ranges[k].High))
		p.printf(`<path class="range" d="M%s %sV%sM%s %sh8M%s %sh8"/>`+"\n", num(x), num(low), num(high), num(x-4), num(low), num(x-4), num(high))
	}
}

// block draws a rectangle to a value, from 0 or from the end of the axis nearest to 0.
func (p *plot) block(series int, x0, x1, v float64, title string) {
	a, b := p.y.at(p.y.inside(0)), p.y.at(p.y.inside(v))
	p.printf(`<rect class="%s" x="%s" y="%s" width="%s" height="%s"><title>%s</title></rect>`+"\n",
		fill(series), num(x0), num(min(a, b)), num(x1-x0), num(max(a, b)-min(a, b)), escape(title))
}
