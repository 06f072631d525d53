package humanplay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/ratelimit"
	"ludex/match"
)

func entry(t *testing.T, name string) *gamecache.Entry {
	t.Helper()
	e, err := gamecache.New(gamecache.Limit{Games: 1, Time: 10 * time.Second}).Find(gamecache.Ref{Game: name})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// await waits for a view of a session that satisfies a condition.
func await(t *testing.T, s Session, true func(View) bool) View {
	t.Helper()
	after := uint64(0)
	for {
		events, err := s.Feed().Next(t.Context(), after)
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

func TestSessions(t *testing.T) {
	sessions := NewSessions(2, 2, time.Hour)
	var saved atomic.Pointer[match.Record]
	opt := Options{Entry: entry(t, "nim"), Opponents: weak, Save: func(_ context.Context, r *match.Record) error {
		saved.Store(r)
		return nil
	}}
	a, secret, err := sessions.Open(t.Context(), "a", opt)
	if err != nil {
		t.Fatal(err)
	}
	b, other, err := sessions.Open(t.Context(), "a", opt)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = sessions.Open(t.Context(), "b", opt)
	if full, ok := errors.AsType[*ratelimit.FullError](err); !ok || full.Own {
		t.Errorf("a third table: %v", err)
	}
	if !a.Admits(secret) || a.Admits(other) || a.Admits("") || a.ID() == b.ID() {
		t.Error("secrets open the wrong tables")
	}
	if _, err := a.Do(t.Context(), Action{Kind: DoMove, Number: 1}); err != nil {
		t.Fatal(err)
	}
	await(t, a, func(v View) bool { return v.Phase == Yours && v.Step >= 2 })
	if !sessions.CloseOne(a.ID(), "gone") || sessions.CloseOne(a.ID(), "gone") {
		t.Error("a table can be left once")
	}
	if r := saved.Load(); r == nil || !r.Aborted || r.Details.Reason != "gone" || len(r.Moves) < 2 || len(r.States) != len(r.Moves)+1 {
		t.Errorf("the record is %+v", r)
	}
	if _, err := a.View(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("a table that was left: %v", err)
	}
	sessions.Close("the end")
	if _, _, err := sessions.Open(t.Context(), "a", opt); !errors.Is(err, ErrClosed) {
		t.Errorf("a table in a closed room: %v", err)
	}
}

// Idle sessions are closed, unless they are watched.
func TestCloseIdle(t *testing.T) {
	sessions := NewSessions(2, 2, 0)
	a, _, err := sessions.Open(t.Context(), "a", Options{Entry: entry(t, "nim"), Opponents: weak})
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
	if sessions.CloseIdle(); sessions.Len() != 1 {
		t.Error("a table that somebody watches was given up")
	}
	sessions.Close("the end")
	if err := <-done; !errors.Is(err, feed.ErrClosed) {
		t.Errorf("who watched was told %v", err)
	}
	sessions = NewSessions(2, 2, 0)
	if _, _, err = sessions.Open(t.Context(), "a", Options{Entry: entry(t, "nim"), Opponents: weak}); err != nil {
		t.Fatal(err)
	}
	if sessions.CloseIdle(); sessions.Len() != 0 {
		t.Error("a table that nobody uses is kept")
	}
}

// A game continues after the given moves, and undo does not go behind them.
func TestGivenMoves(t *testing.T) {
	sessions := NewSessions(1, 1, time.Hour)
	defer sessions.Close("the end")
	a, _, err := sessions.Open(t.Context(), "a", Options{Entry: entry(t, "tictactoe"), Opponents: weak, Moves: "(mark 1 1); (mark 2 2)"})
	if err != nil {
		t.Fatal(err)
	}
	v, err := a.View(t.Context())
	if err != nil || v.Step != 2 || len(v.Moves) != 7 || v.CanUndo {
		t.Errorf("the view is %+v, %v", v, err)
	}
}

// One client does not get all slots, and has a free slot again when one of its sessions
// ends, for whatever reason.
func TestPerClient(t *testing.T) {
	sessions := NewSessions(3, 1, time.Hour)
	defer sessions.Close("the end")
	open := func(client string, save func(context.Context, *match.Record) error) (Session, error) {
		a, _, err := sessions.Open(t.Context(), client, Options{Entry: entry(t, "nim"), Opponents: weak, Save: save})
		return a, err
	}
	broken, err := open("a", func(context.Context, *match.Record) error { panic("no ink") })
	if err != nil {
		t.Fatal(err)
	}
	_, err = open("a", nil)
	if full, ok := errors.AsType[*ratelimit.FullError](err); !ok || !full.Own {
		t.Errorf("a second table of one client: %v", err)
	}
	if _, err := open("b", nil); err != nil {
		t.Errorf("a table of another client: %v", err)
	}
	if _, err := broken.Do(t.Context(), Action{Kind: DoMove, Number: 1}); err != nil {
		t.Fatal(err)
	}
	await(t, broken, func(v View) bool { return v.Phase == Yours && v.Step >= 2 })
	if _, err := broken.Do(t.Context(), Action{Kind: DoRematch}); !errors.Is(err, errDefect) {
		t.Errorf("the move with the defect: %v", err)
	}
	<-broken.finished()
	for {
		if _, err = open("a", nil); err == nil {
			break // the slot is freed by a goroutine
		}
		if _, ok := errors.AsType[*ratelimit.FullError](err); !ok {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
}

// undecidableEnd returns a game whose terminal test takes practically forever after the
// first move: a pigeonhole problem.
func undecidableEnd() string {
	const holes = 16
	var facts, rule strings.Builder
	for i := range holes {
		fmt.Fprintf(&facts, "(hole %d)\n", i)
		fmt.Fprintf(&rule, " (hole ?p%d)", i)
		for j := range i {
			fmt.Fprintf(&rule, " (distinct ?p%d ?p%d)", j, i)
		}
	}
	for j := range holes {
		fmt.Fprintf(&rule, " (distinct ?p%d ?last)", j)
	}
	return `(role a)
(init begun)
(legal a go)
(legal a stay)
(<= (next gone) (does a go))
(<= (next begun) (does a stay))
(goal a 100)
(<= terminal (true gone) (hole ?last)` + rule.String() + ")\n" + facts.String()
}

// Rules that take too long for a move end the game. A caller may leave before, and closing
// the session does not wait for the rules.
func TestSlowRules(t *testing.T) {
	b := gamecache.New(gamecache.Limit{Games: 1, Time: time.Millisecond}).Text("tarry", undecidableEnd())
	sessions := NewSessions(2, 2, time.Hour)
	slow, _, err := sessions.Open(t.Context(), "a", Options{Entry: b, Time: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	v, err := slow.Do(t.Context(), Action{Kind: DoMove, Move: "go"})
	if err != nil || v.Phase != Over || v.Result == nil || !strings.Contains(v.Result.Text, "deadline exceeded") && !strings.Contains(v.Result.Text, "take longer") {
		t.Errorf("the game goes on: %+v, %v", v, err)
	}
	patient, _, err := sessions.Open(t.Context(), "a", Options{Entry: b, Time: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer leave()
	if _, err := patient.Do(ctx, Action{Kind: DoMove, Move: "go"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who does not wait is told %v", err)
	}
	sessions.Close("the end")
}
