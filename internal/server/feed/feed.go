// Package feed hands one growing list of events to any number of readers.
//
// An event is encoded once, whoever reads it. Readers have a cursor of their own
// and are never waited for: one that is slow finds out that it has missed events,
// and one that comes back says which was the last that it saw.
package feed

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
)

// An Event is something that happened.
type Event struct {
	ID   uint64 // counted from 1
	Kind string
	Data []byte // JSON; readers must not change it
}

// ErrClosed is reported to readers who have seen everything that there will be.
var ErrClosed = errors.New("there are no more events")

// A Feed is a list of events of which the last ones are kept. It is safe for
// concurrent use.
type Feed struct {
	log     *slog.Logger
	mu      sync.Mutex
	keep    int
	events  []Event
	last    uint64
	closed  bool
	changed chan struct{} // closed when something happens, and replaced
	readers int
}

// New returns a feed that keeps the given number of events, at least one. The log,
// which may be nil, is told of events that cannot be written.
func New(keep int, log *slog.Logger) *Feed {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Feed{log: log, keep: max(keep, 1), changed: make(chan struct{})}
}

// Publish adds an event with a value that is written as JSON, and returns its number.
// That is 0 if the feed is closed, or if the value cannot be written: then readers see
// nothing, and the log says why.
func (f *Feed) Publish(kind string, value any) uint64 {
	data, err := json.Marshal(value)
	if err != nil {
		f.log.Error("an event cannot be written", "kind", kind, "err", err)
		return 0
	}
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

// Close says that nothing more will happen.
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

// Readers returns how many wait for events now.
func (f *Feed) Readers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.readers
}

// Next returns the events after the one with the given number, and waits for one
// if there is none. Those that are not kept any more are left out. A number that
// lies in the future, for example from before the server was started again, counts
// as none.
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

// since returns the events that are kept after a number. The slice is not changed
// by later events, which are appended beyond its end or to another one.
func (f *Feed) since(after uint64) []Event {
	missing := int(f.last - after)
	if missing > len(f.events) {
		missing = len(f.events)
	}
	n := len(f.events)
	return f.events[n-missing : n : n]
}
