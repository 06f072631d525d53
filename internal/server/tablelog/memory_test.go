package tablelog_test

import (
	"errors"
	"testing"
	"time"

	"ludex/internal/server/tablelog"
)

// The number of an event decides which of two comes first.
func TestMemory(t *testing.T) {
	m, ctx, at := tablelog.NewMemory(), t.Context(), time.UnixMilli(1000)
	err := m.CreateTable(ctx, tablelog.Summary{Table: "t", Changed: at, Body: []byte("{}")}, tablelog.Event{At: at, Body: []byte("first"), Holder: "a"})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		event tablelog.Event
		want  error
	}{
		{"the next", tablelog.Event{Table: "t", Number: 2, Body: []byte("second"), Holder: "b"}, nil},
		{"the same again", tablelog.Event{Table: "t", Number: 2, Body: []byte("second")}, nil},
		{"another one with its number", tablelog.Event{Table: "t", Number: 2, Body: []byte("other")}, tablelog.ErrConflict},
		{"one too far", tablelog.Event{Table: "t", Number: 4, Body: []byte("fourth")}, tablelog.ErrConflict},
		{"of no table", tablelog.Event{Table: "u", Number: 1, Body: []byte("first")}, tablelog.ErrConflict},
	}
	for _, tt := range tests {
		if err := m.Append(ctx, tt.event); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	events, err := m.TableEvents(ctx, "t", 1)
	if err != nil || len(events) != 1 || string(events[0].Body) != "second" {
		t.Errorf("the events after the first are %v, %v", events, err)
	}
	for holder, want := range map[string]int{"a": 1, "b": 1, "c": 0} {
		if list, err := m.HeldTables(ctx, holder, 10); err != nil || len(list) != want {
			t.Errorf("%s has %d tables, %v", holder, len(list), err)
		}
	}
	m.Summarise(tablelog.Summary{Table: "t", Changed: at, Over: true})
	if list, _ := m.HeldTables(ctx, "a", 10); len(list) != 0 {
		t.Error("a table that is over is listed")
	}
	if err := m.DropTables(ctx, at.Add(-time.Hour), at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if events, _ := m.TableEvents(ctx, "t", 0); len(events) != 0 {
		t.Error("an old table is kept")
	}
}
