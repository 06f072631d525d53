package knowledge

import (
	"context"
	"errors"
	"time"

	"ludex/game"
)

// FilterCost measures the average time to update the information set of a role by
// one step. It follows random plays for about the given time and filters for each
// player after each step; plays whose sets exceed the limits or the time count up to
// there. The result is 0 if not even one step was done in the time.
func FilterCost(ctx context.Context, g game.Game, limits Limits, seed uint64, about time.Duration) (time.Duration, error) {
	within, stop := context.WithTimeout(ctx, about)
	defer stop()
	m := g.NewMachine()
	m.Bind(within)
	p := game.NewPlayout(g, m)
	steps, spent := 0, time.Duration(0)
	for ; within.Err() == nil; seed++ {
		d, err := randomDevelopment(p, seed)
		if within.Err() == nil && (err != nil || len(d.Joints) == 0) {
			return 0, err
		}
		n, took, err := timeFilter(within, g, limits, d)
		steps, spent = steps+n, spent+took
		var limit *LimitError
		if err != nil && !errors.As(err, &limit) && within.Err() == nil {
			return 0, err
		}
	}
	if steps == 0 {
		return 0, ctx.Err()
	}
	return spent / time.Duration(steps), ctx.Err()
}

// randomDevelopment makes a random play, to its end or up to the usual limit of
// steps.
func randomDevelopment(p *game.Playout, seed uint64) (Development, error) {
	var d Development
	for p.Reset(nil, seed); !p.Over() && p.Steps < game.DefaultMaxSteps; {
		if err := p.Step(); err != nil {
			return d, err
		}
		d.Joints = append(d.Joints, append([]game.Move(nil), p.Joint...))
	}
	return d, nil
}

// timeFilter filters for each player after each step of a development, in a model of
// its own, and returns the number of steps and the time.
func timeFilter(ctx context.Context, g game.Game, limits Limits, d Development) (steps int, spent time.Duration, err error) {
	model, err := New(g, limits)
	if err != nil {
		return 0, 0, err
	}
	trace, err := model.Follow(d)
	if err != nil {
		return 0, 0, err
	}
	start := time.Now()
	for _, views := range trace.Views[1:] {
		for _, r := range model.Players() {
			if _, err := model.Possible(ctx, r, views[r], 0); err != nil {
				return steps, time.Since(start), err
			}
			steps++
		}
	}
	return steps, time.Since(start), nil
}
