package variation

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"ludex/internal/chart"
	"ludex/internal/trial"
)

// The size of the picture of one measure.
const (
	panelWidth  = 640
	panelHeight = 300
)

// WriteSVG draws how measures depend on the parameters, a panel each: bars with intervals
// along one axis, or shades over two. Of further axes the first value is shown.
func (s *Sweep) WriteSVG(w io.Writer, measures []string) error {
	var panels []*bytes.Buffer
	for _, name := range measures {
		var out bytes.Buffer
		if err := s.panel(&out, name); err != nil {
			return err
		}
		panels = append(panels, &out)
	}
	height := panelHeight * len(panels)
	if _, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">`+"\n", panelWidth, height, panelWidth, height); err != nil {
		return err
	}
	for i, p := range panels {
		if _, err := fmt.Fprintf(w, "<svg y=\"%d\">\n%s</svg>\n", i*panelHeight, p.Bytes()); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "</svg>\n")
	return err
}

// panel draws one measure.
func (s *Sweep) panel(w io.Writer, measure string) error {
	frame := chart.Frame{Title: measure + " of " + s.Game, Width: panelWidth, Height: panelHeight, X: chart.Axis{Label: s.Axes[0].Name}}
	if len(s.Axes) == 1 {
		return s.bars(w, frame, measure)
	}
	frame.Y.Label = s.Axes[1].Name
	grid := chart.Grid{Frame: frame, Columns: texts(s.Axes[0].Values), Rows: texts(s.Axes[1].Values)}
	for _, v := range s.Variants {
		f := v.figure(measure)
		if f == nil || !s.shown(v) {
			continue
		}
		grid.Cells = append(grid.Cells, chart.GridCell{Column: indexOf(s.Axes[0].Values, v.Values[0]), Row: indexOf(s.Axes[1].Values, v.Values[1]),
			Value: f.Value.Mean, Text: strconv.FormatFloat(f.Value.Mean, 'g', 3, 64), Title: v.key + ": " + f.Text()})
	}
	return grid.WriteSVG(w)
}

// bars draws a measure along one axis.
func (s *Sweep) bars(w io.Writer, frame chart.Frame, measure string) error {
	bar := chart.Bar{}
	var names []string
	for _, v := range s.Variants {
		f := v.figure(measure)
		if f == nil {
			continue
		}
		if frame.Y.Label == "" {
			frame.Y.Label = f.Unit
		}
		names = append(names, strconv.Itoa(v.Values[0]))
		r := chart.Range{Low: f.Value.Mean, High: f.Value.Mean}
		if i := f.Value.Interval; i != nil {
			r = chart.Range{Low: i[0], High: i[1]}
		}
		bar.Values, bar.Ranges, bar.Titles = append(bar.Values, f.Value.Mean), append(bar.Ranges, r), append(bar.Titles, v.key+": "+f.Text())
	}
	return chart.Bars{Frame: frame, Categories: names, Series: []chart.Bar{bar}}.WriteSVG(w)
}

// shown reports whether a variant has the first value of each axis from the third on.
func (s *Sweep) shown(v *Variant) bool {
	for i := 2; i < len(s.Axes); i++ {
		if v.Values[i] != s.Axes[i].Values[0] {
			return false
		}
	}
	return true
}

// figure returns a measure of a variant, or nil.
func (v *Variant) figure(measure string) *trial.Figure {
	if v.Result == nil {
		return nil
	}
	if f := v.Result.Figure(measure); f != nil && f.Value.N > 0 {
		return f
	}
	return nil
}

func texts(values []int) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = strconv.Itoa(v)
	}
	return list
}

func indexOf(values []int, value int) int {
	for i, v := range values {
		if v == value {
			return i
		}
	}
	return -1
}
