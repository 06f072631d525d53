package calibration

import "math"

// perLogit is the difference in Elo of one unit of log odds.
const perLogit = 400 / math.Ln10

// Elo returns the difference in Elo at which a score between 0 and 1 is expected.
func Elo(score float64) float64 { return perLogit * math.Log(score/(1-score)) }

// A tally has the results of matches.
type tally struct {
	games  int
	points float64
}

// score returns the mean of the points.
func (t tally) score() float64 { return t.points / float64(max(t.games, 1)) }

// elo returns the difference in Elo that the score shows. A match without a point on one
// side counts as if it had half a one, so that the difference is finite.
func (t tally) elo() float64 {
	n := float64(t.games)
	return Elo(min(max(t.points, 0.5), n-0.5) / n)
}

// inRange reports whether the difference is between [MinStep] and [MaxStep].
func (t tally) inRange() bool { return t.elo() >= MinStep && t.elo() <= MaxStep }

// better reports whether a difference suits neighbouring levels better than another one: if only
// one of them is in range that one, otherwise the one that is nearer to what is aimed at.
func (t tally) better(than tally, aim float64) bool {
	if t.inRange() != than.inRange() {
		return t.inRange()
	}
	return math.Abs(t.elo()-aim) < math.Abs(than.elo()-aim)
}

// hopeless reports whether it is clear that the difference is not between [MinStep] and
// [MaxStep]: it is more than two standard deviations outside. A point is added to both
// sides, so that a few lucky games do not look certain.
func (t tally) hopeless() bool {
	n := float64(t.games) + 2
	p := (t.points + 1) / n
	deviation := perLogit / math.Sqrt(n*p*(1-p))
	return Elo(p)+2*deviation < MinStep || Elo(p)-2*deviation > MaxStep
}

// A curve estimates how the difference in Elo to an opponent depends on the strength, by
// logistic regression.
type curve struct {
	aim      float64 // the difference that is looked for
	origin   float64 // strength of the opponent
	from, to float64 // strengths that are possible
	slope    float64 // the difference of one unit of strength that is expected
	at       []float64
	results  []tally
}

// add adds matches at a strength.
func (c *curve) add(at float64, t tally) {
	c.at, c.results = append(c.at, at), append(c.results, t)
}

// last returns the strength of the last matches.
func (c *curve) last() float64 { return c.at[len(c.at)-1] }

// What is expected before there are results: the Elo of an equal strength, and of one unit
// of strength unless levels below say something else, with standard deviations.
const (
	expectedBase, baseDeviation   = 0, 150
	expectedSlope, slopeDeviation = 150, 80
	leastSlope                    = 15
	// farthest is the largest change of strength at once.
	farthest = 2.5
)

// fit returns the most likely difference in Elo at the origin, and its slope: the mode of
// the posterior with normal priors, by Newton's method.
func (c *curve) fit() (base, slope float64) {
	a, b := expectedBase/perLogit, c.slope/perLogit
	a0, b0 := a, b
	va, vb := sq(baseDeviation/perLogit), sq(slopeDeviation/perLogit)
	for range 50 {
		ga, gb := (a0-a)/va, (b0-b)/vb
		haa, hab, hbb := 1/va, 0.0, 1/vb
		for i, t := range c.results {
			x := c.at[i] - c.origin
			p := 1 / (1 + math.Exp(-(a + b*x)))
			n := float64(t.games)
			d, w := t.points-n*p, n*p*(1-p)
			ga += d
			gb += d * x
			haa += w
			hab += w * x
			hbb += w * x * x
		}
		det := haa*hbb - hab*hab
		da, db := (hbb*ga-hab*gb)/det, (haa*gb-hab*ga)/det
		a, b = a+clamp(da, 1), b+clamp(db, 1)
		if math.Abs(da)+math.Abs(db) < 1e-9 {
			break
		}
	}
	return a * perLogit, b * perLogit
}

// solve returns the strength at which the difference is the one that is looked for, not too
// far from another strength.
func (c *curve) solve(from float64) float64 {
	base, slope := c.fit()
	at := c.origin + (c.aim-base)/max(slope, leastSlope)
	at = from + clamp(at-from, farthest)
	return min(max(at, c.from), c.to)
}

func sq(x float64) float64 { return x * x }

// clamp returns x within a bound to either side of 0.
func clamp(x, bound float64) float64 { return min(max(x, -bound), bound) }
