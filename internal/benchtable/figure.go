package benchtable

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"

	"ludex/internal/benchmark"
	"ludex/internal/chart"
)

// The size of each of the two charts.
const figureWidth, figureHeight = 1480, 420

// WriteSVG draws the table as two charts, one below the other: perft and flat
// Monte Carlo, with bars in powers of ten.
func (t *Table) WriteSVG(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 %d %d" width="%d" height="%d">`+"\n",
		figureWidth, 2*figureHeight, figureWidth, 2*figureHeight)
	fmt.Fprintf(&b, "<title>States per %s</title>\n", t.Machine.second())
	for i, part := range []struct {
		title string
		rate  func(*Cell) (float64, bool)
	}{
		{"Perft", (*Cell).perftRate},
		{"Flat Monte Carlo", (*Cell).flatRate},
	} {
		fmt.Fprintf(&b, `<g transform="translate(0 %d)">`+"\n", i*figureHeight)
		if err := t.bars(part.title, part.rate).WriteSVG(&b); err != nil {
			return err
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// perftRate returns the speed of perft, if it was measured.
func (c *Cell) perftRate() (float64, bool) {
	if c == nil || c.Perft == nil {
		return 0, false
	}
	return c.Perft.Rate, true
}

// flatRate returns the speed of flat Monte Carlo, if it was measured.
func (c *Cell) flatRate() (float64, bool) {
	if c == nil || c.Flat == nil {
		return 0, false
	}
	return c.Flat.Rate, true
}

// shown returns the games with measurements.
func (t *Table) shown() []*Row {
	var all []*Row
	for i := range t.Rows {
		r := &t.Rows[i]
		if slices.ContainsFunc(r.Cells, func(c *Cell) bool { return c != nil && (c.Perft != nil || c.Flat != nil) }) {
			all = append(all, r)
		}
	}
	return all
}

// top returns the end of the axis of both charts: the next power of ten.
func (t *Table) top() float64 {
	most := 1.0
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			perft, _ := c.perftRate()
			flat, _ := c.flatRate()
			most = max(most, perft, flat)
		}
	}
	return max(1, math.Ceil(math.Log10(most)))
}

// bars draws one of the measures.
func (t *Table) bars(title string, rate func(*Cell) (float64, bool)) chart.Bars {
	c := chart.Bars{Frame: chart.Frame{
		Title: title, Width: figureWidth, Height: figureHeight,
		Y: chart.Axis{Label: fmt.Sprintf("n, for 10ⁿ states per %s", t.Machine.second()), Whole: true, Fixed: true, Max: t.top()},
	}}
	rows := t.shown()
	for _, r := range rows {
		c.Categories = append(c.Categories, r.Game)
	}
	for k, column := range t.Columns {
		s := chart.Bar{Name: column.String()}
		for _, r := range rows {
			v, ok := rate(r.Cells[k])
			s.Titles = append(s.Titles, fmt.Sprintf("%s, %s: %s", r.Game, column, benchmark.Quantity(v)))
			if ok && v > 0 {
				// Less than a state a second has no height, but a title.
				s.Values = append(s.Values, max(0, math.Log10(v)))
			} else {
				s.Values = append(s.Values, math.NaN())
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}
