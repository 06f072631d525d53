package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ludex/internal/server/tablelog"
)

// A TableWriter appends events to the logs of tables. It writes all events that wait at the
// same time in one transaction, so that a disk that can be flushed a few hundred times a
// second takes thousands of events.
type TableWriter struct {
	store     *Store
	appends   chan tableAppend
	summaries chan tablelog.Summary
	stop      context.CancelFunc
	done      chan struct{}
}

type tableAppend struct {
	event tablelog.Event
	reply chan error
}

// The size of a group of events, and how often summaries are written at most.
const (
	groupEvents    = 400
	summariesEvery = time.Second
)

// NewTableWriter starts a writer. It must be closed.
func (s *Store) NewTableWriter() *TableWriter {
	ctx, stop := context.WithCancel(context.Background())
	w := &TableWriter{store: s, appends: make(chan tableAppend), summaries: make(chan tablelog.Summary), stop: stop, done: make(chan struct{})}
	go w.run(ctx)
	return w
}

// ErrWriterClosed is returned for an event that comes too late.
var ErrWriterClosed = errors.New("nothing more is written")

// Append appends an event to the log of its table, and returns when it is durable. The
// error is [tablelog.ErrConflict] if the table has another event with this number. If the
// context ends first, it is not known whether the event is written.
func (w *TableWriter) Append(ctx context.Context, e tablelog.Event) error {
	if err := checkText(string(e.Body)); err != nil {
		return fmt.Errorf("the event cannot be kept: %w", err)
	}
	a := tableAppend{e, make(chan error, 1)}
	select {
	case w.appends <- a:
	case <-w.done:
		return ErrWriterClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	select {
	case err := <-a.reply:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Summarise stores the summary of a table some time later.
func (w *TableWriter) Summarise(t tablelog.Summary) {
	select {
	case w.summaries <- t:
	case <-w.done:
	}
}

// Close writes what waits, and ends the writer.
func (w *TableWriter) Close() {
	w.stop()
	<-w.done
}

func (w *TableWriter) run(ctx context.Context) {
	defer close(w.done)
	waiting := map[string]tablelog.Summary{}
	tick := time.NewTicker(summariesEvery)
	defer tick.Stop()
	for {
		select {
		case a := <-w.appends:
			w.write(ctx, w.group(a))
		case t := <-w.summaries:
			waiting[t.Table] = t
		case <-tick.C:
			if len(waiting) > 0 && w.summarise(ctx, waiting) == nil {
				clear(waiting)
			}
		case <-ctx.Done():
			late, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_ = w.summarise(late, waiting) // they are only for lists
			return
		}
	}
}

// group collects the events that wait.
func (w *TableWriter) group(first tableAppend) []tableAppend {
	list := []tableAppend{first}
	for len(list) < groupEvents {
		select {
		case a := <-w.appends:
			list = append(list, a)
		default:
			return list
		}
	}
	return list
}

// write writes a group of events, and answers those who wait.
func (w *TableWriter) write(ctx context.Context, list []tableAppend) {
	slices.SortFunc(list, func(a, b tableAppend) int { // the same order in every program, against deadlocks
		return cmp.Or(strings.Compare(a.event.Table, b.event.Table), cmp.Compare(a.event.Number, b.event.Number))
	})
	var refused []error
	err := w.store.within(ctx, "append events", func(ctx context.Context, tx *sql.Tx) (err error) {
		refused, err = insertEvents(ctx, tx, list)
		return err
	})
	for i, a := range list {
		if err != nil {
			a.reply <- err
		} else {
			a.reply <- refused[i]
		}
	}
}

// insertEvents inserts events with one statement, and returns ErrConflict for those whose
// number is taken. An event that is there already was written by an attempt whose answer
// was lost.
func insertEvents(ctx context.Context, tx *sql.Tx, list []tableAppend) ([]error, error) {
	var rows strings.Builder
	var args []any
	for i, a := range list {
		if i > 0 {
			rows.WriteByte(',')
		}
		fmt.Fprintf(&rows, "($%d,$%d,$%d,$%d)", 4*i+1, 4*i+2, 4*i+3, 4*i+4)
		args = append(args, a.event.Table, a.event.Number, a.event.At.UnixMilli(), string(a.event.Body))
	}
	type key struct {
		table  string
		number int
	}
	written := map[key]bool{}
	err := each(ctx, tx, func(scan func(...any) error) error {
		var k key
		err := scan(&k.table, &k.number)
		written[k] = true
		return err
	}, `INSERT INTO table_event (arena_table, number, at, body) VALUES `+rows.String()+` ON CONFLICT (arena_table, number) DO NOTHING RETURNING arena_table, number`, args...)
	if err != nil {
		return nil, err
	}
	refused := make([]error, len(list))
	for i, a := range list {
		k := key{a.event.Table, a.event.Number}
		if !written[k] {
			if refused[i], err = isOther(ctx, tx, a.event); err != nil {
				return nil, err
			}
		}
		delete(written, k) // another event of this group with the same number is refused
		if refused[i] == nil && a.event.Holder != "" {
			if err := putHolder(ctx, tx, a.event.Table, a.event.Holder); err != nil {
				return nil, err
			}
		}
	}
	return refused, nil
}

// isOther returns ErrConflict if the event with the number of an event is another one.
func isOther(ctx context.Context, tx *sql.Tx, e tablelog.Event) (refused, err error) {
	var body string
	err = tx.QueryRowContext(ctx, `SELECT body FROM table_event WHERE arena_table = $1 AND number = $2`, e.Table, e.Number).Scan(&body)
	if err == nil && body != string(e.Body) {
		refused = tablelog.ErrConflict
	}
	return refused, err
}

// summarise writes summaries.
func (w *TableWriter) summarise(ctx context.Context, waiting map[string]tablelog.Summary) error {
	if len(waiting) == 0 {
		return nil
	}
	return w.store.within(ctx, "summarise tables", func(ctx context.Context, tx *sql.Tx) error {
		for _, table := range slices.Sorted(maps.Keys(waiting)) {
			t := waiting[table]
			_, err := tx.ExecContext(ctx, `UPDATE arena_table SET changed = $2, over = $3, summary = $4 WHERE id = $1`, t.Table, t.Changed.UnixMilli(), number(t.Over), string(t.Body))
			if err != nil {
				return err
			}
		}
		return nil
	})
}
