package humanplay

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"
	"time"

	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/ratelimit"
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

// Sessions are found by their secrets, closed when they are left, and limited in number, in
// total and for each client.
func TestSessions(t *testing.T) {
	sessions := NewSessions(SessionsConfig{Total: 2, PerClient: 2, Idle: time.Hour})
	opt := Options{Entry: entry(t, "chicken"), Opponents: map[string]string{"": "idle"}}
	a, secret, err := sessions.Open(t.Context(), "a", opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Secret = "chosen"
	b, other, err := sessions.Open(t.Context(), "a", opt)
	if err != nil || other != "chosen" {
		t.Fatal(other, err)
	}
	_, _, err = sessions.Open(t.Context(), "b", opt)
	if full, ok := errors.AsType[*ratelimit.FullError](err); !ok || full.Own {
		t.Errorf("a third table: %v", err)
	}
	if !a.Admits(secret) || a.Admits(other) || a.Admits("") || a.ID() == b.ID() {
		t.Error("secrets open the wrong tables")
	}
	if !sessions.Leave(a.ID(), "gone") || sessions.Leave(a.ID(), "gone") {
		t.Error("a table can be left once")
	}
	if _, err := a.Do(t.Context(), Action{Kind: DoStart}); !errors.Is(err, ErrClosed) {
		t.Errorf("a table that was left: %v", err)
	}
	sessions.Close("the end")
	if _, _, err := sessions.Open(t.Context(), "a", opt); !errors.Is(err, ErrClosed) {
		t.Errorf("a table in a closed room: %v", err)
	}
}

// Idle sessions are closed, unless they are watched.
func TestCloseIdle(t *testing.T) {
	sessions := NewSessions(SessionsConfig{Total: 2, PerClient: 2, Idle: 0})
	opt := Options{Entry: entry(t, "chicken"), Opponents: map[string]string{"": "idle"}}
	a, _, err := sessions.Open(t.Context(), "a", opt)
	if err != nil {
		t.Fatal(err)
	}
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
	sessions = NewSessions(SessionsConfig{Total: 2, PerClient: 2, Idle: 0})
	if _, _, err = sessions.Open(t.Context(), "a", opt); err != nil {
		t.Fatal(err)
	}
	if sessions.CloseIdle(); sessions.Len() != 0 {
		t.Error("a table that nobody uses is kept")
	}
}
