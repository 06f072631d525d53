package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ludex/internal/intervals"
)

// A Difference is how a measure of one game differs from that of another one.
type Difference struct {
	Measure string   `json:"measure"`
	Unit    string   `json:"unit,omitempty"`
	A       Estimate `json:"a"`
	B       Estimate `json:"b"`
	// By is B less A, and Errors how many standard errors that is; it is not finite if
	// both values are certain.
	By     Estimate `json:"by"`
	Errors float64  `json:"-"`
	// Confidence is the probability that a difference as large as this one would not
	// occur if there were none.
	Confidence float64 `json:"confidence"`
}

// Compare compares the measures of two games that both have. It returns them in the order
// of the verdict.
func Compare(aData *Data, a *Measures, bData *Data, b *Measures) []Difference {
	var list []Difference
	others := Values(bData, b)
	for _, x := range Values(aData, a) {
		i := slices.IndexFunc(others, func(y Sentence) bool { return y.Measure == x.Measure })
		if i < 0 {
			continue
		}
		if d, ok := difference(x, others[i]); ok {
			list = append(list, d)
		}
	}
	return list
}

// Values returns the values that can be compared between games: those of the verdict, with
// the advantage of the first seat in place of that of the best one.
func Values(d *Data, m *Measures) []Sentence {
	var list []Sentence
	if seats := d.About.Seats(); len(m.Self.Scores) > 1 {
		list = append(list, Sentence{Measure: "advantage", Unit: "Elo", Value: eloEstimate(m.Self.Scores[0], len(seats)-1)})
	}
	for _, s := range m.Verdict {
		if s.Value.N > 1 && !slices.Contains([]string{"balance", "variety", "solved", "dominant-moves", "unused"}, s.Measure) {
			list = append(list, s)
		}
	}
	return list
}

// difference compares two values. It reports false if an interval is unknown.
func difference(x, y Sentence) (Difference, bool) {
	if x.Value.Interval == nil || y.Value.Interval == nil {
		return Difference{}, false
	}
	d := Difference{Measure: x.Measure, Unit: x.Unit, A: x.Value, B: y.Value}
	by := y.Value.Mean - x.Value.Mean
	half := math.Hypot(halfWidth(x.Value), halfWidth(y.Value))
	d.By = NewEstimate(min(x.Value.N, y.Value.N), by, by-half, by+half)
	switch {
	case half > 0:
		d.Errors = math.Abs(by) / half * intervals.Z95
	case by != 0:
		d.Errors = math.Inf(1)
	}
	d.Confidence = rounded(math.Erf(d.Errors / math.Sqrt2))
	return d, true
}

func halfWidth(e Estimate) float64 { return (e.Interval[1] - e.Interval[0]) / 2 }

// Verdict says in a few words whether there is a difference.
func (d *Difference) Verdict() string {
	how := "more"
	if d.By.Mean < 0 {
		how = "less"
	}
	switch {
	case d.Confidence >= sure:
		return how + ", almost certainly"
	case d.Confidence >= 0.95:
		return how + ", probably"
	}
	return "no difference can be told"
}

// sure is the confidence from which on a difference is almost certain.
const sure = 0.999

// confidence writes how sure one can be of the difference. That is never quite.
func (d *Difference) confidence() string {
	if d.Confidence >= sure {
		return "over " + percent(sure)
	}
	return percent(d.Confidence)
}

// SettledErrors is how many standard errors a difference must be for it to be settled. It is
// more than for a single test, since one looks up to [Looks] times while plays go on: the
// probability of an error stays below 5 %.
const (
	SettledErrors = 2.95
	Looks         = 16
)

// Settled reports whether the difference is there beyond doubt.
func (d *Difference) Settled() bool { return d.Errors >= SettledErrors }

// write returns how the values of the measure are written.
func (d *Difference) write() func(float64) string { return writing(d.Unit) }

// ValueText writes a value with its interval, as its unit asks for.
func ValueText(e Estimate, unit string) string { return e.text(writing(unit)) }

// writing returns how values with a unit are written.
func writing(unit string) func(float64) string {
	switch unit {
	case "Elo":
		return elo
	case "of the games":
		return percent
	}
	return num
}

// Columns returns the texts of a row: the measure, both values, the difference, how sure it
// is, and what that means.
func (d *Difference) Columns() []string {
	write := d.write()
	return []string{d.Measure, d.A.text(write), d.B.text(write), d.By.text(write), d.confidence(), d.Verdict()}
}

// ComparisonHead are the names of the columns of a comparison.
var ComparisonHead = []string{"measure", "first", "second", "difference", "confidence", ""}

// WriteComparison writes a comparison for a terminal.
func WriteComparison(w io.Writer, nameA, nameB string, list []Difference) error {
	rows := [][]string{slices.Clone(ComparisonHead)}
	rows[0][1], rows[0][2] = nameA, nameB
	for i := range list {
		rows = append(rows, list[i].Columns())
	}
	widths := make([]int, len(ComparisonHead))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], len([]rune(text)))
		}
	}
	for _, row := range rows {
		line := " "
		for i, text := range row {
			line += " " + text
			if i < len(row)-1 {
				line += fmt.Sprintf("%*s", widths[i]-len([]rune(text))+1, "")
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}
