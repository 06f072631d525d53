package enginecompare

import (
	"context"
	"fmt"
	"math"

	"ludex/game"
)

// Means are the average results of random playouts, measured one state at a time. They
// serve to test engines that run playouts in their own way.
type Means struct {
	playouts float64
	list     []mean
}

// A mean is the mean of one quantity.
type mean struct {
	what         string
	of           func(r *game.PlayoutResult) uint64 // the sum over the playouts of a result
	most         float64                            // the greatest value
	sum, squares float64
}

// MeasureMeans plays opt.Count playouts as [game.ScalarPlayouts] does on one thread, or
// fewer if they would take too many joint moves. If the context ends first, it
// returns its error.
func MeasureMeans(ctx context.Context, g game.Game, opt game.PlayoutOptions, moves int) (*Means, error) {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(g)
	}
	m := newMeans(g, opt.MaxSteps)
	runner := game.NewScalarRunner(g)
	one := make([]game.PlayoutResult, 1)
	for k := 0; k < opt.Count && moves > 0; k++ {
		single := game.PlayoutOptions{Count: 1, Seed: opt.Seed + uint64(k), MaxSteps: opt.MaxSteps}
		if err := runner.Run(ctx, []game.State{opt.From}, single, one); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.add(&one[0])
		moves -= int(one[0].States)
	}
	return m, nil
}

func newMeans(g game.Game, maxSteps int) *Means {
	m := &Means{list: []mean{
		{what: "length", of: func(r *game.PlayoutResult) uint64 { return r.Steps }, most: float64(maxSteps)},
		{what: "share of playouts that finish", of: func(r *game.PlayoutResult) uint64 { return r.Finished }, most: 1},
		{what: "share of playouts that are cut off", of: func(r *game.PlayoutResult) uint64 { return r.Cut }, most: 1},
		{what: "share of playouts that are stuck", of: func(r *game.PlayoutResult) uint64 { return r.Stuck }, most: 1},
		{what: "share of playouts with bad goals", of: func(r *game.PlayoutResult) uint64 { return r.BadGoals }, most: 1},
	}}
	for role, name := range g.Roles() {
		goal := func(r *game.PlayoutResult) uint64 { return r.Goals[role] }
		m.list = append(m.list, mean{what: "goal of " + name, of: goal, most: 100})
	}
	return m
}

// add counts one playout.
func (m *Means) add(one *game.PlayoutResult) {
	m.playouts++
	for i := range m.list {
		x := &m.list[i]
		v := float64(x.of(one))
		x.sum += v
		x.squares += v * v
	}
}

// Playouts returns how many playouts were measured.
func (m *Means) Playouts() int { return int(m.playouts) }

// Compare compares the means with the results of an engine for the same kind of
// playouts. It returns a *Difference if they are too far apart to be chance.
func (m *Means) Compare(engine string, r *game.PlayoutResult) error {
	if m.playouts < 2 || r.Playouts == 0 {
		return nil
	}
	for i := range m.list {
		x := &m.list[i]
		want, got := x.sum/m.playouts, float64(x.of(r))/float64(r.Playouts)
		if most := x.bound(m.playouts, float64(r.Playouts)); math.Abs(want-got) > most {
			return &Difference{What: "mean " + x.what, A: fmt.Sprintf("%.3f ± %.3f one state at a time", want, most),
				B: fmt.Sprintf("%.3f in the playouts of %s", got, engine)}
		}
	}
	return nil
}

// alarm is the largest probability of a false difference.
const alarm = 1e-9

// bound returns how far the means of n and k independent values of one quantity may
// be apart. By Bennett's inequality, the deviation and the range of the values bound
// the distance of a mean from its expectation, and the deviation is not much greater
// than that of the n values; see Maurer and Pontil, Empirical Bernstein bounds
// (2009), theorems 3 and 10. These are five inequalities, which must all hold.
func (x *mean) bound(n, k float64) float64 {
	log := math.Log(5 / alarm)
	variance := max(0, x.squares-x.sum*x.sum/n) / (n - 1)
	deviation := math.Sqrt(variance) + x.most*math.Sqrt(2*log/(n-1))
	return deviation*(math.Sqrt(2*log/n)+math.Sqrt(2*log/k)) + x.most*log/3*(1/n+1/k)
}
