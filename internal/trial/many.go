package trial

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/intervals"
	"ludex/internal/report"
	"ludex/rules"
)

const (
	// worthLanes is the number of random plays from which on lanes are set up for a
	// boardgame. It does not depend on the machine, since plays in lanes are others.
	worthLanes = 10_000
	// batches is how many batches there are, whose means give the intervals.
	batches = 20
)

// manyAtATime returns the game on the engine that plays many random plays best. If the time
// for setting it up is over, the result says so, since a faster machine would play others.
func (t *trial) manyAtATime(ctx context.Context, rs *rules.Rules) game.Game {
	if !rs.IsRBG() || t.options.Playouts < worthLanes {
		return t.subject.Game
	}
	g, _, err := rs.Open(ctx, rules.Opening{Engine: "lanes", Time: t.options.Limits.Setup})
	if err == nil {
		return g
	}
	if errors.Is(err, context.DeadlineExceeded) {
		t.note(fmt.Sprintf("the engine for many random plays at a time was not ready after %v of the processor: another one made the %d plays, and on a faster machine they would be others", t.options.Limits.Setup, t.options.Playouts))
	}
	return t.subject.Game
}

// playMany makes random plays of which only the ends count. The seat is the first one.
func playMany(ctx context.Context, g game.Game, opt Options, seat int) ([]Figure, error) {
	var goals, lengths, ended intervals.Sample
	size := max(opt.Playouts/batches, 1)
	for b := range batches {
		res, err := game.Playouts(ctx, g, game.PlayoutOptions{Count: size, Seed: opt.Seed + uint64(b)<<40})
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch {
		case res.Stuck > 0:
			return nil, fmt.Errorf("in %d of %d random plays a role has no legal move before the end", res.Stuck, res.Playouts)
		case res.BadGoals > 0:
			return nil, fmt.Errorf("at the end of %d of %d random plays a role has no goal value, or several", res.BadGoals, res.Playouts)
		}
		lengths.Add(res.MeanLength())
		ended.Add(float64(res.Finished) / float64(max(res.Playouts, 1)))
		if res.Finished > 0 {
			goals.Add(res.MeanGoal(game.Role(seat)))
		}
	}
	n := uint64(size * batches)
	return []Figure{
		{"lanes-goal", "points", estimate(&goals, n, 100)},
		{"lanes-length", "steps", estimate(&lengths, n, 0)},
		{"lanes-completion", "of the games", estimate(&ended, n, 1)},
	}, nil
}

// estimate estimates a mean from the means of batches. The most is where the interval ends;
// 0 is nowhere.
func estimate(s *intervals.Sample, plays uint64, most float64) report.Estimate {
	if s.Count() == 0 {
		return report.Estimate{}
	}
	i := s.Normal()
	if most > 0 {
		i = i.Within(0, most)
	}
	return report.NewEstimate(plays, s.Mean(), i.Low, i.High)
}
