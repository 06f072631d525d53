package tablelog

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// A Memory keeps the tables of one server in memory. It is safe for concurrent use.
type Memory struct {
	mu     sync.Mutex
	tables map[string]*memoryTable
}

type memoryTable struct {
	summary Summary
	events  []Event
	holders map[string]bool
}

// NewMemory returns a memory without tables.
func NewMemory() *Memory { return &Memory{tables: map[string]*memoryTable{}} }

// CreateTable keeps a new table with its first event.
func (m *Memory) CreateTable(_ context.Context, sum Summary, first Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tables[sum.Table] == nil {
		first.Table, first.Number = sum.Table, 1
		m.tables[sum.Table] = &memoryTable{summary: sum, holders: map[string]bool{}}
		m.tables[sum.Table].add(first)
	}
	return nil
}

func (t *memoryTable) add(e Event) {
	t.events = append(t.events, e)
	if e.Holder != "" {
		t.holders[e.Holder] = true
	}
}

// TableEvents returns the events of a table after a number, in order. A table that does not
// exist has none.
func (m *Memory) TableEvents(_ context.Context, table string, after int) ([]Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tables[table]
	if t == nil || after >= len(t.events) {
		return nil, nil
	}
	return slices.Clone(t.events[after:]), nil
}

// Append appends an event to the log of its table. The error is [ErrConflict] if the table
// has another event with this number.
func (m *Memory) Append(_ context.Context, e Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tables[e.Table]
	switch {
	case t == nil || e.Number > len(t.events)+1:
		return ErrConflict
	case e.Number <= len(t.events) && !bytes.Equal(t.events[e.Number-1].Body, e.Body):
		return ErrConflict
	case e.Number == len(t.events)+1:
		t.add(e)
	}
	return nil
}

// Summarise keeps the summary of a table.
func (m *Memory) Summarise(s Summary) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t := m.tables[s.Table]; t != nil {
		t.summary = s
	}
}

// Close does nothing: there is nothing to be written.
func (m *Memory) Close() {}

// HeldTables returns the tables that are not over at which someone has a seat, those that
// changed last first.
func (m *Memory) HeldTables(_ context.Context, holder string, most int) ([]Summary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []Summary
	for t := range maps.Values(m.tables) {
		if t.holders[holder] && !t.summary.Over {
			list = append(list, t.summary)
		}
	}
	slices.SortFunc(list, func(a, b Summary) int {
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.Table, b.Table))
	})
	return list[:min(most, len(list))], nil
}

// DropTables removes the tables that have not changed since a time, and those that are over
// and have not changed since another time.
func (m *Memory) DropTables(_ context.Context, since, over time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.tables, func(_ string, t *memoryTable) bool {
		return t.summary.Changed.Before(since) || t.summary.Over && t.summary.Changed.Before(over)
	})
	return nil
}

// Beat does nothing: no other server waits for this one to end.
func (m *Memory) Beat(context.Context, string, time.Time, time.Time) error { return nil }

// Retire does nothing.
func (m *Memory) Retire(context.Context, string, time.Time) error { return nil }

// LeaseTable lets the only server there is lead a table.
func (m *Memory) LeaseTable(context.Context, string, string, time.Time) (Lease, error) {
	return Lease{Mine: true}, nil
}

// ReleaseTable does nothing.
func (m *Memory) ReleaseTable(context.Context, string, string) error { return nil }
