package livematch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
	"ludex/match"
)

// A log is the log of a manager. It is safe for concurrent use.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// open returns a manager with its own store.
func open(t *testing.T, cfg Config) *Manager {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "arena.db"))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Store = s
	h := New(t.Context(), cfg)
	t.Cleanup(func() {
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func entry(t *testing.T, name string) *gamecache.Entry {
	t.Helper()
	b, err := gamecache.New(gamecache.Limit{Games: 1, Time: 10 * time.Second}).Find(gamecache.Ref{Game: name})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// follow returns the steps of a match; the last one says how it ended.
func follow(t *testing.T, h *Manager, id string) []Step {
	t.Helper()
	f, ok := h.Feed(id)
	if !ok {
		t.Fatalf("there is no match %s", id)
	}
	var steps []Step
	for after := uint64(0); ; {
		events, err := f.Next(t.Context(), after)
		if errors.Is(err, feed.ErrClosed) {
			return steps
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			var s Step
			if err := json.Unmarshal(e.Data, &s); err != nil {
				t.Fatal(err)
			}
			steps, after = append(steps, s), e.ID
		}
	}
}

// A match is in the store once it has begun, is published step by step, and is saved
// completely.
func TestMatch(t *testing.T) {
	var ended []*match.Record
	h := open(t, Config{Total: 1, PerClient: 1, Ended: func(r *match.Record) { ended = append(ended, r) }})
	id, err := h.Start(t.Context(), Request{Entry: entry(t, "tictactoe"), Players: []string{"random"}, Nodes: 1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.cfg.Store.Match(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	steps := follow(t, h, id)
	last := steps[len(steps)-1]
	if last.Status != string(store.Completed) || len(last.Goals) != 2 || last.Step != len(steps)-1 || !regexp.MustCompile(`^white [abc][123]$`).MatchString(steps[0].Text) {
		t.Errorf("the steps are %+v", steps)
	}
	r, err := h.cfg.Store.Match(t.Context(), id)
	if err != nil || !r.Completed || len(r.Moves) != last.Step || len(ended) != 1 {
		t.Errorf("the record is %+v, %v", r, err)
	}
	if err := h.Stop(id); !errors.Is(err, ErrUnknown) {
		t.Errorf("a match that is over was stopped: %v", err)
	}
}

// endless asks for a match that does not end.
func endless(t *testing.T, client string) Request {
	return Request{Client: client, Entry: entry(t, "chess"), Players: []string{"mcts"}, Clock: humanplay.MaxClock}
}

// One client does not get all slots. Aborted matches free their slots, and their
// records are saved.
func TestShares(t *testing.T) {
	h := open(t, Config{Total: 2, PerClient: 1})
	id, err := h.Start(t.Context(), endless(t, "a"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Start(t.Context(), endless(t, "a"))
	if full, ok := errors.AsType[*ratelimit.FullError](err); !ok || !full.Own {
		t.Errorf("a second match of one client: %v", err)
	}
	other, err := h.Start(t.Context(), endless(t, "b"))
	if err != nil {
		t.Fatal(err)
	}
	if running := h.Running(); len(running) != 2 {
		t.Errorf("%q are running", running)
	}
	_, err = h.Start(t.Context(), endless(t, "c"))
	if full, ok := errors.AsType[*ratelimit.FullError](err); !ok || full.Own {
		t.Errorf("a third match: %v", err)
	}
	if err := h.Stop(id); err != nil {
		t.Fatal(err)
	}
	follow(t, h, id)
	h.Close()
	for _, id := range []string{id, other} {
		if r, err := h.cfg.Store.Match(context.Background(), id); err != nil || !r.Aborted {
			t.Errorf("the record of a match that was broken off is %+v, %v", r, err)
		}
	}
	if h.places.InUse() != 0 {
		t.Errorf("%d places are taken", h.places.InUse())
	}
	if _, err := h.Start(t.Context(), endless(t, "d")); !errors.Is(err, humanplay.ErrClosed) {
		t.Errorf("a match in a closed hall: %v", err)
	}
}

// Bad requests, and clients that disconnect at once, take no slots.
func TestMistakes(t *testing.T) {
	h := open(t, Config{Total: 1, PerClient: 1})
	for name, req := range map[string]Request{
		"nobody":        {Entry: entry(t, "nim"), Players: []string{"nobody"}},
		"three of two":  {Entry: entry(t, "nim"), Players: []string{"random", "random", "random"}},
		"a long clock":  {Entry: entry(t, "nim"), Clock: time.Hour},
		"in real time":  {Entry: entry(t, "chicken"), Players: []string{"mcts"}},
		"no unit":       {Entry: entry(t, "chicken"), Unit: time.Nanosecond},
		"fewer than no": {Entry: entry(t, "nim"), Nodes: -1},
	} {
		_, err := h.Start(t.Context(), req)
		if _, ok := errors.AsType[*humanplay.BadRequestError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := h.Start(gone, endless(t, "a")); !errors.Is(err, context.Canceled) {
		t.Errorf("who left got a match: %v", err)
	}
	h.group.Wait()
	if n := h.places.InUse(); n != 0 {
		t.Errorf("%d places are taken", n)
	}
}

// A panic ends its match only.
func TestDefect(t *testing.T) {
	said := new(log)
	h := open(t, Config{Total: 1, PerClient: 1, Log: slog.New(slog.NewTextHandler(said, nil)), Ended: func(*match.Record) { panic("oh") }})
	for range 2 {
		id, err := h.Start(t.Context(), Request{Entry: entry(t, "nim"), Players: []string{"random"}, Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		follow(t, h, id)
		h.group.Wait()
	}
	if !strings.Contains(said.String(), "a defect in a match") || !strings.Contains(said.String(), "panic: oh") || !strings.Contains(said.String(), "manager_test.go") {
		t.Errorf("the log says %s", said)
	}
}

// A real-time match is played by the wall clock.
func TestRealTime(t *testing.T) {
	h := open(t, Config{Total: 1, PerClient: 1})
	id, err := h.Start(t.Context(), Request{Entry: entry(t, "chicken"), Players: []string{"random"}, Unit: humanplay.MinUnit})
	if err != nil {
		t.Fatal(err)
	}
	if steps := follow(t, h, id); len(steps) == 0 || steps[len(steps)-1].Status != string(store.Completed) {
		t.Errorf("the steps are %+v", steps)
	}
}
