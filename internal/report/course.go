package report

import (
	"math"
	"slices"

	"ludex/internal/intervals"
)

// The thresholds of the measures, in points of 100.
const (
	// LeadMargin is the margin by which a role has to be ahead to have the lead.
	LeadMargin = 10
	// DecisionMargin is the margin from which a game is decided, if it lasts.
	DecisionMargin = 60
)

// CourseMeasures describe the course of self-play, measured by what the player
// expected.
type CourseMeasures struct {
	Plays    int `json:"plays"`    // whose course is known
	Decisive int `json:"decisive"` // of them, those with one winner

	LeadChanges Estimate `json:"lead_changes"` // of a play
	ChangeRate  Estimate `json:"change_rate"`  // steps at which the lead changes, as a fraction of all
	// Uncertainty is 1 less the lead of the first over the second, as a part of
	// 100: of all positions, and of those in the last quarter of a play.
	Uncertainty Estimate `json:"uncertainty"`
	Late        Estimate `json:"late_uncertainty"`

	// The rest is about decisive plays. Drama is the mean of the square root of
	// how far the later winner was behind, as a part of 100, over the positions in
	// which it was behind; 0 if it never was.
	Drama   Estimate `json:"drama"`
	Behind  Estimate `json:"behind"`  // positions in which it was behind, as a fraction of all
	Deepest Estimate `json:"deepest"` // the furthest that it was behind, in points
	// Decisiveness is 1 less the fraction of a play after it was decided, and After
	// is the number of steps after that point.
	Decisiveness Estimate `json:"decisiveness"`
	After        Estimate `json:"after"`

	// Winner and Doubt are curves over the progress of plays, of which there are
	// [Progressions] parts: what the later winner could expect, and the
	// uncertainty.
	Winner []float64 `json:"winner,omitempty"`
	Doubt  []float64 `json:"doubt,omitempty"`

	each []course
}

// Progressions is the number of parts into which plays are divided for curves.
const Progressions = 20

// A course is the expected values in the positions of one play, by seat, in points.
type course struct {
	play   *Play
	from   int // the first position with known values
	values [][]float64
	winner int // a seat, or -1 if there is no single winner

	drama, behind, deepest, after, decisiveness float64
	changes                                     int
}

// newCourse computes the course of a play, if it is known. Positions without an
// analysis have the values of the preceding one.
func newCourse(p *Play, seats []int) *course {
	c := &course{play: p, winner: -1}
	var last []float64
	for i, row := range p.Values {
		if known := valuesOf(row, seats); known != nil {
			last = known
		}
		if last == nil {
			c.from = i + 1
			continue
		}
		c.values = append(c.values, last)
	}
	if !p.Over || len(c.values) < 2 {
		return nil
	}
	if w := winners(seats, p.Goals); len(w) == 1 {
		c.winner = slices.Index(seats, w[0])
	}
	c.measure()
	return c
}

// valuesOf returns the values of a row by seat, or nil if one of them is unknown.
func valuesOf(row []int, seats []int) []float64 {
	var values []float64
	for _, r := range seats {
		if r >= len(row) || row[r] == Unknown {
			return nil
		}
		values = append(values, float64(row[r])/10)
	}
	return values
}

// lead returns the seat with the highest value, and its margin.
func lead(values []float64) (seat int, margin float64) {
	for i, v := range values {
		if v > values[seat] {
			seat = i
		}
	}
	return seat, ahead(values, seat)
}

// ahead returns the margin of a seat over the best other one; it is negative if the
// seat is behind.
func ahead(values []float64, seat int) float64 {
	margin := math.Inf(1)
	for i, v := range values {
		if i != seat {
			margin = min(margin, values[seat]-v)
		}
	}
	return margin
}

// measure computes the measures of this play.
func (c *course) measure() {
	leader := -1
	for _, v := range c.values {
		seat, margin := lead(v)
		if margin < LeadMargin || seat == leader {
			continue
		}
		if leader >= 0 {
			c.changes++
		}
		leader = seat
	}
	if c.winner >= 0 {
		c.measureWinner()
	}
}

// measureWinner computes the measures about the winner. The last position is the end
// of the play.
func (c *course) measureWinner() {
	last := len(c.values) - 1
	behind, decided := 0, last
	for i := last - 1; i >= 0; i-- {
		margin := ahead(c.values[i], c.winner)
		if margin < 0 {
			behind++
			c.drama += math.Sqrt(-margin / 100)
			c.deepest = max(c.deepest, -margin)
		}
		if decided == i+1 && margin >= DecisionMargin {
			decided = i
		}
	}
	if behind > 0 {
		c.drama /= float64(behind)
	}
	c.behind = float64(behind) / float64(last)
	c.after = float64(last - decided)
	c.decisiveness = 1 - c.after/float64(max(c.play.Steps, 1))
}

// uncertainty returns the uncertainty of a position.
func uncertainty(values []float64) float64 {
	_, margin := lead(values)
	return 1 - min(margin, 100)/100
}

// measureCourses computes the measures of the course of plays. It returns nil if the
// course is unknown, as in puzzles and where information is hidden.
func measureCourses(d *Data) *CourseMeasures {
	seats := d.About.Seats()
	if len(seats) < 2 || d.About.Hidden {
		return nil
	}
	m := new(CourseMeasures)
	for i := range d.Self {
		if c := newCourse(&d.Self[i], seats); c != nil {
			m.each = append(m.each, *c)
		}
	}
	if m.Plays = len(m.each); m.Plays == 0 {
		return nil
	}
	m.all()
	m.decisive()
	m.curves()
	return m
}

// all computes the measures of all plays.
func (m *CourseMeasures) all() {
	var changes, rates, doubts, late intervals.Sample
	for _, c := range m.each {
		changes.Add(float64(c.changes))
		rates.Add(float64(c.changes) / float64(len(c.values)-1))
		var all, quarter intervals.Sample
		for i, v := range c.values[:len(c.values)-1] { // the end is certain
			all.Add(uncertainty(v))
			if 4*(i+c.from) >= 3*(c.play.Steps-1) {
				quarter.Add(uncertainty(v))
			}
		}
		doubts.Add(all.Mean())
		if quarter.Count() > 0 {
			late.Add(quarter.Mean())
		}
	}
	m.LeadChanges, m.ChangeRate = level(&changes, 0, math.Inf(1)), level(&rates, 0, 1)
	m.Uncertainty, m.Late = level(&doubts, 0, 1), level(&late, 0, 1)
}

// decisive computes the measures of decisive plays.
func (m *CourseMeasures) decisive() {
	var drama, behind, deepest, decisiveness, after intervals.Sample
	for _, c := range m.each {
		if c.winner < 0 {
			continue
		}
		m.Decisive++
		drama.Add(c.drama)
		behind.Add(c.behind)
		deepest.Add(c.deepest)
		decisiveness.Add(c.decisiveness)
		after.Add(c.after)
	}
	m.Drama, m.Behind, m.Deepest = level(&drama, 0, 1), level(&behind, 0, 1), level(&deepest, 0, 100)
	m.Decisiveness, m.After = level(&decisiveness, 0, 1), level(&after, 0, math.Inf(1))
}

// curves computes the curves.
func (m *CourseMeasures) curves() {
	winner, doubts := make([]intervals.Sample, Progressions+1), make([]intervals.Sample, Progressions+1)
	for _, c := range m.each {
		for k := range winner {
			at := int(math.Round(float64(k*c.play.Steps)/Progressions)) - c.from
			if at < 0 {
				continue
			}
			doubts[k].Add(uncertainty(c.values[at]))
			if c.winner >= 0 {
				winner[k].Add(c.values[at][c.winner])
			}
		}
	}
	for k := range winner {
		m.Doubt = append(m.Doubt, rounded(doubts[k].Mean()))
		if m.Decisive > 0 {
			m.Winner = append(m.Winner, rounded(winner[k].Mean()))
		}
	}
}
