package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"math"

	"ludex/internal/chart"
)

// half and high are the size of charts on a page: half of its width.
const half, high = 520, 300

// A figure is a chart with a caption.
type figure struct {
	SVG     template.HTML
	Caption string
}

// A drawable is a chart.
type drawable interface{ WriteSVG(w io.Writer) error }

// draw makes a figure of a chart, which escapes its texts itself.
func draw(c drawable, caption string, args ...any) figure {
	var b bytes.Buffer
	_ = c.WriteSVG(&b) // writing to memory does not fail
	return figure{template.HTML(b.String()), fmt.Sprintf(caption, args...)}
}

func frame(title, x, y string) chart.Frame {
	return chart.Frame{Title: title, Width: half, Height: high, X: chart.Axis{Label: x}, Y: chart.Axis{Label: y}}
}

// fewLengths is the number of different lengths up to which each has a bar.
const fewLengths = 24

// lengthChart shows the lengths of plays, in parts of a unit.
func lengthChart(title, unit string, t Histogram, parts float64) figure {
	f := frame(title, unit, "plays")
	f.X.Whole = parts == 1
	first, last := t.Quantile(0), t.Quantile(1)
	if f.X.Whole && last-first < fewLengths {
		return draw(bars(f, t, first), "")
	}
	return draw(chart.Histogram{Frame: f, Values: t.values(1 / parts), Bins: 25}, "")
}

// branchingChart shows the number of legal moves by step of random plays. Steps that
// few plays have reached are left out.
func branchingChart(r *RandomPlays) figure {
	f := frame("Legal moves by step", "step", "legal moves")
	f.X.Whole, f.Y.Fixed = true, true
	lines := []chart.Line{{Name: "most"}, {Name: "mean"}, {Name: "fewest"}}
	least := max(r.Playouts/100, 1)
	n := 0
	for n < len(r.Steps) && reached(r, n) >= least {
		n++
	}
	for from, width := 0, (n+199)/200; from < n; from += width {
		var s Summary
		for i := from; i < min(from+width, n); i++ {
			s.merge(r.Steps[i])
		}
		if s.N == 0 {
			continue
		}
		f.Y.Max = max(f.Y.Max, 1.1*float64(s.Max))
		for i, y := range []float64{float64(s.Max), s.Mean(), float64(s.Min)} {
			lines[i].Points = append(lines[i].Points, chart.Point{X: float64(from + 1), Y: y, Title: fmt.Sprintf("step %d: %s", from+1, num(y))})
		}
	}
	return draw(chart.Lines{Frame: f, Series: lines}, "Of roles that have a choice, in random plays; up to where one play in a hundred goes on.")
}

// reached returns the number of plays that go on after a number of steps.
func reached(r *RandomPlays, steps int) uint64 {
	n := r.Cut + r.Stuck
	for length, times := range r.Lengths {
		if length > steps {
			n += times
		}
	}
	return n
}

// decidersChart shows how often several roles choose.
func decidersChart(r *RandomPlays, seats int) figure {
	f := frame("Roles with a choice", "roles that choose in a step", "steps")
	f.Y.Label, f.Y.Fixed, f.Y.Max = "% of the steps", true, 100
	c := chart.Bars{Frame: f, Series: []chart.Bar{{}}}
	for k := range seats + 1 {
		c.Categories = append(c.Categories, fmt.Sprint(k))
		c.Series[0].Values = append(c.Series[0].Values, 100*float64(r.Deciders[k])/float64(max(r.Deciders.N(), 1)))
	}
	return draw(c, "In random plays; chance is not counted.")
}

// scoreChart shows the scores of the roles.
func scoreChart(about *About, m *Measures) figure {
	f := frame("Scores", "", "score")
	f.Y.Fixed, f.Y.Max = true, 1
	c := chart.Bars{Frame: f, Series: []chart.Bar{{Name: "the player"}, {Name: "at random"}}}
	for i, seat := range about.Seats() {
		c.Categories = append(c.Categories, about.Roles[seat])
		for k, scores := range [][]Estimate{m.Self.Scores, m.Random.Scores} {
			if i < len(scores) {
				bar(&c.Series[k], scores[i], about.Roles[seat])
			}
		}
	}
	return draw(c, "A win is 1 and a draw ½; the lines hold the true mean with 95 %% confidence.")
}

// bar adds an estimate to a series of bars.
func bar(b *chart.Bar, e Estimate, name string) {
	b.Values = append(b.Values, e.Mean)
	r := chart.Range{Low: math.NaN(), High: math.NaN()}
	if e.Interval != nil {
		r = chart.Range{Low: e.Interval[0], High: e.Interval[1]}
	}
	b.Ranges = append(b.Ranges, r)
	b.Titles = append(b.Titles, fmt.Sprintf("%s: %s", name, e.text(num)))
}

// goalChart shows the goals of the single role of a puzzle.
func goalChart(m *Measures) figure {
	f := frame("Goals", "goal", "% of the plays")
	f.Y.Fixed, f.Y.Max = true, 100
	goals := map[int]bool{}
	for _, o := range []map[string]uint64{m.Self.outcomes, m.Random.outcomes} {
		for text := range o {
			goals[goalsOf(text)[0]] = true
		}
	}
	c := chart.Bars{Frame: f, Series: []chart.Bar{{Name: "the player"}, {Name: "at random"}}}
	for goal := range 101 {
		if !goals[goal] {
			continue
		}
		c.Categories = append(c.Categories, fmt.Sprint(goal))
		for k, p := range []*PlayMeasures{&m.Self, &m.Random} {
			e := share(p.outcomes[fmt.Sprint(goal)], p.Plays)
			c.Series[k].Values = append(c.Series[k].Values, 100*e.Mean)
		}
	}
	return draw(c, "")
}

// progressChart shows the average course of games of the player.
func progressChart(c *CourseMeasures) figure {
	f := frame("Standing as games go on", "% of the game", "points of 100")
	f.X.Fixed, f.X.Max, f.Y.Fixed, f.Y.Max = true, 100, true, 100
	lines := []chart.Line{{Name: "what the later winner could expect"}, {Name: "uncertainty"}}
	for k, curve := range [][]float64{c.Winner, c.Doubt} {
		for i, y := range curve {
			x := 100 * float64(i) / Progressions
			if k == 1 {
				y *= 100
			}
			lines[k].Points = append(lines[k].Points, chart.Point{X: x, Y: y, Title: fmt.Sprintf("after %s %%: %s", num(x), num(y))})
		}
	}
	if c.Winner == nil {
		lines = lines[1:]
	}
	return draw(chart.Lines{Frame: f, Series: lines}, "Means over %s.", plural(c.Plays, "game"))
}

// shownGames is the number of games drawn individually.
const shownGames = 8

// gamesChart shows the course of some games.
func gamesChart(about *About, c *CourseMeasures) figure {
	name := about.Roles[about.Seats()[0]]
	f := frame("Game by game", "step", "points that "+name+" could expect")
	f.X.Whole, f.Y.Fixed, f.Y.Max = true, true, 100
	var lines []chart.Line
	for _, g := range c.each[:min(shownGames, len(c.each))] {
		line := chart.Line{}
		for i, v := range g.values {
			line.Points = append(line.Points, chart.Point{X: float64(i + g.from), Y: v[0], Title: fmt.Sprintf("game %d, step %d: %s", g.play.Number+1, i+g.from, num(v[0]))})
		}
		line.Points[len(line.Points)-1].Mark = chart.Dot
		lines = append(lines, line)
	}
	return draw(chart.Lines{Frame: f, Series: lines}, "The first %s; a dot is the end.", plural(len(lines), "game"))
}

// changesChart shows how often the lead changed.
func changesChart(c *CourseMeasures) figure {
	f := frame("Lead changes", "lead changes of a game", "games")
	var t Histogram
	for _, g := range c.each {
		t.add(g.changes)
	}
	return draw(bars(f, t, 0), "")
}

// bars shows a histogram of few numbers, one bar each.
func bars(f chart.Frame, t Histogram, first int) chart.Bars {
	f.Y.Whole = true
	c := chart.Bars{Frame: f, Series: []chart.Bar{{}}}
	for k := first; k <= t.Quantile(1); k++ {
		c.Categories = append(c.Categories, fmt.Sprint(k))
		c.Series[0].Values = append(c.Series[0].Values, float64(t[k]))
	}
	return c
}

// decisionChart shows when games were decided.
func decisionChart(c *CourseMeasures) figure {
	f := frame("When games were decided", "% of the game", "games")
	f.Y.Whole = true
	counts := make([]float64, 10)
	for _, g := range c.each {
		if g.winner >= 0 {
			counts[min(int(10*g.decisiveness), 9)]++
		}
	}
	b := chart.Bars{Frame: f, Series: []chart.Bar{{Values: counts}}}
	for i := range counts {
		b.Categories = append(b.Categories, fmt.Sprintf("%d–%d", 10*i, 10*i+10))
	}
	return draw(b, "From where on the winner was at least %d points ahead.", DecisionMargin)
}

// skillChart shows scores against opponents.
func skillChart(m *Measures) figure {
	f := frame("Scores of the player", "", "score")
	f.Y.Fixed, f.Y.Max = true, 1
	c := chart.Bars{Frame: f, Series: []chart.Bar{{}}}
	for _, s := range m.Skill {
		name := "against " + s.Rival
		if s.Rival != "random" {
			name = "against a tenth of itself"
		}
		c.Categories = append(c.Categories, name)
		bar(&c.Series[0], s.Score, name)
	}
	return draw(c, "Equally good players would have %s.", num(m.Skill[0].Even))
}

// viewChart shows the knowledge of roles by step.
func viewChart(about *About, v *Views, title, label string, of func(*RoleViews) []Summary, units float64) figure {
	f := frame(title, "step", label)
	f.X.Whole = true
	var lines []chart.Line
	for _, seat := range about.Seats() {
		if seat >= len(v.Roles) {
			continue
		}
		line := chart.Line{Name: about.Roles[seat]}
		for i, s := range of(&v.Roles[seat]) {
			if s.N > 0 {
				y := s.Mean() / units
				line.Points = append(line.Points, chart.Point{X: float64(i + 1), Y: y, Title: fmt.Sprintf("step %d: %s", i+1, num(y)), Mark: dotIf(len(of(&v.Roles[seat])) < 30)})
			}
		}
		lines = append(lines, line)
	}
	return draw(chart.Lines{Frame: f, Series: lines}, "Means over %s.", plural(v.Plays, "play"))
}

func dotIf(few bool) chart.Mark {
	if few {
		return chart.Dot
	}
	return chart.None
}

// gapChart shows the times between events.
func gapChart(title string, p *TimedPlays) figure {
	f := frame(title, "time since the event before, in units, at most", "events")
	f.Y.Whole = true
	c := chart.Bars{Frame: f, Series: []chart.Bar{{}}}
	first, last := p.Gaps.Quantile(0), p.Gaps.Quantile(1)
	for i := first; i <= last; i++ {
		name := Edge(i).String()
		if i == edges-1 {
			name = "more"
		}
		c.Categories = append(c.Categories, name)
		c.Series[0].Values = append(c.Series[0].Values, float64(p.Gaps[i]))
	}
	return draw(c, "Of %s.", plural(p.Plays, "play"))
}

// moveChart shows how many moves roles make in real time.
func moveChart(about *About, m *Measures) figure {
	c := chart.Bars{Frame: frame("Moves of a play", "", "moves"), Series: []chart.Bar{{Name: "the player"}, {Name: "at random"}}}
	for i, seat := range about.Seats() {
		c.Categories = append(c.Categories, about.Roles[seat])
		for k, t := range []*TimeMeasures{m.SelfTime, m.Time} {
			if t != nil && i < len(t.Moves) {
				bar(&c.Series[k], t.Moves[i], about.Roles[seat])
			}
		}
	}
	return draw(c, "")
}
