package humanplay

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ludex/match"
)

func openTurns(t *testing.T, opt Options) (s Session, records <-chan *match.Record) {
	t.Helper()
	sessions := NewSessions(1, 1, time.Hour)
	saved := make(chan *match.Record, 10)
	opt.Save = func(_ context.Context, r *match.Record) error {
		saved <- r
		return nil
	}
	if opt.Opponents == nil {
		opt.Opponents = weak
	}
	s, secret, err := sessions.Open(t.Context(), "a", opt)
	if err != nil {
		t.Fatal(err)
	}
	if found, ok := sessions.Get(s.ID()); !ok || found != s || !found.Admits(secret) {
		t.Error("the session is not found")
	}
	t.Cleanup(func() { sessions.Close("the end") })
	return s, saved
}

// mine waits for the person's turn, or the end of the game.
func mine(t *testing.T, s Session) View {
	t.Helper()
	return await(t, s, func(v View) bool { return v.Phase != Others })
}

// A whole game is played, with a hint and an evaluation, and its record is saved.
func TestTurnGame(t *testing.T) {
	s, records := openTurns(t, Options{Entry: entry(t, "tictactoe"), Nodes: 200, Clock: time.Minute})
	v := mine(t, s)
	if v.Role != "white" || len(v.Moves) != 9 || len(v.Moves[0].Cells) == 0 || !v.Grid || !v.CanHint || !v.CanSwap {
		t.Fatalf("the first view is %+v", v)
	}
	do(t, s, Action{Kind: DoEvaluate, On: true})
	do(t, s, Action{Kind: DoHint})
	v = await(t, s, func(v View) bool { return v.Hint != nil && !v.Hint.Thinking && v.Evaluation != nil })
	if v.Hint.Move == 0 || len(v.Hint.Lines) == 0 || len(v.Evaluation.Values) != 2 {
		t.Errorf("the advice is %+v, %+v", v.Hint, v.Evaluation)
	}
	do(t, s, Action{Kind: DoEvaluate})
	step := 7
	if _, err := s.Do(t.Context(), Action{Kind: DoMove, Number: 1, Step: &step}); !errors.Is(err, ErrStale) {
		t.Errorf("a move in an old position: %v", err)
	}
	for _, a := range []Action{{Kind: DoMove, Number: 99}, {Kind: DoMove, Move: strings.Repeat("x", 200)}, {Kind: DoUndo}} {
		if _, err := s.Do(t.Context(), a); !errors.Is(err, ErrRule) {
			t.Errorf("%+v: %v", a, err)
		}
	}
	do(t, s, Action{Kind: DoMove, Number: 1})
	if v = mine(t, s); !v.CanUndo || v.Step < 2 || len(v.History) != v.Step {
		t.Errorf("after the first move: %+v", v)
	}
	do(t, s, Action{Kind: DoUndo})
	for v = mine(t, s); v.Phase == Yours; v = mine(t, s) {
		do(t, s, Action{Kind: DoMove, Number: 1})
	}
	if v.Result == nil || len(v.Result.Goals) != 2 || v.Record == "" {
		t.Errorf("the last view is %+v", v)
	}
	r := <-records
	if !r.Completed || r.ID != v.Record || len(r.States) != len(r.Moves)+1 || r.Names[0] != "person" || r.Names[1] != "random" {
		t.Errorf("the record is %+v", r)
	}
	pos, _, err := s.Position(t.Context())
	if err != nil || !pos.Over || pos.Before == nil || len(pos.Last) != 2 {
		t.Errorf("the position is %+v, %v", pos, err)
	}
}

// A resignation is a loss; the next game is played with the other role.
func TestTurnResignAndRematch(t *testing.T) {
	s, records := openTurns(t, Options{Entry: entry(t, "nim"), Nodes: 10})
	mine(t, s)
	do(t, s, Action{Kind: DoMove, Number: 1})
	mine(t, s)
	if v := do(t, s, Action{Kind: DoResign}); v.Result == nil || v.Result.Verdict != "loss" || !v.Result.Resigned {
		t.Errorf("the result is %+v", v.Result)
	}
	if r := <-records; !r.Aborted || !strings.HasSuffix(r.Details.Reason, " resigned") {
		t.Errorf("the record is %+v", r.Details)
	}
	v := do(t, s, Action{Kind: DoRematch, Swap: true})
	if v.Number != 2 || v.Seats[0].You || v.Record != "" {
		t.Errorf("the next game: %+v", v)
	}
	if _, err := s.Do(t.Context(), Action{Kind: DoStart}); err == nil {
		t.Error("a turn-based game has a clock to start")
	}
}

// In a game with hidden information, the view has what the person knows, and nothing can
// be taken back.
func TestHidden(t *testing.T) {
	s, _ := openTurns(t, Options{Entry: entry(t, "montyhall"), Nodes: 10})
	v := await(t, s, func(v View) bool { return v.Phase == Yours && v.Known != nil && v.Known.States > 0 })
	if !v.Game.Hidden || v.CanUndo || v.Known.States != 3 {
		t.Errorf("the view is %+v, known %+v", v, v.Known)
	}
	refuses(t, s, ErrRule, DoUndo)
	if pos, _, err := s.Position(t.Context()); err != nil || !pos.Hidden {
		t.Errorf("the position is %+v, %v", pos, err)
	}
}

func TestTurnOptions(t *testing.T) {
	sessions := NewSessions(1, 1, time.Hour)
	for name, tt := range map[string]struct {
		game string
		opt  Options
	}{
		"clock":         {"nim", Options{Clock: -1}},
		"nodes":         {"nim", Options{Nodes: MaxNodes + 1}},
		"role":          {"nim", Options{Role: "nobody"}},
		"chance":        {"montyhall", Options{Role: "random"}},
		"opponent":      {"nim", Options{Opponents: map[string]string{"": strings.Repeat("x", 100)}}},
		"seat":          {"nim", Options{Opponents: map[string]string{"nobody": "random"}}},
		"moves":         {"nim", Options{Moves: "(nonsense)"}},
		"hidden, moves": {"montyhall", Options{Moves: "(nonsense)"}},
	} {
		tt.opt.Entry = entry(t, tt.game)
		_, _, err := sessions.Open(t.Context(), "a", tt.opt)
		if _, ok := errors.AsType[*BadRequestError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	if sessions.Len() != 0 {
		t.Error("a refused session is open")
	}
}
