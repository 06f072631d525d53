package tiers

import (
	"context"
	"math"
	"slices"
	"time"

	"ludex/game"
)

const (
	trials     = 3
	trialTime  = 40 * time.Millisecond
	trialDepth = 30 // the largest depth that is counted
)

// Measure returns the speeds of a game on its engine, which is used for everything.
func Measure(ctx context.Context, g game.Game) game.Tier {
	t := game.Tier{Engine: g.Engine(), Uses: slices.Clone(uses[:])}
	measure(ctx, []game.Game{g}, []*game.Tier{&t})
	if t.Traces == 0 {
		t.Uses = slices.DeleteFunc(t.Uses, func(u game.Use) bool { return u == game.ForTraces })
	}
	return t
}

// measure fills in the speeds of engines, or raises those that were measured too low
// before. The engines take turns, so that other load on the machine affects all of them.
func measure(ctx context.Context, games []game.Game, tiers []*game.Tier) {
	for _, g := range games { // initialises what engines set up lazily
		_, _ = game.Playouts(ctx, g, game.PlayoutOptions{Count: 1, Time: trialTime, Seed: 1})
	}
	for range trials {
		for i, g := range games {
			t := tiers[i]
			t.Playouts = max(t.Playouts, playoutSpeed(ctx, g))
			t.Search = max(t.Search, searchSpeed(ctx, g))
			if tracer, ok := game.NewRunner(g).(game.Tracer); ok && tracer.Traces() {
				t.Traces = t.Search
			}
			t.Steps = max(t.Steps, stepSpeed(ctx, g))
			t.Perft = max(t.Perft, perftSpeed(ctx, g))
		}
	}
}

// playoutSpeed returns the states per second of playouts.
func playoutSpeed(ctx context.Context, g game.Game) float64 {
	res, err := game.Playouts(ctx, g, game.PlayoutOptions{Time: trialTime, Seed: 1})
	if err != nil {
		return 0
	}
	return rate(res.States, res.Elapsed)
}

// searchSpeed returns the leaves per second that a search evaluates, weighted by the
// number of playouts.
func searchSpeed(ctx context.Context, g game.Game) float64 {
	m := g.NewMachine()
	m.Bind(ctx)
	weighted := 0.0
	runner := game.NewRunner(g)
	leaves := make([]game.State, max(1, runner.Width(1)))
	for i := range leaves {
		leaves[i] = m.Initial(nil)
	}
	opt := game.PlayoutOptions{Count: 1, Seed: 1, Trail: trailSteps}
	elapsed, err := game.RunRepeatedly(ctx, runner, leaves, opt, trialTime, func(res *game.PlayoutResult) {
		weighted += math.Sqrt(float64(min(res.Playouts, mostPlayouts)))
	})
	if err != nil || ctx.Err() != nil {
		return 0
	}
	return weighted / elapsed.Seconds()
}

const (
	// mostPlayouts is the largest number of playouts per leaf that counts.
	mostPlayouts = 256
	// trailSteps is the number of steps whose moves a search asks for.
	trailSteps = 128
)

// stepSpeed returns the states per second of random plays on a machine.
func stepSpeed(ctx context.Context, g game.Game) float64 {
	limited, cancel := context.WithTimeout(ctx, trialTime)
	defer cancel()
	res, err := game.ScalarPlayouts(limited, g, game.PlayoutOptions{Seed: 1})
	if err != nil {
		return 0
	}
	return rate(res.States, res.Elapsed)
}

// perftSpeed returns the states per second of counting, at the first depth that takes
// long enough to be measured. A game that does not count by itself has speed 0.
func perftSpeed(ctx context.Context, g game.Game) float64 {
	counter := game.CapabilitiesOf(g).Perft
	if counter == nil {
		return 0
	}
	limited, cancel := context.WithTimeout(ctx, 10*trialTime)
	defer cancel()
	speed := 0.0
	for depth := 1; depth <= trialDepth; depth++ {
		began := time.Now()
		counts, err := counter.Perft(limited, nil, depth, false)
		if err != nil {
			return speed
		}
		took := time.Since(began)
		if speed = rate(counts[depth].States, took); took > trialTime/2 {
			return speed
		}
	}
	return speed
}

func rate(n uint64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}
