package chart

import (
	"fmt"
	"io"
	"math"
)

// Histogram is a chart of the distribution of numbers.
type Histogram struct {
	Frame
	Values []float64
	// Bins is the approximate number of bars; 0 chooses it by the values. If X.Whole of
	// the frame is set, no bar is narrower than 1.
	Bins int
}

// A Bin is a bar of a histogram: the number of values from Low up to, but not
// including, High.
type Bin struct {
	Low, High float64
	Count     int
}

// Bin counts the values. The bins are contiguous, have one width and begin at multiples
// of it.
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

// width returns the width of the bins.
func (c Histogram) width(held bounds, n int) float64 {
	bins := c.Bins
	if bins <= 0 {
		bins = int(math.Ceil(math.Log2(float64(n)))) + 1 // Sturges' rule
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

// title returns the tooltip of a bar.
func (c Histogram) title(b Bin) string {
	switch {
	case c.X.Whole && b.High-b.Low == 1:
		return fmt.Sprintf("%s: %d", num(b.Low), b.Count)
	case c.X.Whole:
		return fmt.Sprintf("%s to %s: %d", num(b.Low), num(b.High-1), b.Count)
	}
	return fmt.Sprintf("%s to %s: %d", num(b.Low), num(b.High), b.Count)
}
