package review

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"ludex/game"
	"ludex/internal/chart"
)

// Chart returns a chart of the expected values of the roles over the play: all of
// them except chance, or only those given. MoveText writes joint moves, for the
// tooltips.
func (v *Reviewer) Chart(review *Review, title string, only []game.Role, moveText func(s game.State, joint []game.Move) string) chart.Lines {
	c := chart.Lines{Frame: chart.Frame{
		Title: title,
		X:     chart.Axis{Label: "step", Whole: true},
		Y:     chart.Axis{Label: "goal that can be expected", Fixed: true, Max: 100},
		Keys:  []chart.Key{{Mark: chart.Triangle, Text: "blunder"}, {Mark: chart.Ring, Text: "proved"}},
	}}
	for r, name := range v.game.Roles() {
		if game.Role(r) == v.game.Random() || only != nil && !slices.Contains(only, game.Role(r)) {
			continue
		}
		line := chart.Line{Name: name}
		text := "start"
		for i := range review.positions() {
			if i > 0 {
				step := review.Steps[i-1]
				text = fmt.Sprintf("%d. %s", i, moveText(step.State, step.Joint))
			}
			line.Points = append(line.Points, review.point(i, game.Role(r), text))
		}
		c.Series = append(c.Series, line)
	}
	return c
}

// positions returns the number of positions analysed.
func (r *Review) positions() int {
	if r.Final == nil {
		return 0
	}
	if n := len(r.Steps); n > 0 && r.Steps[n-1].Before == r.Final {
		return n // the step after it was not analysed
	}
	return len(r.Steps) + 1
}

// position returns an analysed position.
func (r *Review) position(i int) *Position {
	if i < len(r.Steps) {
		return r.Steps[i].Before
	}
	return r.Final
}

// point returns a point of a role's line. A blunder is marked at its successor.
func (r *Review) point(i int, role game.Role, text string) chart.Point {
	p := r.position(i)
	pt := chart.Point{X: float64(i), Y: p.Values[role], Title: fmt.Sprintf("%s: %s", text, Value(p.Values[role], p.Exact[role]))}
	if p.Exact[role] {
		pt.Mark = chart.Ring
	}
	if i == 0 {
		return pt
	}
	for _, c := range r.Steps[i-1].Choices {
		if c.Role == role && c.Grade == Blunder {
			pt.Mark = chart.Triangle
			pt.Title += fmt.Sprintf(", a blunder that gives %.0f away", c.Loss)
		}
	}
	return pt
}

// Value writes an expected value.
func Value(value float64, exact bool) string {
	switch {
	case math.IsNaN(value):
		return "unknown"
	case exact:
		return strconv.FormatFloat(math.Round(value*10)/10, 'f', -1, 64) + " proved"
	}
	return strconv.FormatFloat(value, 'f', 1, 64)
}
