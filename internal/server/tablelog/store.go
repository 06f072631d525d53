package tablelog

import (
	"context"
	"time"
)

// A Store keeps what is known of tables besides what a [Writer] appends to their logs.
type Store interface {
	// CreateTable keeps a new table with its first event.
	CreateTable(ctx context.Context, sum Summary, first Event) error
	// TableEvents returns the events of a table after a number, in order.
	TableEvents(ctx context.Context, table string, after int) ([]Event, error)
	// HeldTables returns the unfinished tables at which someone has a seat.
	HeldTables(ctx context.Context, holder string, most int) ([]Summary, error)
	// DropTables removes tables, and those that are over, that have not changed since a time.
	DropTables(ctx context.Context, since, over time.Time) error
	// Beat says that a server lives until a time, and Retire that it ends.
	Beat(ctx context.Context, server string, now, until time.Time) error
	Retire(ctx context.Context, server string, now time.Time) error
	// LeaseTable lets a server lead a table, unless a server that lives does, and
	// ReleaseTable lets others lead it.
	LeaseTable(ctx context.Context, table, server string, now time.Time) (Lease, error)
	ReleaseTable(ctx context.Context, table, server string) error
}

// A Writer appends events to the logs of tables, and keeps summaries for lists.
type Writer interface {
	// Append returns when the event is durable, or [ErrConflict] if the table has
	// another event with its number.
	Append(ctx context.Context, e Event) error
	Summarise(s Summary)
	Close()
}
