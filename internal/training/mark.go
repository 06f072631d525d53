package training

import (
	"context"
	"time"

	"ludex/internal/learn"
)

const (
	markGames = 16 // of each of two series
	markShare = 60 // the divisor of the time for the matches of a point
)

// mark adds a point to the learning curve: how the network does against that of the point
// before, and against playouts.
func (t *trainer) mark(ctx context.Context) error {
	m := t.learner.Model
	p := learn.Point{Time: m.Time, Plays: m.Plays, Loss: t.learner.Loss}
	method := methods(t.learner.Simultaneous())[0]
	c := t.contest()
	clock := time.Duration(float64(t.opt.Time) / markShare / (2 * markGames) / c.length)
	clock = min(max(clock, minClock/5), maxClock)
	if t.previous != nil {
		trial, err := c.match(ctx, method, method, t.previous, clock, markGames)
		if err != nil {
			return err
		}
		p.Score, p.Low, p.High = trial.Score, trial.Low, trial.High
	}
	trial, err := c.play(ctx, method, clock, markGames)
	if err != nil {
		return err
	}
	p.Playouts = &trial
	t.previous = m.Net.Clone()
	m.Curve = append(m.Curve, p)
	return t.save()
}
