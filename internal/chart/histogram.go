package chart

import (
	"fmt"
	"io"
	"math"
)

// Histogram is a chart of how often numbers occur.
type Histogram struct {
	Frame
	Values []float64
	// Bins is about how many bars there are; 0 leaves it to the values. If the
	// frame's X is Whole, no bar is narrower than 1.
	Bins int
}

// A Bin is a bar of a histogram: how many values are at least Low and less than
// High.
type Bin struct {
	Low, High float64
	Count     int
}

// Bin counts the values. The bins follow each other without gaps, have one width
// and begin at multiples of it.
func (c Histogram) Bin() []Bin {
	held := nothing()
	n := 0
	for _, v := range c.Values {
		if finite(v) {
			held.hold(v)
			n++
		}
	}
	if n == 0 {
		return nil
	}
	width := c.width(held, n)
	first := math.Floor(held.low / width)
	bins := make([]Bin, int(min(math.Floor(held.high/width)-first, maxBins-1))+1)
	for i := range bins {
		bins[i].Low, bins[i].High = (first+float64(i))*width, (first+float64(i)+1)*width
	}
	for _, v := range c.Values {
		if finite(v) {
			i := int(math.Floor(v/width) - first)
			bins[min(max(i, 0), len(bins)-1)].Count++
		}
	}
	return bins
}

// maxBins bounds the number of bars.
const maxBins = 200

// width returns how wide the bins are.
func (c Histogram) width(held bounds, n int) float64 {
	bins := c.Bins
	if bins <= 0 {
		bins = int(math.Ceil(math.Log2(float64(n)))) + 1 // Sturges
		bins = max(bins, 10)
	}
	bins = min(bins, maxBins/2)
	if held.low == held.high {
		return 1
	}
	return niceStep((held.high-held.low)/float64(bins), c.X.Whole)
}

// WriteSVG writes the chart.
func (c Histogram) WriteSVG(w io.Writer) error {
	bins := c.Bin()
	x, y := nothing(), nothing()
	y.hold(0)
	for _, b := range bins {
		x.hold(b.Low)
		x.hold(b.High)
		y.hold(float64(b.Count))
	}
	frame := c.Frame
	frame.Y.Whole = true
	p := newPlot(frame, x, y, nil)
	p.open()
	for _, b := range bins {
		if b.Count > 0 {
			p.block(0, p.x.at(p.x.inside(b.Low))+0.5, p.x.at(p.x.inside(b.High))-0.5, float64(b.Count), c.title(b))
		}
	}
	return p.writeTo(w)
}

// title says what a bar counts.
func (c Histogram) title(b Bin) string {
	switch {
	case c.X.Whole && b.High-b.Low == 1:
		return fmt.Sprintf("%s: %d", num(b.Low), b.Count)
	case c.X.Whole:
		return fmt.Sprintf("%s to %s: %d", num(b.Low), num(b.High-1), b.Count)
	}
	return fmt.Sprintf("%s to %s: %d", num(b.Low), num(b.High), b.Count)
}
