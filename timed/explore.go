//go:build !js

package timed

import (
	"context"

	"ludex/internal/timedengine"
)

// Explore looks at all plays of the game, whatever the instants at which players move. The
// error is a [*timedengine.ZonesError] if that cannot be done, and the result is what was
// found before, or nil.
func (g *Game) Explore(ctx context.Context, limit int) (*timedengine.Reach, error) {
	if g.fast == nil {
		return nil, &timedengine.ZonesError{Reason: "the rules cannot be grounded"}
	}
	return timedengine.Explore(ctx, g.fast.Program(), limit)
}

// Timer returns a fact that every update keeps until its lifetime runs out, which ends the
// game whatever else happens, and when that is; or "".
func (g *Game) Timer() (fact string, end Time) {
	if g.fast == nil {
		return "", 0
	}
	fact, length := g.fast.Program().Timer()
	return fact, Time(length)
}
