package infoset

import (
	"context"
	"errors"
	"slices"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/knowledge"
	"ludex/player"
)

// An observer follows a match with a tracker. Events are queued and processed when
// the role has to move, since only then the available time is known.
type observer struct {
	tracker *infotracker.Tracker
	queue   []infotracker.Observation
	lost    error // why the tracker was lost
}

func newObserver(s player.Setup, opt Options, policy infotracker.MovePolicy) (observer, error) {
	t, err := infotracker.NewTracker(s.Game, s.Role, infotracker.TrackerOptions{
		From: s.From, Common: opt.Common, Exact: opt.Exact, Particles: opt.Particles, Seed: s.Seed, Policy: policy,
	})
	return observer{tracker: t}, err
}

// record queues an event.
func (f *observer) record(e player.Event) {
	f.queue = append(f.queue, infotracker.Observation{Own: e.Own, Percepts: slices.Clone(e.Percepts), Joint: slices.Clone(e.Joint)})
}

// process passes the queued events to the tracker, and reports whether all are done.
// If time was short or no sample was found, the next call tries again. The error is
// a failure of a machine.
func (f *observer) process(ctx context.Context) (done bool, err error) {
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

// failure returns the error of a machine, unless it comes from the end of the
// context.
func failure(ctx context.Context, m game.Machine) error {
	if err := m.Err(); !game.Ended(ctx, err) {
		return err
	}
	return nil
}

// An rng draws random numbers for a player.
type rng struct{ *game.Rand }

// float returns a random number in [0, 1).
func (d rng) float() float64 { return float64(d.Uint64()>>11) / (1 << 53) }

// sample draws an index from a probability distribution.
func (d rng) sample(shares []float64) int {
	at := d.float()
	for k, p := range shares {
		if at -= p; at < 0 {
			return k
		}
	}
	return len(shares) - 1
}
