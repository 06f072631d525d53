package training

import (
	"fmt"
	"io"
	"time"

	"ludex/internal/chart"
	"ludex/internal/learn"
)

// WriteCurve draws the learning curve of a model as SVG: the scores against the network of
// the point before and against playouts, and the loss.
func WriteCurve(w io.Writer, m *learn.Model) error {
	unit, name := timeUnit(m.Time)
	playouts, last, loss := chart.Line{Name: "score against playouts"}, chart.Line{Name: "score against the point before"}, chart.Line{Name: "loss"}
	for _, p := range m.Curve {
		at := func(y float64, title string) chart.Point {
			return chart.Point{X: float64(p.Time) / float64(unit), Y: y, Mark: chart.Dot, Title: fmt.Sprintf("%d plays: %s", p.Plays, title)}
		}
		if t := p.Playouts; t != nil {
			playouts.Points = append(playouts.Points, at(t.Score, fmt.Sprintf("%.2f (%.2f to %.2f)", t.Score, t.Low, t.High)))
		}
		if p.High > 0 {
			last.Points = append(last.Points, at(p.Score, fmt.Sprintf("%.2f (%.2f to %.2f)", p.Score, p.Low, p.High)))
		}
		loss.Points = append(loss.Points, at(p.Loss, fmt.Sprintf("%.4f", p.Loss)))
	}
	return chart.Lines{
		Frame: chart.Frame{
			Title: "learning " + m.Game, X: chart.Axis{Label: name + " of learning"}, Y: chart.Axis{Label: "score, loss", Fixed: true, Max: 1},
		},
		Series: []chart.Line{playouts, last, loss},
	}.WriteSVG(w)
}

// timeUnit returns a unit for an axis of time, and its name.
func timeUnit(all time.Duration) (unit time.Duration, name string) {
	switch {
	case all < 5*time.Minute:
		return time.Second, "seconds"
	case all < 5*time.Hour:
		return time.Minute, "minutes"
	}
	return time.Hour, "hours"
}
