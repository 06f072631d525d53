package table

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"ludex/match"
	"ludex/web/feed"
	"ludex/web/shelf"
)

func book(t *testing.T, name string) *shelf.Book {
	t.Helper()
	b, err := shelf.New(shelf.Limit{Games: 1, Time: 10 * time.Second}).Find(shelf.Ref{Game: name})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// await waits for a view of a table of which something is true.
func await(t *testing.T, table Table, true func(View) bool) View {
	t.Helper()
	after := uint64(0)
	for {
		events, err := table.Feed().Next(t.Context(), after)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			after = e.ID
			var v View
			if err := json.Unmarshal(e.Data, &v); err != nil {
				t.Fatal(err)
			}
			if v.Version != e.ID {
				t.Errorf("event %d has the version %d", e.ID, v.Version)
			}
			if true(v) {
				return v
			}
		}
	}
}

var weak = map[string]string{"": "random"}

func TestRoom(t *testing.T) {
	room := NewRoom(2, time.Hour)
	var saved atomic.Pointer[match.Record]
	opt := Options{Book: book(t, "nim"), Opponents: weak, Save: func(_ context.Context, r *match.Record) error {
		saved.Store(r)
		return nil
	}}
	a, secret, err := room.Open(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	b, other, err := room.Open(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := room.Open(t.Context(), opt); !errors.Is(err, ErrFull) {
		t.Errorf("a third table: %v", err)
	}
	if !a.Admits(secret) || a.Admits(other) || a.Admits("") || a.ID() == b.ID() {
		t.Error("secrets open the wrong tables")
	}
	if _, err := a.Do(t.Context(), Action{Kind: DoMove, Number: 1}); err != nil {
		t.Fatal(err)
	}
	await(t, a, func(v View) bool { return v.Phase == Yours && v.Step >= 2 })
	if !room.Leave(a.ID(), "gone") || room.Leave(a.ID(), "gone") {
		t.Error("a table can be left once")
	}
	if r := saved.Load(); r == nil || !r.Aborted || r.Details.Reason != "gone" || len(r.Moves) < 2 || len(r.States) != len(r.Moves)+1 {
		t.Errorf("the record is %+v", r)
	}
	if _, err := a.View(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("a table that was left: %v", err)
	}
	room.Close("the end")
	if _, _, err := room.Open(t.Context(), opt); !errors.Is(err, ErrClosed) {
		t.Errorf("a table in a closed room: %v", err)
	}
}

// Tables that nobody uses are given up; those that somebody watches are not.
func TestSweep(t *testing.T) {
	room := NewRoom(2, 0)
	a, _, err := room.Open(t.Context(), Options{Book: book(t, "nim"), Opponents: weak})
	if err != nil {
		t.Fatal(err)
	}
	await(t, a, func(v View) bool { return v.Phase == Yours }) // nothing more happens by itself
	done := make(chan error)
	go func() {
		_, err := a.Feed().Next(context.Background(), a.Feed().Last())
		done <- err
	}()
	for a.Feed().Readers() == 0 {
		runtime.Gosched()
	}
	if room.Sweep(); room.Len() != 1 {
		t.Error("a table that somebody watches was given up")
	}
	room.Close("the end")
	if err := <-done; !errors.Is(err, feed.ErrClosed) {
		t.Errorf("who watched was told %v", err)
	}
	room = NewRoom(2, 0)
	if _, _, err = room.Open(t.Context(), Options{Book: book(t, "nim"), Opponents: weak}); err != nil {
		t.Fatal(err)
	}
	if room.Sweep(); room.Len() != 0 {
		t.Error("a table that nobody uses is kept")
	}
}

// A game goes on where moves that are given lead to, and taking back does not go
// behind them.
func TestGivenMoves(t *testing.T) {
	room := NewRoom(1, time.Hour)
	defer room.Close("the end")
	a, _, err := room.Open(t.Context(), Options{Book: book(t, "tictactoe"), Opponents: weak, Moves: "(mark 1 1); (mark 2 2)"})
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.View(t.Context())
	if err != nil || v.Step != 2 || len(v.Moves) != 7 || v.CanUndo {
		t.Errorf("the view is %+v, %v", v, err)
	}
}
