// Package tablelog has what is kept of the tables at which people play: the log of each,
// from which everything at the table follows, summaries for lists, and which server leads
// a table. A database keeps it for servers, and [Memory] where it need not outlive the
// program.
package tablelog

import (
	"errors"
	"time"
)

// ErrConflict is returned for an event whose number another event has.
var ErrConflict = errors.New("another event came first")

// An Event is an event in the log of a table. The log is only appended to: what happens at
// the table follows from its events alone.
type Event struct {
	Table  string
	Number int // counted from 1
	At     time.Time
	Body   []byte // JSON
	// Holder, if it is not empty, is someone who has a seat from now on.
	Holder string
}

// A Summary is a short text about a table, for lists. It may be a moment older than the log.
type Summary struct {
	Table   string
	Changed time.Time
	Over    bool
	Body    []byte // JSON
}

// A Lease says which server leads a table.
type Lease struct {
	Mine bool
	// Before is until when another server led the table before it was taken over; it is
	// zero if there was none, or if it is not known.
	Before time.Time
}
