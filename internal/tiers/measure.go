package tiers

import (
	"context"
	"time"

	"ludex/game"
)

const (
	trials     = 3
	trialTime  = 40 * time.Millisecond
	trialDepth = 30 // at which counting ends in any case
)

// measure fills in the speeds of an engine.
func measure(ctx context.Context, g game.Game, t *game.Tier) {
	// Some things are made when first needed.
	_, _ = game.Playouts(ctx, g, game.PlayoutOptions{Count: 1, Time: trialTime, Seed: 1})
	for range trials {
		t.Playouts = max(t.Playouts, playoutSpeed(ctx, g))
		t.Steps = max(t.Steps, stepSpeed(ctx, g))
	}
	t.Perft = perftSpeed(ctx, g)
}

// speed returns the measured speed for a use.
func speed(t *game.Tier, u use) float64 {
	return [uses]float64{forPlayouts: t.Playouts, forSteps: t.Steps, forPerft: t.Perft}[u]
}

// playoutSpeed returns the states per second of playouts.
func playoutSpeed(ctx context.Context, g game.Game) float64 {
	res, err := game.Playouts(ctx, g, game.PlayoutOptions{Time: trialTime, Seed: 1})
	if err != nil {
		return 0
	}
	return rate(res.States, res.Elapsed)
}

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
// long enough to be measured. A game that has no counter of its own has speed 0.
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
