package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/ratelimit"
	"ludex/internal/store"
	"ludex/match"
)

type (
	view   = humanplay.View
	action = humanplay.Action
)

// A house has tables, and can be restarted.
type house struct {
	*Manager
	t       testing.TB
	store   *store.Store
	records chan *match.Record
	change  func(*Config)
}

func newHouse(t testing.TB, change func(*Config)) *house {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "tables.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, store: s, records: make(chan *match.Record, 10_000), change: change}
	h.Manager = h.manager()
	t.Cleanup(func() {
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// manager starts a server on the store of the house.
func (h *house) manager() *Manager {
	cfg := Config{
		Store: h.store, Writer: h.store.NewTableWriter(), Games: gamecache.New(gamecache.Limit{Games: 8, Time: 10 * time.Second}), Idle: time.Hour,
		Programs: 50, ProgramsPerClient: 50, People: 50, PeoplePerClient: 50,
		Save: func(_ context.Context, r *match.Record) error {
			h.records <- r
			return nil
		},
	}
	if h.change != nil {
		h.change(&cfg)
	}
	return NewManager(cfg)
}

// restart ends the server and starts another.
func (h *house) restart() {
	h.Close()
	h.Manager = h.manager()
}

func (h *house) entry(name string) *gamecache.Entry {
	h.t.Helper()
	e, err := h.cfg.Games.Find(gamecache.Ref{Game: name})
	if err != nil {
		h.t.Fatal(err)
	}
	return e
}

// lay opens a table of anna's.
func (h *house) lay(game string, req Request) *Table {
	h.t.Helper()
	if req.Entry == nil {
		req.Entry = h.entry(game)
	}
	if req.Opponents == nil {
		req.Opponents = map[string]string{"": "random"}
	}
	req.Holder, req.Name = "anna", "Anna"
	t, err := h.Open(h.t.Context(), "client", req)
	if err != nil {
		h.t.Fatal(err)
	}
	return t
}

// again returns a table after a restart.
func (h *house) again(id string) *Table {
	h.t.Helper()
	t, err := h.Get(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return t
}

// friends opens a table for anna and ben.
func (h *house) friends(game string, req Request) *Table {
	h.t.Helper()
	e := h.entry(game)
	req.Seats, req.Chat, req.Watch = map[string]string{}, true, true
	for _, role := range e.About().Roles {
		req.Seats[role] = Friend
	}
	req.Seats[e.About().Roles[0]] = Me
	t := h.lay(game, req)
	h.join(t, "ben", "Ben")
	return t
}

// join takes the first free seat.
func (h *house) join(t *Table, holder, name string) {
	h.t.Helper()
	v, err := t.View(h.t.Context(), "anna")
	if err != nil {
		h.t.Fatal(err)
	}
	for _, s := range v.Seats {
		if s.Open {
			if err := t.Join(h.t.Context(), s.Role, keyOf(h.t, s.Invitation), holder, name); err != nil {
				h.t.Fatal(err)
			}
			return
		}
	}
	h.t.Fatal("no seat is free")
}

func keyOf(t testing.TB, invitation string) string {
	t.Helper()
	parts := strings.Split(strings.TrimPrefix(invitation, "/join/"), "/")
	if len(parts) != 2 {
		t.Fatalf("the invitation is %q", invitation)
	}
	key, _, _ := strings.Cut(parts[1], "?")
	return key
}

// await waits for a view that satisfies a condition.
func await(t *testing.T, at *Table, holder string, true func(view) bool) view {
	t.Helper()
	f, _, detach, err := at.Attach(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	defer detach()
	after := uint64(0)
	for {
		events, err := f.Next(t.Context(), after)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			after = e.ID
			var v view
			if err := json.Unmarshal(e.Data, &v); err != nil {
				t.Fatal(err)
			}
			if true(v) {
				return v
			}
		}
	}
}

// mine waits for somebody's turn, or the end of the game.
func mine(t *testing.T, at *Table, holder string) view {
	t.Helper()
	return await(t, at, holder, func(v view) bool { return v.Phase != humanplay.Others })
}

func do(t *testing.T, at *Table, holder string, a action) view {
	t.Helper()
	data, err := at.Do(t.Context(), holder, a)
	if err != nil {
		t.Fatalf("%s, %+v: %v", holder, a, err)
	}
	return decodeView(t, data)
}

func decodeView(t testing.TB, data []byte) (v view) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func refuses(t *testing.T, at *Table, holder string, a action, want error) {
	t.Helper()
	if _, err := at.Do(t.Context(), holder, a); !errors.Is(err, want) {
		t.Errorf("%s, %+v: %v, want %v", holder, a, err, want)
	}
}

func move(n int) action { return action{Kind: humanplay.DoMove, Number: n} }

// A whole game is played, with a hint and an evaluation, and its record is saved.
func TestAgainstProgram(t *testing.T) {
	h := newHouse(t, nil)
	s := h.lay("tictactoe", Request{Nodes: 200, Clock: time.Minute})
	v := mine(t, s, "anna")
	if v.Role != "white" || len(v.Moves) != 9 || len(v.Moves[0].Cells) == 0 || !v.Grid || !v.CanHint || !v.CanSwap || !v.Alone {
		t.Fatalf("the first view is %+v", v)
	}
	do(t, s, "anna", action{Kind: humanplay.DoEvaluate, On: true})
	do(t, s, "anna", action{Kind: humanplay.DoHint})
	v = await(t, s, "anna", func(v view) bool { return v.Hint != nil && !v.Hint.Thinking && v.Evaluation != nil })
	if v.Hint.Move == 0 || len(v.Hint.Lines) == 0 || len(v.Evaluation.Values) != 2 {
		t.Errorf("the advice is %+v, %+v", v.Hint, v.Evaluation)
	}
	do(t, s, "anna", action{Kind: humanplay.DoEvaluate})
	step := 7
	refuses(t, s, "anna", action{Kind: humanplay.DoMove, Number: 1, Step: &step}, humanplay.ErrStale)
	for _, a := range []action{move(99), {Kind: humanplay.DoMove, Move: strings.Repeat("x", 200)}, {Kind: humanplay.DoUndo}, {Kind: DoDraw}, {Kind: DoAccept}, {Kind: DoChat, Text: "hello"}} {
		refuses(t, s, "anna", a, humanplay.ErrRule)
	}
	do(t, s, "anna", move(1))
	if v = mine(t, s, "anna"); !v.CanUndo || v.Step < 2 || len(v.History) != v.Step {
		t.Errorf("after the first move: %+v", v)
	}
	if v = do(t, s, "anna", action{Kind: humanplay.DoUndo}); v.Step != 0 {
		t.Errorf("after taking back: step %d", v.Step)
	}
	for v = mine(t, s, "anna"); v.Phase == humanplay.Yours; v = mine(t, s, "anna") {
		do(t, s, "anna", move(1))
	}
	if v.Result == nil || len(v.Result.Goals) != 2 || v.Record == "" {
		t.Errorf("the last view is %+v", v)
	}
	r := <-h.records
	if !r.Completed || r.ID != v.Record || len(r.States) != len(r.Moves)+1 || r.Names[0] != "Anna" || !r.Human[0] || r.Names[1] != "random" {
		t.Errorf("the record is %+v", r)
	}
	pos, _, err := s.Position(t.Context(), "anna")
	if err != nil || !pos.Over || pos.Before == nil || len(pos.Last) != 2 {
		t.Errorf("the position is %+v, %v", pos, err)
	}
}

// A resignation is a loss; the next game is played with the other role.
func TestResignAndRematch(t *testing.T) {
	h := newHouse(t, nil)
	s := h.lay("nim", Request{Nodes: 10})
	mine(t, s, "anna")
	do(t, s, "anna", move(1))
	mine(t, s, "anna")
	if v := do(t, s, "anna", action{Kind: humanplay.DoResign}); v.Result == nil || v.Result.Verdict != "loss" || !v.Result.Resigned {
		t.Errorf("the result is %+v", v.Result)
	}
	if r := <-h.records; !r.Aborted || !strings.HasSuffix(r.Details.Reason, " resigned") {
		t.Errorf("the record is %+v", r.Details)
	}
	v := do(t, s, "anna", action{Kind: humanplay.DoRematch, Swap: true})
	if v.Number != 2 || v.Seats[0].You || v.Record != "" {
		t.Errorf("the next game: %+v", v)
	}
	if _, err := s.Do(t.Context(), "anna", action{Kind: humanplay.DoStart}); err == nil {
		t.Error("a turn-based game has a clock to start")
	}
}

// Two people play, and somebody looks on. All see the same, and only those with a seat act.
func TestFriends(t *testing.T) {
	h := newHouse(t, nil)
	s := h.friends("tictactoe", Request{})
	refuses(t, s, "", move(1), humanplay.ErrRule)
	refuses(t, s, "ben", move(1), humanplay.ErrRule)
	for step, who := range []string{"anna", "ben", "anna", "ben"} {
		if v := mine(t, s, who); v.Phase != humanplay.Yours || v.Step != step {
			t.Fatalf("step %d: %s has %+v", step, who, v)
		}
		do(t, s, who, move(1))
	}
	for _, who := range []string{"anna", "ben", ""} {
		v, err := s.View(t.Context(), who)
		if err != nil || len(v.History) != 4 || v.Step != 4 || v.Watching != (who == "") || v.Seats[0].Player != "Anna" || v.Seats[1].Player != "Ben" || v.CanHint {
			t.Errorf("%q sees %+v, %v", who, v, err)
		}
		if v.Phase == humanplay.Yours != (who == "anna") || len(v.Moves) > 0 != (who == "anna") {
			t.Errorf("%q is in phase %s with %d moves", who, v.Phase, len(v.Moves))
		}
	}
	refuses(t, s, "anna", action{Kind: humanplay.DoHint}, humanplay.ErrRule)
	do(t, s, "ben", action{Kind: DoChat, Text: "  well\n played \u202e "})
	if v := do(t, s, "anna", action{Kind: humanplay.DoResign}); v.Result.Verdict != "loss" || v.Chat[0].Text != "well played" || v.Chat[0].Name != "Ben" {
		t.Errorf("%+v, %+v", v.Result, v.Chat)
	}
	v, err := s.View(t.Context(), "ben")
	if err != nil || v.Result.Verdict != "win" || v.Result.Text != "white resigned" {
		t.Errorf("%+v, %v", v.Result, err)
	}
}

// An invitation can be used once, and only as it was made.
func TestInvitation(t *testing.T) {
	h := newHouse(t, nil)
	s := h.lay("tictactoe", Request{Seats: map[string]string{"black": Friend}})
	v := mine(t, s, "anna")
	if v.Phase != humanplay.Waiting || len(v.Moves) != 0 || !v.Seats[1].Open {
		t.Fatalf("the first view is %+v", v)
	}
	refuses(t, s, "anna", move(1), humanplay.ErrRule)
	key := keyOf(t, v.Seats[1].Invitation)
	for role, key := range map[string]string{"white": key, "nobody": key, "black": "made up"} {
		if err := s.Join(t.Context(), role, key, "ben", "Ben"); !errors.Is(err, ErrTaken) {
			t.Errorf("%s with %s: %v", role, key, err)
		}
	}
	if to, err := s.Invitation(t.Context(), "black", key); err != nil || to.Role != "black" || len(to.From) != 1 || to.From[0] != "Anna" {
		t.Errorf("the invitation says %+v, %v", to, err)
	}
	if err := s.Join(t.Context(), "black", key, "ben", "Ben"); err != nil {
		t.Fatal(err)
	}
	if err := s.Join(t.Context(), "black", key, "carl", "Carl"); !errors.Is(err, ErrTaken) {
		t.Errorf("a second time: %v", err)
	}
	do(t, s, "ben", action{Kind: DoLeave})
	if v := mine(t, s, "anna"); !v.Seats[1].Open || keyOf(t, v.Seats[1].Invitation) == key {
		t.Errorf("after Ben left: %+v", v.Seats[1])
	}
	if v, err := s.View(t.Context(), ""); err != nil || v.Seats[1].Invitation != "" {
		t.Errorf("who looks on sees the invitation %q, %v", v.Seats[1].Invitation, err)
	}
}

// What all people agree on happens, and nothing else.
func TestOffers(t *testing.T) {
	h := newHouse(t, nil)
	s := h.friends("tictactoe", Request{})
	mine(t, s, "anna")
	do(t, s, "anna", move(1))
	v := do(t, s, "anna", action{Kind: humanplay.DoUndo})
	if v.Step != 1 || v.Offer == nil || v.Offer.Kind != "undo" || !v.Offer.Mine || !v.Offer.Agreed {
		t.Fatalf("the offer is %+v after %d steps", v.Offer, v.Step)
	}
	refuses(t, s, "anna", action{Kind: DoAccept}, humanplay.ErrRule)
	refuses(t, s, "", action{Kind: DoAccept}, humanplay.ErrRule)
	if v = do(t, s, "ben", action{Kind: DoDecline}); v.Offer != nil || v.Step != 1 {
		t.Errorf("declined: %+v", v)
	}
	do(t, s, "anna", action{Kind: humanplay.DoUndo})
	if v = do(t, s, "ben", action{Kind: DoAccept}); v.Offer != nil || v.Step != 0 {
		t.Errorf("taken back: %+v", v)
	}
	do(t, s, "anna", action{Kind: DoDraw})
	if v = do(t, s, "anna", move(1)); v.Offer != nil {
		t.Errorf("after a move there is still an offer: %+v", v.Offer)
	}
	refuses(t, s, "ben", action{Kind: humanplay.DoRematch}, humanplay.ErrRule)
	do(t, s, "anna", action{Kind: DoDraw})
	if v = do(t, s, "ben", action{Kind: DoDraw}); v.Result == nil || v.Result.Verdict != "draw" || v.Result.Ending != "draw" {
		t.Errorf("both want a draw: %+v", v.Result)
	}
	if r := <-h.records; !r.Aborted || r.Details.Reason != "a draw was agreed" {
		t.Errorf("the record says %q", r.Details.Reason)
	}
	bens, _, leave, err := s.Attach(t.Context(), "ben")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	do(t, s, "ben", action{Kind: humanplay.DoRematch, Swap: true})
	v = do(t, s, "anna", action{Kind: DoAccept})
	if v.Number != 2 || v.Role != "black" || v.Seats[0].Player != "Ben" || v.Result != nil {
		t.Errorf("the next game: %+v", v)
	}
	if told, err := bens.Next(t.Context(), bens.Last()-1); err != nil || !strings.Contains(string(told[0].Data), `"role":"white","seats"`) {
		t.Errorf("after changing sides Ben is told %s, %v", told[0].Data, err)
	}
	f, _, detach, err := s.Attach(t.Context(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	defer detach()
	last := f.Last()
	do(t, s, "ben", move(1))
	events, err := f.Next(t.Context(), last)
	if err != nil || json.Unmarshal(events[0].Data, &v) != nil || v.Step != 1 || v.Phase != humanplay.Yours || v.Role != "black" {
		t.Errorf("after Ben's move Anna is told %+v, %v", v, err)
	}
}

// One person plays all roles on one screen, and sees with the eyes of whoever is to move.
func TestHotSeat(t *testing.T) {
	h := newHouse(t, nil)
	s := h.lay("tictactoe", Request{Seats: map[string]string{"white": Me, "black": Me}})
	for step, role := range []string{"white", "black", "white"} {
		v := mine(t, s, "anna")
		if v.Phase != humanplay.Yours || v.Role != role || v.Step != step || len(v.Roles) != 2 || !v.Alone {
			t.Fatalf("step %d is %+v", step, v)
		}
		do(t, s, "anna", move(1))
	}
	if v := do(t, s, "anna", action{Kind: humanplay.DoUndo}); v.Step != 2 || v.Role != "white" {
		t.Errorf("taken back: %+v", v)
	}
	_, err := h.Open(t.Context(), "a", Request{Entry: h.entry("kuhnpoker"), Holder: "anna", Seats: map[string]string{"alice": Me, "bob": Me}})
	if _, ok := errors.AsType[*humanplay.BadRequestError](err); !ok {
		t.Errorf("both hands of poker on one screen: %v", err)
	}
}

// Whoever lets the time run out loses. Fischer's clock adds time after each move.
func TestClocks(t *testing.T) {
	var now atomic.Int64 // in nanoseconds; tables read it on goroutines of their own
	now.Store(1_700_000_000_000 * int64(time.Millisecond))
	h := newHouse(t, func(c *Config) { c.Now = func() time.Time { return time.Unix(0, now.Load()) } })
	s := h.friends("tictactoe", Request{Timing: Timing{Kind: Fischer, InitialMs: 60_000, IncrementMs: 5_000}})
	now.Add(int64(20 * time.Second))
	v := do(t, s, "anna", move(1))
	if v.Seats[0].Clock.LeftMs != 45_000 || v.Seats[0].Clock.Running || v.Seats[1].Clock.LeftMs != 60_000 || !v.Seats[1].Clock.Running {
		t.Errorf("the clocks are %+v, %+v", v.Seats[0].Clock, v.Seats[1].Clock)
	}
	now.Add(int64(61 * time.Second))
	if v = do(t, s, "ben", move(1)); v.Result == nil || v.Result.Ending != "time" || v.Result.Verdict != "loss" {
		t.Errorf("a late move: %+v", v.Result)
	}
	if r := <-h.records; r.Details.Reason != "black ran out of time" {
		t.Errorf("the record says %q", r.Details.Reason)
	}
	s = h.friends("tictactoe", Request{Timing: Timing{Kind: PerMove, InitialMs: 10_000}})
	now.Add(int64(9 * time.Second))
	v = do(t, s, "anna", move(1))
	if v.Seats[0].Clock.LeftMs != 10_000 {
		t.Errorf("the clock for a move is %+v", v.Seats[0].Clock)
	}
	now.Add(int64(4 * time.Second))
	h.restart()
	now.Add(int64(time.Hour)) // no server was there
	s = h.again(s.ID())
	mine(t, s, "ben")
	now.Add(int64(5 * time.Second))
	if v = do(t, s, "ben", move(1)); v.Result != nil || v.Step != 2 {
		t.Errorf("the time without a server counts: %+v", v.Result)
	}
	for _, wrong := range []Timing{{Kind: "sand"}, {Kind: Fischer}, {Kind: PerMove, InitialMs: 5000, IncrementMs: 1}, {Kind: NoClock, InitialMs: 1}, {Kind: Fischer, InitialMs: 5000, IncrementMs: -1}} {
		_, err := h.Open(t.Context(), "a", Request{Entry: h.entry("nim"), Timing: wrong, Holder: "anna"})
		if _, ok := errors.AsType[*humanplay.BadRequestError](err); !ok {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

// A flag falls by itself.
func TestFlag(t *testing.T) {
	h := newHouse(t, nil)
	s := h.friends("tictactoe", Request{Timing: Timing{Kind: PerMove, InitialMs: 1000}})
	v := await(t, s, "ben", func(v view) bool { return v.Phase == humanplay.Over })
	if v.Result.Ending != "time" || v.Result.Verdict != "win" {
		t.Errorf("%+v", v.Result)
	}
}

// A game goes on after the server was restarted: against a program, and between people.
func TestRestart(t *testing.T) {
	h := newHouse(t, nil)
	s, p := h.friends("tictactoe", Request{}), h.lay("breakthrough", Request{Nodes: 10})
	do(t, s, "anna", move(3))
	do(t, s, "ben", action{Kind: DoChat, Text: "hello"})
	mine(t, p, "anna")
	do(t, p, "anna", move(2))
	before, err := s.View(t.Context(), "ben")
	if err != nil {
		t.Fatal(err)
	}
	h.restart()
	s, p = h.again(s.ID()), h.again(p.ID())
	after, err := s.View(t.Context(), "ben")
	if err != nil || text(t, after) != text(t, before) {
		t.Errorf("before\n%s\nafter\n%s\n%v", text(t, before), text(t, after), err)
	}
	do(t, s, "ben", move(1))
	v := await(t, p, "anna", func(v view) bool { return v.Phase == humanplay.Yours && v.Step >= 2 })
	do(t, p, "anna", action{Kind: humanplay.DoMove, Number: 1, Step: &v.Step})
	mineList, err := h.Mine(t.Context(), "anna", 10)
	if err != nil || len(mineList) != 2 {
		t.Errorf("anna's tables are %+v, %v", mineList, err)
	}
}

// text writes a view without what may differ between two servers.
func text(t *testing.T, v view) string {
	t.Helper()
	v.Now, v.Version, v.Position, v.Notices = 0, 0, 0, nil
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Two servers share a table. What one does the other shows, and none loses a move when both
// act at once.
func TestTwoServers(t *testing.T) {
	h := newHouse(t, nil)
	var other *Manager
	h.cfg.Tell = func(n Notice) { other.Heard(n) }
	first := h.Manager
	other = h.manager()
	defer func() { other.Close() }()
	other.cfg.Tell = func(n Notice) { first.Heard(n) }
	a := h.friends("tictactoe", Request{})
	b, err := other.Get(t.Context(), a.ID())
	if err != nil {
		t.Fatal(err)
	}
	do(t, a, "anna", move(1))
	v := await(t, b, "ben", func(v view) bool { return v.Step == 1 })
	if v.Phase != humanplay.Yours || !strings.Contains(v.History[0], "white") {
		t.Errorf("the other server shows %+v", v)
	}
	done := make(chan error, 2)
	go func() {
		_, err := a.Do(t.Context(), "anna", action{Kind: DoChat, Text: "from a"})
		done <- err
	}()
	go func() {
		_, err := b.Do(t.Context(), "ben", move(1))
		done <- err
	}()
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	v = await(t, a, "anna", func(v view) bool { return v.Step == 2 })
	if len(v.Chat) != 1 {
		t.Errorf("the chat is %+v", v.Chat)
	}
	_, _, detach, err := b.Attach(t.Context(), "ben")
	if err != nil {
		t.Fatal(err)
	}
	await(t, a, "anna", func(v view) bool { return v.Seats[1].Here })
	detach()
}

// A program is run by one server, and by another when the first is gone.
func TestTakeover(t *testing.T) {
	h := newHouse(t, nil)
	a := h.lay("breakthrough", Request{Nodes: 10})
	mine(t, a, "anna")
	other := h.manager()
	defer other.Close()
	b, err := other.Get(t.Context(), a.ID())
	if err != nil {
		t.Fatal(err)
	}
	do(t, b, "anna", move(1)) // the other server does not lead, and the first does not hear of it
	h.Close()
	if v := await(t, b, "anna", func(v view) bool { return v.Phase == humanplay.Yours && v.Step >= 2 }); v.Step != 2 {
		t.Errorf("step %d", v.Step)
	}
	h.Manager = h.manager()
}

// Tables that nobody uses are dropped from memory, but not those that are watched, and each
// client gets its share.
func TestMemory(t *testing.T) {
	h := newHouse(t, func(c *Config) { c.ProgramsPerClient, c.Programs = 2, 3 })
	a := h.lay("nim", Request{Nodes: 5})
	h.lay("nim", Request{Nodes: 5})
	_, err := h.Open(t.Context(), "client", Request{Entry: h.entry("nim"), Holder: "anna"})
	if full, ok := errors.AsType[*ratelimit.FullError](err); !ok || !full.Own {
		t.Errorf("a third table of one client: %v", err)
	}
	_, _, detach, err := a.Attach(t.Context(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	if h.CloseIdle(0); h.Len() != 1 {
		t.Errorf("%d tables are in memory", h.Len())
	}
	detach()
	if h.CloseIdle(0); h.Len() != 0 {
		t.Errorf("%d tables are in memory", h.Len())
	}
	mine(t, h.again(a.ID()), "anna")
	if _, err := h.Get(t.Context(), "none"); !errors.Is(err, ErrNone) {
		t.Errorf("no table: %v", err)
	}
}

func TestRequests(t *testing.T) {
	h := newHouse(t, nil)
	seed := uint64(1)
	for name, tt := range map[string]struct {
		game string
		req  Request
	}{
		"clock":         {"nim", Request{Clock: -1}},
		"nodes":         {"nim", Request{Nodes: humanplay.MaxNodes + 1}},
		"role":          {"nim", Request{Role: "nobody"}},
		"chance":        {"montyhall", Request{Role: "random"}},
		"friend":        {"montyhall", Request{Seats: map[string]string{"random": Friend}}},
		"no seat":       {"nim", Request{Seats: map[string]string{"red": Friend, "blue": Friend, "white": Friend, "black": Friend}}},
		"opponent":      {"nim", Request{Opponents: map[string]string{"": strings.Repeat("x", 100)}}},
		"seat":          {"nim", Request{Opponents: map[string]string{"nobody": "random"}}},
		"moves":         {"nim", Request{Moves: "(nonsense)"}},
		"hidden, moves": {"montyhall", Request{Moves: "(nonsense)"}},
		"real time":     {"chicken", Request{}},
		"seed":          {"tictactoe", Request{Seed: &seed, Seats: map[string]string{"black": Friend}}},
		"before":        {"tictactoe", Request{Before: [][]string{{"noop", "noop"}}}},
	} {
		tt.req.Entry, tt.req.Holder = h.entry(tt.game), "anna"
		_, err := h.Open(t.Context(), "a", tt.req)
		if _, ok := errors.AsType[*humanplay.BadRequestError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if h.Len() != 0 {
		t.Error("a refused table is there")
	}
	s := h.lay("tictactoe", Request{Moves: "(mark 1 1); (mark 2 2)"})
	v, err := s.View(t.Context(), "anna")
	if err != nil || v.Step != 2 || len(v.Moves) != 7 || v.CanUndo {
		t.Errorf("the view is %+v, %v", v, err)
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
// does not wait for the rules.
func TestSlowRules(t *testing.T) {
	games := gamecache.New(gamecache.Limit{Games: 1, Time: time.Millisecond})
	h := newHouse(t, func(c *Config) { c.Time, c.Games = 2*time.Second, games })
	e := games.Text("tarry", undecidableEnd())
	slow := h.lay("", Request{Entry: e})
	v := do(t, slow, "anna", action{Kind: humanplay.DoMove, Move: "go"})
	if v.Phase != humanplay.Over || v.Result == nil || !strings.Contains(v.Result.Text, "deadline exceeded") && !strings.Contains(v.Result.Text, "take longer") {
		t.Errorf("the game goes on: %+v", v)
	}
	patient := newHouse(t, func(c *Config) { c.Time, c.Games = time.Hour, games })
	s := patient.lay("", Request{Entry: e})
	ctx, leave := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer leave()
	if _, err := s.Do(ctx, "anna", action{Kind: humanplay.DoMove, Move: "go"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who does not wait is told %v", err)
	}
}
