package humanplay

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/server/gamecache"
	"ludex/internal/store"
	"ludex/internal/timedmatch"
	"ludex/match"
	"ludex/timed"
)

// A keptHouse has sessions in a store, and starts servers on it.
type keptHouse struct {
	t       *testing.T
	store   *store.Store
	games   *gamecache.Cache
	records chan *match.Record
}

func newKeptHouse(t *testing.T) *keptHouse {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "tables.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &keptHouse{t, s, gamecache.New(gamecache.Limit{Games: 2, Time: 10 * time.Second}), make(chan *match.Record, 10)}
}

func (h *keptHouse) options() Options {
	return Options{Save: func(_ context.Context, r *match.Record) error {
		h.records <- r
		return nil
	}}
}

func (h *keptHouse) server() *Sessions {
	s := NewSessions(SessionsConfig{Total: 5, PerClient: 5, Idle: time.Hour, Store: h.store, Writer: h.store.NewTableWriter(), Games: h.games, Options: h.options()})
	h.t.Cleanup(func() { s.Close("the end") })
	return s
}

// open opens a table of a game against a player that does nothing, starts it and makes a
// move.
func (h *keptHouse) open(s *Sessions, name string) (Session, View) {
	h.t.Helper()
	e, err := h.games.Find(gamecache.Ref{Game: name})
	if err != nil {
		h.t.Fatal(err)
	}
	opt := h.options()
	opt.Entry, opt.Opponents, opt.Secret, opt.Seed = e, map[string]string{"": "idle"}, "sesame", 7
	session, _, err := s.Open(h.t.Context(), "a", opt)
	if err != nil {
		h.t.Fatal(err)
	}
	do(h.t, session, Action{Kind: DoStart})
	v := await(h.t, session, func(v View) bool { return len(v.Moves) > 0 })
	do(h.t, session, Action{Kind: DoMove, Move: v.Moves[0].Text})
	return session, await(h.t, session, func(v View) bool { return len(v.History) > 0 })
}

func (h *keptHouse) load(s *Sessions, id string) Session {
	h.t.Helper()
	session, err := s.Load(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return session
}

// checkLog makes sure that the log of a record is that of one match, from its beginning.
func checkLog(t *testing.T, s Session, r *match.Record) {
	t.Helper()
	log, err := timedmatch.ReadLines(r.Details.Log)
	if err == nil {
		err = timedmatch.Replay(t.Context(), s.(*timedSession).game, log, timed.MatchOptions{})
	}
	if err != nil || !slices.IsSorted(r.StateTimes) {
		t.Errorf("the record is not that of a match: %v, times %v", err, r.StateTimes)
	}
}

// A game in real time that was interrupted waits for the person with everything that had
// happened, and its time goes on from there.
func TestRestart(t *testing.T) { synctest.Test(t, testRestart) }

func testRestart(t *testing.T) {
	h := newKeptHouse(t)
	first := h.server()
	a, before := h.open(first, "shooter")
	time.Sleep(3 * time.Second)
	now, _ := a.(Clocked).Now()
	first.Close("the server was stopped")
	if len(h.records) > 0 {
		t.Error("the record of a game was saved that goes on")
	}
	time.Sleep(time.Hour)
	b := h.load(h.server(), a.ID())
	if !b.Admits("sesame") || b.Admits("") {
		t.Error("the secret is another one")
	}
	v, err := b.View(t.Context())
	if err != nil || v.Phase != Ready || !strings.Contains(v.Turn, "interrupted") || v.Time.Running || math.Abs(v.Time.Now-now) > 0.01 || v.Time.Unit != before.Time.Unit {
		t.Errorf("after the restart: %+v, time %+v, before %v, %v", v, v.Time, now, err)
	}
	if len(v.History) < len(before.History) || !slices.Equal(v.History[:len(before.History)], before.History) || len(v.Time.Clocks) == 0 {
		t.Errorf("the history is %q, and was %q; clocks %+v", v.History, before.History, v.Time.Clocks)
	}
	if p, _, err := b.Position(t.Context()); err != nil || len(p.Facts) == 0 {
		t.Errorf("the position is %+v, %v", p, err)
	}
	refuses(t, b, ErrRule, DoMove, DoRematch, DoResign)
	do(t, b, Action{Kind: DoStart, Unit: time.Second})
	v = await(t, b, func(v View) bool { return v.Phase == Live && len(v.Moves) > 0 })
	if math.Abs(v.Time.Now-now) > 0.01 || v.Time.Unit != before.Time.Unit || !slices.Equal(v.History[:len(before.History)], before.History) {
		t.Errorf("it goes on at %+v, history %q", v.Time, v.History)
	}
	v = await(t, b, func(v View) bool { return v.Phase == Over })
	r := <-h.records
	if !r.Completed || r.ID != v.Record || len(r.StateTimes) < 2 || r.StateTimes[len(r.StateTimes)-1]-r.StateTimes[0] < time.Hour.Milliseconds() {
		t.Errorf("the record is %+v", r)
	}
	checkLog(t, b, r)
	c := h.load(h.server(), a.ID())
	if over, err := c.View(t.Context()); err != nil || over.Phase != Over || over.Turn != v.Turn || over.Record != v.Record || !slices.Equal(over.History, v.History) {
		t.Errorf("a game that is over: %+v, %v\nwas %+v", over, err, v)
	}
	if v = do(t, c, Action{Kind: DoRematch, Swap: true}); v.Phase != Ready || v.Number != 2 || !v.Seats[1].You {
		t.Errorf("another game: %+v", v)
	}
}

// After a crash nothing is lost that was shown. If the old server lives after all, it notices.
func TestCrash(t *testing.T) { synctest.Test(t, testCrash) }

func testCrash(t *testing.T) {
	h := newKeptHouse(t)
	a, before := h.open(h.server(), "shooter")
	b := h.load(h.server(), a.ID()) // the first server says nothing more
	v, err := b.View(t.Context())
	if err != nil || v.Phase != Ready || !slices.Equal(v.History, before.History) || v.Number != 1 {
		t.Errorf("after the crash: %+v, %v, before %q", v, err, before.History)
	}
	do(t, b, Action{Kind: DoStart})
	moving := await(t, b, func(v View) bool { return len(v.Moves) > 0 })
	do(t, b, Action{Kind: DoMove, Move: moving.Moves[0].Text})
	await(t, b, func(v View) bool { return len(v.History) > len(before.History) })
	if _, err := a.Do(t.Context(), Action{Kind: DoMove, Number: 1}); err != nil && !errors.Is(err, ErrRule) && !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	<-a.finished()
	v = await(t, b, func(v View) bool { return v.Phase == Over })
	if r := <-h.records; r.ID != v.Record || len(h.records) > 0 {
		t.Errorf("the record is %s, not %s, and there are %d more", r.ID, v.Record, len(h.records))
	}
}

// A table that was left is gone.
func TestLeave(t *testing.T) { synctest.Test(t, testLeave) }

func testLeave(t *testing.T) {
	h := newKeptHouse(t)
	s := h.server()
	a, _ := h.open(s, "chicken")
	if !s.Leave(a.ID(), "the table was left") {
		t.Error("there is no table")
	}
	if r := <-h.records; !r.Aborted {
		t.Errorf("the record is %+v", r)
	}
	if _, err := h.server().Load(t.Context(), a.ID()); !errors.Is(err, ErrClosed) {
		t.Errorf("the table is there: %v", err)
	}
}
