package timedgrid

import (
	"context"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/timed"
)

// The random plays that show how often random moves at one instant.
const (
	chancePlays  = 100
	chanceEvents = 2000
)

// longestChance returns how often random moves at one instant in some random plays.
func longestChance(ctx context.Context, g *timed.Game) (int, error) {
	if g.Random() == game.NoRole {
		return 0, nil
	}
	longest := 1
	for seed := range uint64(chancePlays) {
		run, at := 0, timed.Time(-1)
		observe := func(e *timed.Event) {
			if e.Time != at {
				run, at = 0, e.Time
			}
			if e.Kind == timed.Joint {
				run = 0
			}
			if e.Kind == timed.Chance {
				run++
				longest = max(longest, run)
			}
		}
		m, err := timedmatch.NewMatch(g, timed.MatchOptions{Seed: seed, MaxEvents: chanceEvents, Observe: observe})
		if err != nil {
			return 0, err
		}
		policies := make([]timed.Policy, len(g.Roles()))
		for r := range policies {
			if game.Role(r) != g.Random() {
				policies[r] = timedmatch.RandomPolicy(seed<<8+uint64(r), timed.PerUnit)
			}
		}
		if err := timedmatch.Run(ctx, m, timedmatch.RunOptions{Policies: policies}); err != nil {
			return 0, err
		}
	}
	return longest, ctx.Err()
}
