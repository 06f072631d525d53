package timedmatch

import (
	"sync"

	"ludex/game"
	"ludex/timed"
)

// An Inbox takes moves from outside while [Run] drives a match. It is safe for
// concurrent use.
//
// A move gets its time when it is put in, under the lock that the driver holds
// while it reads the clock and takes moves out. So a move that the driver has not
// found has a later time.
type Inbox struct {
	clock  timed.Clock
	mu     sync.Mutex
	offers []Offer
	wake   chan struct{}
}

// NewInbox returns an empty box whose moves are timed by a clock.
func NewInbox(c timed.Clock) *Inbox { return &Inbox{clock: c, wake: make(chan struct{}, 1)} }

// Put puts a move into the box and returns the time that it has got.
func (b *Inbox) Put(r game.Role, move string, id uint64) timed.Time {
	b.mu.Lock()
	at := b.clock.Now()
	b.offers = append(b.offers, Offer{at, r, move, id})
	b.mu.Unlock()
	select {
	case b.wake <- struct{}{}:
	default: // the driver is already awake
	}
	return at
}

// take empties the box.
func (b *Inbox) take(into []Offer) []Offer {
	b.mu.Lock()
	defer b.mu.Unlock()
	into = append(into, b.offers...)
	b.offers = b.offers[:0]
	return into
}
