package report

import (
	"math"

	"ludex/internal/intervals"
	"ludex/player"
)

// A DepthMeasure says how many levels of players there are. Players with growing budgets
// play against the next weaker one, the weakest against one that moves at random.
type DepthMeasure struct {
	Rungs []Rung `json:"rungs"` // the strongest first
	// Elo is how much stronger the strongest is than random play: the sum of the rungs.
	Elo Estimate `json:"elo"`
	// Levels is how many players there can be between the two of which each scores two
	// of three against the next: Elo in units of [EvenOdds].
	Levels Estimate `json:"levels"`
}

// A Rung is the result of one player against the next weaker one.
type Rung struct {
	Strong int      `json:"strong"`         // nodes for a move
	Weak   int      `json:"weak,omitempty"` // 0 is a player that moves at random
	Score  Estimate `json:"score"`
	Elo    Estimate `json:"elo"`
}

// levelsAt returns how many levels there are up to a budget of nodes. Between two rungs it is
// taken to grow with the logarithm of the budget; above the highest one it is not known, and those
// of all rungs are returned.
func (m *DepthMeasure) levelsAt(nodes int) float64 {
	if len(m.Rungs) > 0 && nodes >= m.Rungs[0].Strong {
		return m.Levels.Mean
	}
	sum := 0.0
	for _, r := range m.Rungs {
		switch weak := max(r.Weak, 1); {
		case nodes >= r.Strong:
			sum += r.Elo.Mean
		case nodes > weak:
			sum += r.Elo.Mean * math.Log(float64(nodes)/float64(weak)) / math.Log(float64(r.Strong)/float64(weak))
		}
	}
	return rounded(max(sum, 0) / EvenOdds)
}

// clearest returns the rung at which the stronger player is ahead the most, of those between two
// players who think, if there are any.
func (m *DepthMeasure) clearest() Rung {
	best := m.Rungs[0]
	for _, r := range m.Rungs[1:] {
		if r.Weak > 0 && r.Elo.Mean > best.Elo.Mean {
			best = r
		}
	}
	return best
}

// EvenOdds is the difference in Elo at which the stronger player scores two of three.
var EvenOdds = rounded(400 * math.Log10(2))

// eloOf returns the difference in Elo of a score against equally strong opponents, by the
// Bradley–Terry model.
func eloOf(score float64, opponents int) float64 {
	return 400 * math.Log10(score*float64(opponents)/(1-score))
}

// eloEstimate estimates the difference in Elo of a score. Half a point is added to either
// side, so that a player that won all games is not infinitely strong.
func eloEstimate(score Estimate, opponents int) Estimate {
	if score.N == 0 {
		return Estimate{}
	}
	n := float64(score.N)
	p := (score.Mean*n + 0.5) / (n + 1)
	half := intervals.Z95 * 400 / math.Ln10 / math.Sqrt((n+1)*p*(1-p))
	elo := eloOf(p, opponents)
	return NewEstimate(score.N, elo, elo-half, elo+half)
}

// depth measures the ladder of players.
func (m *Measures) depth(d *Data) {
	seats := d.About.Seats()
	var list []Rung
	sum, squares, least := 0.0, 0.0, uint64(math.MaxUint64)
	for i, r := range d.Method.Rivals {
		if r.Strong == 0 || r.equal() {
			continue
		}
		var points intervals.Sample
		for _, b := range d.Bouts {
			if b.Rival == i && b.Over {
				points.Add(player.Share(seats, b.Goals)[b.Seat])
			}
		}
		if points.Count() == 0 {
			return // a rung is missing
		}
		score := rate(points.Mean(), uint64(points.Count()))
		elo := eloEstimate(score, len(seats)-1)
		list = append(list, Rung{r.Strong, r.Nodes, score, elo})
		half := (elo.Interval[1] - elo.Interval[0]) / 2
		sum, squares, least = sum+elo.Mean, squares+half*half, min(least, score.N)
	}
	if list == nil {
		return
	}
	half := math.Sqrt(squares)
	m.Depth = &DepthMeasure{Rungs: list, Elo: NewEstimate(least, sum, sum-half, sum+half),
		Levels: NewEstimate(least, max(sum, 0)/EvenOdds, max(sum-half, 0)/EvenOdds, max(sum+half, 0)/EvenOdds)}
}
