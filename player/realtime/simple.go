package realtime

import (
	"context"

	"ludex/timed"
)

// Idle never moves.
type Idle struct{}

// Start does nothing.
func (Idle) Start(context.Context, Setup) error { return nil }

// Next waits.
func (Idle) Next(*timed.View) (timed.Plan, bool) { return timed.Plan{}, false }

// Stop does nothing.
func (Idle) Stop() {}

// Random makes random legal moves at random instants, see [timed.RandomPolicy].
type Random struct {
	Rate timed.Rate

	policy timed.Policy
}

// Start draws the seed.
func (r *Random) Start(_ context.Context, s Setup) error {
	r.policy = timed.RandomPolicy(s.Seed, r.Rate)
	return nil
}

// Next asks the policy.
func (r *Random) Next(v *timed.View) (timed.Plan, bool) { return r.policy.Next(v) }

// Stop does nothing.
func (*Random) Stop() {}
