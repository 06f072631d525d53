package training

import (
	"context"
	"time"

	"ludex/internal/learn"
)

const (
	markGames = 16  // of a series, at most
	markShare = 120 // the divisor of the time for a series; a point has two
)

// mark adds a point to the learning curve: how the network does against that of the point
// before, and against playouts.
func (t *trainer) mark(ctx context.Context) error {
	m := t.learner.Model
	p := learn.Point{Time: m.Time, Plays: m.Plays, Loss: t.learner.Loss}
	method := methods(t.game, t.learner.Simultaneous())[0]
	c := t.contest()
	clock, games := markLimits(t.opt.Time/markShare, c.length)
	if t.previous != nil {
		trial, err := c.match(ctx, method, method, t.previous, clock, games)
		if err != nil {
			return err
		}
		p.Score, p.Low, p.High = trial.Score, trial.Low, trial.High
	}
	trial, err := c.play(ctx, method, clock, games)
	if err != nil {
		return err
	}
	p.Playouts = &trial
	t.previous = m.Net.Clone()
	m.Curve = append(m.Curve, p)
	return t.save()
}

// markLimits returns the clock and the number of games of a series that takes about as
// long as it is given.
func markLimits(within time.Duration, length float64) (clock time.Duration, games int) {
	clock = min(max(time.Duration(float64(within)/(markGames*length)), minClock/5), maxClock)
	games = int(float64(within) / (float64(clock) * length))
	return clock, min(max(games, 2), markGames)
}
