package seat

import (
	"sync"
	"time"

	"ludex/player"
)

// An adaptiveMargin is how long before the end of a clock an answer is sent. It starts with the
// value of the options, is doubled whenever an answer came too late for the manager, or was
// sent after the end of its clock, and is reduced slowly to half of that value as long as
// answers are in time.
type adaptiveMargin struct {
	mu      sync.Mutex
	least   time.Duration
	current time.Duration
}

func newMargin(start time.Duration) *adaptiveMargin {
	return &adaptiveMargin{least: start / 2, current: start}
}

// of returns the margin for a clock: it is at least the time for answering, and at most a third of it.
func (m *adaptiveMargin) of(clock time.Duration) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return min(max(m.current, player.Reserve(clock)), clock/3)
}

// inTime learns from an answer that came in time.
func (m *adaptiveMargin) inTime() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current = max(m.current-m.current/16, m.least)
}

// late learns from an answer that came too late.
func (m *adaptiveMargin) late(clock time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.current = min(2*max(m.current, player.Reserve(clock)), clock/3)
}

// sent learns from how long after its question an answer was sent. A busy machine lets even
// this program have its turn too late, which a manager with some grace does not show.
func (m *adaptiveMargin) sent(took, clock time.Duration) {
	if clock > 0 && took > clock {
		m.late(clock)
	}
}
