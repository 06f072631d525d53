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
	"strconv"
	"sync"
)

// An Event is an entry of a feed.
type Event struct {
	ID   uint64 // counted from 1
	Kind string
	Data []byte // JSON; readers must not change it
	Text []byte // the event as server-sent events write it; readers must not change it
}

// newEvent returns an event. Its text is written once for all readers.
func newEvent(id uint64, kind string, data ...[]byte) Event {
	size := 0
	for _, part := range data {
		size += len(part)
	}
	text := make([]byte, 0, size+len(kind)+48)
	text = append(strconv.AppendUint(append(text, "id: "...), id, 10), "\nevent: "...)
	text = append(append(text, kind...), "\ndata: "...)
	at := len(text)
	for _, part := range data {
		text = append(text, part...)
	}
	text = append(text, "\n\n"...)
	return Event{ID: id, Kind: kind, Data: text[at : at+size : at+size], Text: text}
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
	return f.PublishJSON(kind, data).ID
}

// PublishJSON adds an event whose value is encoded already, on one line, in some parts, and
// returns it. The caller may use the parts again. If the feed is closed, the event is empty.
func (f *Feed) PublishJSON(kind string, data ...[]byte) Event {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return Event{}
	}
	f.last++
	if len(f.events) >= f.keep {
		f.events = append(f.events[:0:0], f.events[len(f.events)-f.keep+1:]...)
	}
	e := newEvent(f.last, kind, data...)
	f.events = append(f.events, e)
	f.wake()
	return e
}

// Alone returns an event for one reader alone, who goes on with what follows the newest
// event. Its value is encoded already, on one line.
func (f *Feed) Alone(kind string, data []byte) Event {
	f.mu.Lock()
	defer f.mu.Unlock()
	return newEvent(f.last, kind, data)
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

// Readers returns the number of readers: those that wait in [Feed.Next], and those of
// [Feed.Read].
func (f *Feed) Readers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.readers
}

// Next returns the events after the one with the given number, and waits if there is
// none. Events that are no longer kept are skipped. A number from the future, for
// example of a feed before the server was restarted, counts as 0.
func (f *Feed) Next(ctx context.Context, after uint64) ([]Event, error) {
	for {
		events, changed, err := f.After(after)
		if err != nil || len(events) > 0 {
			return events, err
		}
		if err := f.wait(ctx, changed); err != nil {
			return nil, err
		}
	}
}

// wait waits for a change, as a reader.
func (f *Feed) wait(ctx context.Context, changed <-chan struct{}) error {
	defer f.Read()()
	select {
	case <-changed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// After returns the events after the one with the given number, as [Feed.Next] does, but
// does not wait: if there are none, the channel is closed when that has changed.
func (f *Feed) After(after uint64) (events []Event, changed <-chan struct{}, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if after > f.last {
		after = 0
	}
	if events = f.since(after); len(events) == 0 && f.closed {
		return nil, nil, ErrClosed
	}
	return events, f.changed, nil
}

// Read counts a reader of [Feed.After], until stop is called.
func (f *Feed) Read() (stop func()) {
	f.count(1)
	return func() { f.count(-1) }
}

func (f *Feed) count(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.readers += n
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
