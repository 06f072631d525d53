package infoset

import (
	"context"
	"errors"
	"slices"

	"ludex/game"
	"ludex/knowledge"
	"ludex/player"
)

// A follower keeps up with a match. What it is told it works off when the role is
// asked for a move, since only then is it known how much time there is.
type follower struct {
	tracker *knowledge.Tracker
	queue   []knowledge.Sight
	lost    error // why nothing is known any more
}

func newFollower(s player.Setup, opt Options, policy knowledge.MovePolicy) (follower, error) {
	t, err := knowledge.NewTracker(s.Game, s.Role, knowledge.TrackerOptions{
		From: s.From, Common: opt.Common, Exact: opt.Exact, Particles: opt.Particles, Seed: s.Seed, Policy: policy,
	})
	return follower{tracker: t}, err
}

// tell notes what happened.
func (f *follower) tell(e player.Event) {
	f.queue = append(f.queue, knowledge.Sight{Own: e.Own, Percepts: slices.Clone(e.Percepts), Joint: slices.Clone(e.Joint)})
}

// catchUp works off what happened, and reports whether it is done. If it is not,
// because time was short or no sample was found, it is tried again next time. The
// error is that of a machine.
func (f *follower) catchUp(ctx context.Context) (done bool, err error) {
	for len(f.queue) > 0 && f.lost == nil {
		err := f.tracker.Step(ctx, f.queue[0])
		var wrong *knowledge.InconsistentError
		var limit *knowledge.LimitError
		switch {
		case err == nil:
			f.queue = f.queue[1:]
		case errors.As(err, &wrong):
			f.lost = err
		case errors.As(err, &limit), game.Ended(ctx, err):
			return false, nil
		default:
			return false, err
		}
	}
	return f.lost == nil, nil
}

// failure returns why a machine has failed, other than because the context ended.
func failure(ctx context.Context, m game.Machine) error {
	if err := m.Err(); !game.Ended(ctx, err) {
		return err
	}
	return nil
}

// A dice draws what a player needs to draw.
type dice struct{ *game.Rand }

// fraction returns a random number from 0 to below 1.
func (d dice) fraction() float64 { return float64(d.Uint64()>>11) / (1 << 53) }

// share draws an index as often as its share says; shares add up to one.
func (d dice) share(shares []float64) int {
	at := d.fraction()
	for k, p := range shares {
		if at -= p; at < 0 {
			return k
		}
	}
	return len(shares) - 1
}
