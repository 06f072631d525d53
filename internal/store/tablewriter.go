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
	"sync"
	"time"

	"ludex/internal/server/tablelog"
)

// A TableWriter appends events to the logs of tables. It writes all events that wait at the
// same time in one transaction, so that a disk that can be flushed a few hundred times a
// second takes thousands of events.
type TableWriter struct {
	store   *Store
	appends chan tableAppend
	stop    context.CancelFunc
	done    chan struct{}

	mu        sync.Mutex
	summaries map[string]tablelog.Summary // that wait to be written
}

type tableAppend struct {
	event tablelog.Event
	reply chan error
}

// The size of a group of events, how long a group waits for more events if events come
// fast, how often summaries are written, and how many at once, since events wait meanwhile.
const (
	groupEvents    = 400
	groupWait      = 5 * time.Millisecond
	summariesEvery = 5 * time.Second
	groupSummaries = 50
)

// NewTableWriter starts a writer. It must be closed.
func (s *Store) NewTableWriter() *TableWriter {
	ctx, stop := context.WithCancel(context.Background())
	w := &TableWriter{store: s, appends: make(chan tableAppend), summaries: map[string]tablelog.Summary{}, stop: stop, done: make(chan struct{})}
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
	w.mu.Lock()
	defer w.mu.Unlock()
	w.summaries[t.Table] = t
}

// Close writes what waits, and ends the writer.
func (w *TableWriter) Close() {
	w.stop()
	<-w.done
}

func (w *TableWriter) run(ctx context.Context) {
	defer close(w.done)
	tick := time.NewTicker(summariesEvery)
	defer tick.Stop()
	ready := make(chan struct{})
	close(ready)
	var due []tablelog.Summary
	fast := false // events come fast
	for {
		var summaries chan struct{} // nil is never ready
		if len(due) > 0 {
			summaries = ready
		}
		select {
		case a := <-w.appends:
			list := w.group(a, fast)
			fast = len(list) > 1
			w.write(ctx, list)
		case <-summaries:
			due = w.writeSome(ctx, due)
		case <-tick.C:
			due = append(due, w.waiting()...)
		case <-ctx.Done():
			late, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_ = w.summarise(late, append(due, w.waiting()...)) // they are only for lists
			return
		}
	}
}

// group collects the events that wait. If events come fast, it waits for more of them.
func (w *TableWriter) group(first tableAppend, fast bool) []tableAppend {
	list := []tableAppend{first}
	over := make(<-chan time.Time)
	if fast {
		over = time.After(groupWait)
	}
	for len(list) < groupEvents {
		select {
		case a := <-w.appends:
			list = append(list, a)
			continue
		default:
		}
		if !fast {
			return list
		}
		select {
		case a := <-w.appends:
			list = append(list, a)
		case <-over:
			fast = false
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

// waiting takes the summaries that wait.
func (w *TableWriter) waiting() []tablelog.Summary {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := slices.Collect(maps.Values(w.summaries))
	clear(w.summaries)
	return list
}

// writeSome writes some summaries, and returns the others. If that fails, all of them wait
// again.
func (w *TableWriter) writeSome(ctx context.Context, due []tablelog.Summary) []tablelog.Summary {
	n := min(len(due), groupSummaries)
	if w.summarise(ctx, due[:n]) == nil {
		return due[n:]
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range due {
		if _, newer := w.summaries[t.Table]; !newer {
			w.summaries[t.Table] = t
		}
	}
	return nil
}

// summarise writes summaries.
func (w *TableWriter) summarise(ctx context.Context, list []tablelog.Summary) error {
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b tablelog.Summary) int { return strings.Compare(a.Table, b.Table) }) // against deadlocks
	return w.store.within(ctx, "summarise tables", func(ctx context.Context, tx *sql.Tx) error {
		update, err := tx.PrepareContext(ctx, `UPDATE arena_table SET changed = $2, over = $3, summary = $4 WHERE id = $1`)
		if err != nil {
			return err
		}
		defer update.Close()
		for _, t := range list {
			if _, err := update.ExecContext(ctx, t.Table, t.Changed.UnixMilli(), number(t.Over), string(t.Body)); err != nil {
				return err
			}
		}
		return nil
	})
}
