package realtime

import (
	"context"

	"ludex/internal/timedmatch"
	"ludex/timed"
)

// idlePlayer never moves.
type idlePlayer struct{}

// Start does nothing.
func (idlePlayer) Start(context.Context, Setup) error { return nil }

// Next waits.
func (idlePlayer) Next(*timed.View) (timed.Plan, bool) { return timed.Plan{}, false }

// Stop does nothing.
func (idlePlayer) Stop() {}

// NewIdle returns a player that never moves.
func NewIdle() Player { return idlePlayer{} }

// randomPlayer makes random legal moves at random instants, see [timedmatch.RandomPolicy].
type randomPlayer struct {
	Rate timed.Rate

	policy timed.Policy
}

// NewRandom returns a player that makes random legal moves at random instants, at a rate.
func NewRandom(rate timed.Rate) Player { return &randomPlayer{Rate: rate} }

// Start draws the seed.
func (r *randomPlayer) Start(_ context.Context, s Setup) error {
	r.policy = timedmatch.RandomPolicy(s.Seed, r.Rate)
	return nil
}

// Next asks the policy.
func (r *randomPlayer) Next(v *timed.View) (timed.Plan, bool) { return r.policy.Next(v) }

// Stop does nothing.
func (*randomPlayer) Stop() {}
