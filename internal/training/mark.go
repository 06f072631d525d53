package training

import (
	"context"
	"time"

	"ludex/internal/learn"
)

const (
	markGames = 16
	markShare = 60 // the divisor of the time for the matches of a point
)

// mark adds a point to the learning curve: how the network does against that of the point
// before.
func (t *trainer) mark(ctx context.Context) error {
	m := t.learner.Model
	p := learn.Point{Time: m.Time, Plays: m.Plays, Loss: t.learner.Loss}
	method := methods(t.learner.Simultaneous())[0]
	if t.previous != nil {
		c := t.contest()
		clock := time.Duration(float64(t.opt.Time) / markShare / markGames / c.length)
		trial, err := c.match(ctx, method, method, t.previous, min(max(clock, minClock/5), maxClock), markGames)
		if err != nil {
			return err
		}
		p.Score, p.Low, p.High = trial.Score, trial.Low, trial.High
	}
	t.previous = m.Net.Clone()
	m.Curve = append(m.Curve, p)
	return t.save()
}
