// Package feed distributes a growing list of events to any number of readers.
//
// An event is encoded once for all readers. Each reader has a cursor of its own and is
// never waited for: a slow reader misses events, and one that reconnects passes the
// number of the last event that it saw.
package feed

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
)

// An Event is an entry of a feed.
type Event struct {
	ID   uint64 // counted from 1
	Kind string
	Data []byte // JSON; readers must not change it
}

// ErrClosed is returned to a reader that has seen all events of a closed feed.
var ErrClosed = errors.New("there are no more events")

// A Feed is a list of events of which the newest are kept. It is safe for concurrent
// use.
type Feed struct {
	log     *slog.Logger
	mu      sync.Mutex
	keep    int
	events  []Event
	last    uint64
	closed  bool
	changed chan struct{} // closed and replaced at each change
	readers int
}

// New returns a feed that keeps the given number of events, at least one. Events that
// cannot be encoded are logged; the log may be nil.
func New(keep int, log *slog.Logger) *Feed {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Feed{log: log, keep: max(keep, 1), changed: make(chan struct{})}
}

// Publish adds an event with a value encoded as JSON, and returns its number. The
// number is 0 if the feed is closed, or if the value cannot be encoded, which is
// logged.
func (f *Feed) Publish(kind string, value any) uint64 {
	data, err := json.Marshal(value)
	if err != nil {
		f.log.Error("an event cannot be written", "kind", kind, "err", err)
		return 0
	}
	return f.PublishJSON(kind, data)
}

// PublishJSON adds an event whose value is encoded already. The caller must not change it.
func (f *Feed) PublishJSON(kind string, data []byte) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return 0
	}
	f.last++
	if len(f.events) >= f.keep {
		f.events = append(f.events[:0:0], f.events[len(f.events)-f.keep+1:]...)
	}
	f.events = append(f.events, Event{ID: f.last, Kind: kind, Data: data})
	f.wake()
	return f.last
}

// Close ends the feed: no more events follow.
func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.closed = true
		f.wake()
	}
}

func (f *Feed) wake() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// Last returns the number of the newest event.
func (f *Feed) Last() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// Readers returns the number of readers that wait for events.
func (f *Feed) Readers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.readers
}

// Next returns the events after the one with the given number, and waits if there is
// none. Events that are no longer kept are skipped. A number from the future, for
// example of a feed before the server was restarted, counts as 0.
func (f *Feed) Next(ctx context.Context, after uint64) ([]Event, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if after > f.last {
		after = 0
	}
	for {
		if list := f.since(after); len(list) > 0 {
			return list, nil
		}
		if f.closed {
			return nil, ErrClosed
		}
		changed := f.changed
		f.readers++
		f.mu.Unlock()
		var err error
		select {
		case <-changed:
		case <-ctx.Done():
			err = ctx.Err()
		}
		f.mu.Lock()
		f.readers--
		if err != nil {
			return nil, err
		}
	}
}

// since returns the kept events after a number. Later events do not change the slice:
// they are appended beyond its end or to another slice.
func (f *Feed) since(after uint64) []Event {
	missing := int(f.last - after)
	if missing > len(f.events) {
		missing = len(f.events)
	}
	n := len(f.events)
	return f.events[n-missing : n : n]
}
