package feed

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Readers see the events after their cursor that are kept, in order.
func TestNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keep := rapid.IntRange(1, 5).Draw(t, "keep")
		n := rapid.IntRange(0, 12).Draw(t, "events")
		after := rapid.Uint64Range(0, 15).Draw(t, "after")
		f := New(keep, nil)
		for i := range n {
			f.Publish("x", i+1)
		}
		f.Close()
		if f.Publish("x", nil) != 0 {
			t.Fatal("a closed feed took an event")
		}
		from := after
		if from > uint64(n) {
			from = 0
		}
		first := max(int(from), n-keep) + 1
		got, err := f.Next(t.Context(), after)
		if first > n {
			if !errors.Is(err, ErrClosed) {
				t.Fatalf("got %v, %v", got, err)
			}
			return
		}
		if err != nil || len(got) != n-first+1 {
			t.Fatalf("%d events (%v), want %d", len(got), err, n-first+1)
		}
		for i, e := range got {
			if e.ID != uint64(first+i) || string(e.Data) != strconv.Itoa(first+i) {
				t.Fatalf("event %d is %+v", i, e)
			}
		}
	})
}

// A slice that a reader has does not change when more happens.
func TestReadersAreSafe(t *testing.T) {
	f := New(3, nil)
	for range 3 {
		f.Publish("a", nil)
	}
	got, err := f.Next(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		f.Publish("b", nil)
	}
	for i, e := range got {
		if e.Kind != "a" || e.ID != uint64(i+1) {
			t.Errorf("event %d became %+v", i, e)
		}
	}
}

// A value that cannot be encoded is not published, and the log says why.
func TestUnwritable(t *testing.T) {
	var said bytes.Buffer
	f := New(3, slog.New(slog.NewTextHandler(&said, nil)))
	if n := f.Publish("view", math.NaN()); n != 0 || f.Last() != 0 {
		t.Errorf("event %d of %d", n, f.Last())
	}
	if !strings.Contains(said.String(), "level=ERROR") || !strings.Contains(said.String(), "kind=view") || !strings.Contains(said.String(), "NaN") {
		t.Errorf("the log says %q", said.String())
	}
}

func TestWaiting(t *testing.T) {
	f := New(1, nil)
	done := make(chan []Event)
	go func() {
		got, _ := f.Next(context.Background(), 0)
		done <- got
	}()
	f.Publish("x", nil)
	if got := <-done; len(got) != 1 {
		t.Errorf("got %v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Next(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a reader that went away got %v", err)
	}
	if f.Readers() != 0 {
		t.Errorf("%d readers are left", f.Readers())
	}
}
