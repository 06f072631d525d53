package report

import (
	"fmt"
	"math"
	"strings"

	"ludex/internal/chart"
	"ludex/internal/intervals"
	"ludex/player"
)

// A TrendMeasure says how results between equally strong players change with their strength.
// What beginners do need not be what masters do: many games are drawn more often the better
// they are played.
type TrendMeasure struct {
	Strengths []Strength `json:"strengths"` // the weakest first, the player of the report last
	// Draws and Scores are by how much the part of drawn games and the scores grow, by seat,
	// with each step from one strength to the next, which has four times the nodes.
	Draws  Estimate   `json:"draws"`
	Scores []Estimate `json:"scores"`
}

// A Strength has the results of games between players with the same budget.
type Strength struct {
	Nodes  int        `json:"nodes"`
	Draws  Estimate   `json:"draws"`
	Scores []Estimate `json:"scores"` // by seat
}

// trend measures how results change with strength.
func (m *Measures) trend(d *Data) {
	if len(m.Self.Scores) < 2 {
		return
	}
	var list []Strength
	for i := len(d.Method.Rivals) - 1; i >= 0; i-- {
		if d.Method.Rivals[i].equal() {
			if s := strengthOf(d, i); s.Draws.N > 0 {
				list = append(list, s)
			}
		}
	}
	if list == nil {
		return
	}
	list = append(list, Strength{d.Method.Nodes, m.Self.Draws, m.Self.Scores})
	t := &TrendMeasure{Strengths: list, Draws: slope(list, func(s *Strength) Estimate { return s.Draws })}
	for seat := range m.Self.Scores {
		t.Scores = append(t.Scores, slope(list, func(s *Strength) Estimate { return s.Scores[seat] }))
	}
	m.Trend = t
}

// strengthOf measures the games between equals of a rival.
func strengthOf(d *Data, rival int) Strength {
	seats := d.About.Seats()
	s := Strength{Nodes: d.Method.Rivals[rival].Nodes}
	points := make([]intervals.Sample, len(seats))
	draws, n := uint64(0), uint64(0)
	for _, b := range d.Bouts {
		if b.Rival != rival || !b.Over {
			continue
		}
		if n++; len(winners(seats, b.Goals)) > 1 {
			draws++
		}
		parts := player.Share(seats, b.Goals)
		for i, seat := range seats {
			points[i].Add(parts[seat])
		}
	}
	s.Draws = share(draws, n)
	for i := range points {
		s.Scores = append(s.Scores, rate(points[i].Mean(), n))
	}
	return s
}

// slope estimates by how much a value between 0 and 1 grows from one strength to the next, by
// least squares. The variance of a result with mean p is at most p (1 − p); one success and
// one failure are added, so that a value that never varied has an interval, too.
func slope(list []Strength, of func(*Strength) Estimate) Estimate {
	n, mean := 0.0, 0.0
	for i := range list {
		e := of(&list[i])
		n, mean = n+float64(e.N), mean+float64(e.N)*float64(i)
	}
	mean /= n
	spread, sum, variance := 0.0, 0.0, 0.0
	for i := range list {
		e, x := of(&list[i]), float64(i)-mean
		k := float64(e.N)
		p := (e.Mean*k + 1) / (k + 2)
		spread, sum, variance = spread+k*x*x, sum+k*x*e.Mean, variance+k*x*x*p*(1-p)
	}
	value, half := sum/spread, intervals.Z95*math.Sqrt(variance)/spread
	return NewEstimate(uint64(n), value, value-half, value+half)
}

// course writes the values of all strengths, the weakest first.
func (t *TrendMeasure) course(of func(*Strength) Estimate, write func(float64) string) string {
	var parts []string
	for i := range t.Strengths {
		s := &t.Strengths[i]
		parts = append(parts, fmt.Sprintf("%s with %s", write(of(s).Mean), plural(s.Nodes, "node")))
	}
	return strings.Join(parts, ", ")
}

// perStep is the unit of a slope.
const perStep = "for four times the nodes"

// points writes a change of a part of 1 as points of 100.
func points(x float64) string { return elo(100 * x) }

// drawsTrend says whether stronger players draw more often, or less.
func (j *judge) drawsTrend() {
	t := j.measures.Trend
	if t == nil || t.Draws.holds(0) {
		return
	}
	how := "Stronger players draw less often"
	if t.Draws.Mean > 0 {
		how = "Stronger players draw more often"
	}
	seats := j.data.About.Seats()
	s := Sentence{Measure: "draws-trend", Value: t.Draws, Unit: perStep, Section: "trend"}
	s.Plays = numbersOf(j.data, func(p *Play) bool { return (len(winners(seats, p.Goals)) > 1) == (t.Draws.Mean > 0) }, shortness)
	j.say(s, "%s: %s; %s points %s.", how, t.course(func(s *Strength) Estimate { return s.Draws }, percent), t.Draws.text(points), perStep)
}

// balanceTrend says whether the advantage of the best seat grows with strength, or
// shrinks.
func (j *judge) balanceTrend() {
	t, scores := j.measures.Trend, j.measures.Self.Scores
	if t == nil {
		return
	}
	best := bestSeat(scores)
	grows := t.Scores[best]
	if grows.holds(0) {
		return
	}
	how := "The stronger the players, the smaller the advantage"
	if grows.Mean > 0 {
		how = "The stronger the players, the larger the advantage"
	}
	seat := j.data.About.Seats()[best]
	s := Sentence{Measure: "balance-trend", Value: grows, Unit: perStep, Section: "trend"}
	s.Plays = numbersOf(j.data, func(p *Play) bool {
		w := winners(j.data.About.Seats(), p.Goals)
		return len(w) == 1 && (w[0] == seat) == (grows.Mean > 0)
	}, shortness)
	j.say(s, "%s: %s scores %s; %s points %s.", how, j.data.About.Roles[seat], t.course(func(s *Strength) Estimate { return s.Scores[best] }, num), grows.text(points), perStep)
}

// bestSeat returns the seat with the highest score.
func bestSeat(scores []Estimate) int {
	best := 0
	for i := range scores {
		if scores[i].Mean > scores[best].Mean {
			best = i
		}
	}
	return best
}

// trendSection shows the results of all strengths.
func trendSection(d *Data, m *Measures) section {
	s := section{ID: "trend", Title: "With stronger play"}
	t := m.Trend
	if t == nil {
		return s
	}
	s.Figures = append(s.Figures, trendChart(d, t))
	s.Table = &table{Head: []string{"nodes a move", "games", "drawn"}}
	last := []string{perStep + ", in points", "", t.Draws.text(points)}
	for i, seat := range d.About.Seats() {
		s.Table.Head = append(s.Table.Head, "score of "+d.About.Roles[seat])
		last = append(last, t.Scores[i].text(points))
	}
	for i := range t.Strengths {
		k := &t.Strengths[i]
		row := []string{whole(uint64(k.Nodes)), whole(k.Draws.N), k.Draws.text(percent)}
		for _, e := range k.Scores {
			row = append(row, e.text(num))
		}
		s.Table.Rows = append(s.Table.Rows, row)
	}
	s.Table.Rows = append(s.Table.Rows, last)
	return s
}

// trendChart shows draws and scores by strength.
func trendChart(d *Data, t *TrendMeasure) figure {
	f := frame("Results by strength", "nodes a move of both", "part of 1")
	f.Y.Fixed, f.Y.Max = true, 1
	c := chart.Bars{Frame: f, Series: []chart.Bar{{Name: "drawn"}}}
	for _, seat := range d.About.Seats() {
		c.Series = append(c.Series, chart.Bar{Name: "score of " + d.About.Roles[seat]})
	}
	for i := range t.Strengths {
		k := &t.Strengths[i]
		name := whole(uint64(k.Nodes))
		c.Categories = append(c.Categories, name)
		bar(&c.Series[0], k.Draws, name)
		for seat, e := range k.Scores {
			bar(&c.Series[seat+1], e, name)
		}
	}
	return draw(c, "Players with the same budget against each other; the lines hold the true mean with 95 %% confidence.")
}

// trendDefinition defines the trend on the page.
func trendDefinition() Fact {
	return Fact{"trend", "by how much results between equally strong players change with each step to four times the nodes: the slope of the line with the least squares. It is mentioned in the verdict if its interval does not hold 0."}
}
