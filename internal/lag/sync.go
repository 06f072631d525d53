package lag

import (
	"slices"

	"ludex/timed"
)

// A Sync is what a player knows about the manager's clock: Δt = t_r − t_s, where
// a move was sent at t_s by the player's clock and received at t_r by the
// manager's. It has the difference of the clocks and the time on the way in it.
// The zero value knows nothing.
type Sync struct {
	samples []timed.Time
	start   timed.Time // by the player's clock
}

// samplesKept is how many of the last moves count. The way may change.
const samplesKept = 16

// Start tells when, by the player's clock, the match started as far as it knows.
// Until a move was accepted the player has nothing better to go by.
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

// Offset returns Δt: the median of the last moves, which a single slow message
// does not move. If nothing is known the way is taken to take no time.
func (s *Sync) Offset() timed.Time {
	if !s.Known() {
		return -s.start
	}
	sorted := slices.Sorted(slices.Values(s.samples))
	return sorted[len(sorted)/2]
}

// Spread returns how far the last moves lie apart, an upper bound of the error
// as long as the way does not change.
func (s *Sync) Spread() timed.Time {
	if !s.Known() {
		return 0
	}
	return slices.Max(s.samples) - slices.Min(s.samples)
}

// SendAt returns when, by the player's clock, a move must be sent to arrive at
// an instant. It may be past.
func (s *Sync) SendAt(arrive timed.Time) timed.Time { return arrive - s.Offset() }
