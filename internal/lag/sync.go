package lag

import (
	"slices"

	"ludex/timed"
)

// A Sync is what a player knows about the manager's clock: Δt = t_r − t_s, where
// a move was sent at t_s by the player's clock and received at t_r by the
// manager's. It includes the difference of the clocks and the latency. The zero
// value knows nothing.
type Sync struct {
	samples []timed.Time
	start   timed.Time // by the player's clock
}

// samplesKept is how many of the last moves count, since the latency may change.
const samplesKept = 16

// Start sets when, by the player's clock, the match seems to have started. It is
// used until a move was accepted.
func (s *Sync) Start(now timed.Time) { s.start = now }

// Add adds what is known about a move.
func (s *Sync) Add(sent, received timed.Time) {
	if len(s.samples) == samplesKept {
		s.samples = append(s.samples[:0], s.samples[1:]...)
	}
	s.samples = append(s.samples, received-sent)
}

// Known reports whether anything is known.
func (s *Sync) Known() bool { return len(s.samples) > 0 }

// Offset returns Δt: the median of the last moves, which is robust against a
// single slow message. If nothing is known, the latency is assumed to be zero.
func (s *Sync) Offset() timed.Time {
	if !s.Known() {
		return -s.start
	}
	sorted := slices.Sorted(slices.Values(s.samples))
	return sorted[len(sorted)/2]
}

// Spread returns the range of the last moves, an upper bound of the error as long
// as the latency does not change.
func (s *Sync) Spread() timed.Time {
	if !s.Known() {
		return 0
	}
	return slices.Max(s.samples) - slices.Min(s.samples)
}

// SendAt returns when, by the player's clock, a move must be sent to arrive at
// an instant. It may be past.
func (s *Sync) SendAt(arrive timed.Time) timed.Time { return arrive - s.Offset() }
