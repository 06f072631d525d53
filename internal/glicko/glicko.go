// Package glicko rates players by the Glicko-2 system of Mark Glickman: a rating comes with a
// deviation, which shrinks with every game and grows while nobody plays, and with a
// volatility, which says how much the strength of the player changes.
package glicko

import (
	"errors"
	"math"
	"time"
)

// A Rating is what is known of the strength of a player.
type Rating struct {
	Value      float64 // 1500 for somebody of whom nothing is known
	Deviation  float64 // the standard deviation of the value
	Volatility float64 // the expected change of the strength in a rating period
}

// New returns the rating of a player who has not played yet.
func New() Rating { return Rating{Value: 1500, Deviation: 350, Volatility: 0.06} }

// Interval returns the bounds between which the strength is with 95 per cent.
func (r Rating) Interval() (low, high float64) {
	return r.Value - 1.96*r.Deviation, r.Value + 1.96*r.Deviation
}

// Certain reports whether the deviation is small enough to compare players by the rating.
func (r Rating) Certain() bool { return r.Deviation <= 110 }

// A Result is a game against an opponent.
type Result struct {
	Opponent Rating
	Score    float64 // 1 for a win, 0.5 for a draw, 0 for a loss
}

const (
	scale = 173.7178 // from the ratings that are shown to those of the formulas
	// tau limits the change of the volatility. The system suggests 0.3 to 1.2, and 0.5 is
	// that of its worked example.
	tau = 0.5
	// period is the length of a rating period without games.
	period = 7 * 24 * time.Hour
	// most is the largest deviation: that of a new player.
	most = 350
)

// After returns the rating after some time without games.
func (r Rating) After(idle time.Duration) Rating {
	if idle <= 0 {
		return r
	}
	phi := r.Deviation / scale
	r.Deviation = min(most, scale*math.Sqrt(phi*phi+r.Volatility*r.Volatility*idle.Hours()/period.Hours()))
	return r
}

// errNumbers is the error for ratings that no games lead to.
var errNumbers = errors.New("a rating is not finite, or its deviation or volatility is not positive")

// Update returns the rating after the games of one rating period.
func (r Rating) Update(results []Result) (Rating, error) {
	if err := r.check(); err != nil {
		return r, err
	}
	mu, phi := (r.Value-1500)/scale, r.Deviation/scale
	var information, improvement float64 // the sums of the variance and of the change
	for _, game := range results {
		if err := game.Opponent.check(); err != nil {
			return r, err
		}
		muJ, phiJ := (game.Opponent.Value-1500)/scale, game.Opponent.Deviation/scale
		g := 1 / math.Sqrt(1+3*phiJ*phiJ/(math.Pi*math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-muJ)))
		information += g * g * e * (1 - e)
		improvement += g * (game.Score - e)
	}
	if information == 0 { // no games: only the deviation grows
		return r.After(period), nil
	}
	v := 1 / information
	sigma := newVolatility(phi, v, v*improvement, r.Volatility)
	phiStar := math.Sqrt(phi*phi + sigma*sigma)
	phi = 1 / math.Sqrt(1/(phiStar*phiStar)+information)
	mu += phi * phi * improvement
	out := Rating{Value: 1500 + scale*mu, Deviation: min(most, scale*phi), Volatility: sigma}
	return out, out.check()
}

func (r Rating) check() error {
	for _, x := range []float64{r.Value, r.Deviation, r.Volatility} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return errNumbers
		}
	}
	if r.Deviation <= 0 || r.Volatility <= 0 {
		return errNumbers
	}
	return nil
}

// newVolatility finds the zero of the likelihood's derivative by the Illinois algorithm, as
// step 5 of the system says.
func newVolatility(phi, v, delta, sigma float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, 0.0
	if delta*delta > phi*phi+v {
		high = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fLow, fHigh := f(low), f(high)
	const epsilon, rounds = 1e-9, 200
	for range rounds {
		if math.Abs(high-low) <= epsilon {
			break
		}
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}
