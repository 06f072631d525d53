package trial

import (
	"math"

	"ludex/internal/report"
)

// sampleFigures are the figures of random plays that are looked at step by step.
func sampleFigures(d *report.Data, m *report.Measures) []Figure {
	list := []Figure{
		{"random-completion", "of the games", m.Random.Completion},
		{"random-length", "steps", m.Random.Length},
		{"random-branching", "legal moves", m.Random.Branching},
		{"agency", "of the games", agency(&d.Random)},
	}
	if len(m.Random.Scores) > 1 {
		list = append(list, Figure{"random-score", "of 1", m.Random.Scores[0]}, Figure{"random-draws", "of the games", m.Random.Draws})
	}
	return list
}

// agency is the part of the steps in which somebody has a choice. Steps of one play are not
// independent, so there is no interval.
func agency(p *report.RandomPlays) report.Estimate {
	n := p.Deciders.N()
	e := report.Estimate{N: n}
	if n > 0 {
		e.Mean = math.Round(1e6*(1-float64(p.Deciders[0])/float64(n))) / 1e6
	}
	return e
}

// playFigures are the figures of games of a player: those that reports compare, and the
// score and the balance of the seats.
func playFigures(d *report.Data, m *report.Measures) []Figure {
	var list []Figure
	for _, s := range report.Values(d, m) {
		list = append(list, Figure{s.Measure, s.Unit, s.Value})
	}
	if len(m.Self.Scores) > 1 {
		list = append(list, Figure{"score", "of 1", m.Self.Scores[0]})
	}
	if m.Self.Balance != nil {
		list = append(list, Figure{"balance", "of 1", *m.Self.Balance})
	}
	return append(list, Figure{"completion", "of the games", m.Self.Completion})
}

// Quality says in one number from 0 to 1 how promising a game is: the geometric mean of
// balance, decisiveness (games without draws), completion, agency (steps in which somebody
// has a choice) and skill (what a player who thinks scores against one who does not). The
// evaluation follows G. Todd et al., GAVEL: Generating Games via Evolution and Language
// Models (2024). A game of one role has neither balance nor draws.
func Quality(r *Result) float64 {
	product, n := 1.0, 0
	for _, part := range []struct {
		measure string
		invert  bool
	}{{"balance", false}, {"draws", true}, {"completion", false}, {"agency", false}, {"skill", false}} {
		f := r.Figure(part.measure)
		if f == nil || f.Value.N == 0 {
			continue
		}
		x := min(max(f.Value.Mean, 0), 1)
		if part.invert {
			x = 1 - x
		}
		product, n = product*x, n+1
	}
	if n == 0 {
		return 0
	}
	return math.Round(1e6*math.Pow(product, 1/float64(n))) / 1e6
}
