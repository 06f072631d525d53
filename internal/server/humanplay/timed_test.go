package humanplay

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/board"
	"ludex/match"
)

// openTimed begins a session of the Game of Chicken. Records go to the channel.
func openTimed(t *testing.T, opponent string) (s Session, records <-chan *match.Record) {
	t.Helper()
	sessions := NewSessions(SessionsConfig{Total: 1, PerClient: 1, Idle: time.Hour})
	saved := make(chan *match.Record, 10)
	opt := Options{Entry: entry(t, "chicken"), Opponents: map[string]string{"": opponent}, Seed: 1}
	opt.Save = func(_ context.Context, r *match.Record) error {
		saved <- r
		return nil
	}
	s, _, err := sessions.Open(t.Context(), "a", opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sessions.Close("the end") })
	return s, saved
}

func do(t *testing.T, s Session, a Action) View {
	t.Helper()
	v, err := s.Do(t.Context(), a)
	if err != nil {
		t.Fatalf("%s: %v", a.Kind, err)
	}
	return v
}

func refuses(t *testing.T, s Session, want error, kinds ...Kind) {
	t.Helper()
	for _, k := range kinds {
		if _, err := s.Do(t.Context(), Action{Kind: k, Number: 1}); !errors.Is(err, want) {
			t.Errorf("%s: %v", k, err)
		}
	}
}

// A real-time game waits for the person to start, ends by itself, and is saved.
func TestTimedGame(t *testing.T) { synctest.Test(t, testTimedGame) }

func testTimedGame(t *testing.T) {
	s, records := openTimed(t, "idle")
	v, err := s.View(t.Context())
	if err != nil || v.Phase != Ready || !v.Game.RealTime || v.Time == nil || v.Time.Running || !v.Seats[0].You {
		t.Fatalf("before the start: %+v, %v", v, err)
	}
	refuses(t, s, ErrRule, DoMove, DoResign, DoHint)
	if v = do(t, s, Action{Kind: DoStart}); v.Phase != Live || !v.Time.Running {
		t.Errorf("after the start: %+v", v)
	}
	refuses(t, s, ErrRule, DoStart, DoRematch)
	v = await(t, s, func(v View) bool { return v.Phase == Live && len(v.Moves) > 0 })
	if _, err := s.Do(t.Context(), Action{Kind: DoMove, Move: "nonsense"}); !errors.Is(err, ErrRule) {
		t.Errorf("an illegal move: %v", err)
	}
	do(t, s, Action{Kind: DoMove, Move: v.Moves[0].Text})
	v = await(t, s, func(v View) bool { return v.Phase == Over })
	if v.Result == nil || v.Result.Goals == nil || !strings.HasPrefix(v.Turn, "the end: ") || len(v.History) == 0 || v.Record == "" {
		t.Errorf("at the end: %+v", v)
	}
	if r := <-records; !r.Completed || r.ID != v.Record || !r.IsTimed() || !r.Human[0] || r.Human[1] || r.Names[0] != "person" {
		t.Errorf("the record is %+v", r)
	}
	if now, running := s.(Clocked).Now(); now <= 0 || running {
		t.Errorf("the clock is at %v, running: %v", now, running)
	}
	drawTimed(t, s)
}

func drawTimed(t *testing.T, s Session) {
	t.Helper()
	pos, _, err := s.Position(t.Context())
	if err != nil || !pos.Over || len(pos.Facts) == 0 {
		t.Errorf("the position is %+v, %v", pos, err)
	}
	if svg, err := s.Draw(t.Context(), pos, board.Options{}); err != nil || !strings.HasPrefix(string(svg), "<svg") {
		t.Errorf("the drawing is %.40q, %v", svg, err)
	}
}

// A person resigns and begins another game with the other role, which closing aborts.
func TestTimedResignAndRematch(t *testing.T) { synctest.Test(t, testTimedResignAndRematch) }

func testTimedResignAndRematch(t *testing.T) {
	s, _ := openTimed(t, "idle")
	do(t, s, Action{Kind: DoStart})
	do(t, s, Action{Kind: DoResign})
	v := await(t, s, func(v View) bool { return v.Phase == Over })
	if !v.Result.Resigned || v.Result.Verdict != "loss" {
		t.Errorf("the result is %+v", v.Result)
	}
	v = do(t, s, Action{Kind: DoRematch, Swap: true})
	if v.Phase != Ready || v.Number != 2 || !v.Seats[1].You || v.Result != nil || !v.CanSwap {
		t.Errorf("the next game: %+v", v)
	}
	do(t, s, Action{Kind: DoStart})
	s.Close("gone")
	<-s.finished()
	refuses(t, s, ErrClosed, DoMove)
}

func TestTimedOptions(t *testing.T) {
	sessions := NewSessions(SessionsConfig{Total: 1, PerClient: 1, Idle: time.Hour})
	for name, opt := range map[string]Options{
		"moves":    {Moves: "a"},
		"role":     {Role: "nobody"},
		"opponent": {Opponents: map[string]string{"": "mcts"}},
		"seat":     {Opponents: map[string]string{"nobody": "idle"}},
		"unit":     {Unit: time.Millisecond},
	} {
		opt.Entry = entry(t, "chicken")
		_, _, err := sessions.Open(t.Context(), "a", opt)
		if bad, ok := errors.AsType[*BadRequestError](err); !ok || bad.Unwrap() == nil || bad.Error() == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Moves have keys, times are clocks and are not drawn, and the pace is the person's.
func TestTimedView(t *testing.T) { synctest.Test(t, testTimedView) }

func testTimedView(t *testing.T) {
	sessions := NewSessions(SessionsConfig{Total: 1, PerClient: 1, Idle: time.Hour})
	t.Cleanup(func() { sessions.Close("the end") })
	s, _, err := sessions.Open(t.Context(), "a", Options{Entry: entry(t, "shooter"), Opponents: map[string]string{"": "idle"}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.View(t.Context())
	if err != nil || v.Time.Unit != 2 || !v.Grid || len(v.Time.Clocks) != 1 || v.Time.Clocks[0] != (Clock{"Timer", 10, 10}) {
		t.Fatalf("before the start: %+v, %v", v.Time, err)
	}
	if _, err := s.Do(t.Context(), Action{Kind: DoStart, Unit: time.Hour}); err == nil {
		t.Error("a unit of an hour")
	}
	if v = do(t, s, Action{Kind: DoStart, Unit: time.Second}); v.Time.Unit != 1 {
		t.Errorf("the unit is %v", v.Time.Unit)
	}
	v = await(t, s, func(v View) bool { return len(v.Moves) == 3 })
	keys := map[string]string{}
	for _, m := range v.Moves {
		keys[m.Name] = m.Key
	}
	if keys["Up"] != "ArrowUp" || keys["Down"] != "ArrowDown" || keys["Fire"] != "f" {
		t.Errorf("the keys are %q", keys)
	}
	do(t, s, Action{Kind: DoMove, Move: "fire"})
	v = await(t, s, func(v View) bool { return len(v.Moves) == 2 })
	p, _, err := s.Position(t.Context())
	if err != nil || !strings.Contains(strings.Join(p.Facts, " "), "infinity (bullet left 2 2)") || strings.Contains(strings.Join(p.Facts, " "), "timer") {
		t.Errorf("the board has %q, %v", p.Facts, err)
	}
	if len(v.Time.Clocks) != 1 || v.Time.Clocks[0].Total != 10 {
		t.Errorf("the clocks are %+v", v.Time.Clocks)
	}
}
