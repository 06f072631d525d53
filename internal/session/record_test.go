package session_test

import (
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
)

// TestRecord plays to the end, with moves taken back and players that fail, and checks
// the record against the rules.
func TestRecord(t *testing.T) {
	for _, name := range []string{"tictactoe", "rockpaperscissors", "montyhall"} {
		rs, g := rulestest.Open(t, name)
		opt := options(g)
		opt.Rules = rs
		opt.Opponent = func(game.Role) player.Player { return broken{choose: errors.New("gone")} }
		if opt.Role = 0; g.Random() == 0 {
			opt.Role = 1
		}
		s := begin(t, opt)
		for turns := 0; len(s.Choices()) > 0; turns++ {
			if err := s.Choose(s.Choices()[0].Move); err != nil {
				t.Fatal(err)
			}
			if wait(t, s); turns == 0 && !g.Hidden() {
				if err := s.Undo(); err != nil {
					t.Fatal(err)
				}
				wait(t, s)
			}
		}
		r, err := s.Record(t.Context(), "m1", "")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Check(t.Context(), rs, g); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		others := len(match.Seats(g)) > 1
		if !r.Completed || len(r.Moves) != s.Steps() || r.Names[opt.Role] != "person" || !r.Human[opt.Role] || r.Details.Seed != 0 {
			t.Errorf("%s: %+v", name, r)
		}
		if others && (len(r.Details.Faults) == 0 || !r.Details.Unseeded) {
			t.Errorf("%s: the faults are %v", name, r.Details.Faults)
		}
	}
}

// TestRecordOfAborted checks why games ended before their end.
func TestRecordOfAborted(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	play(t, s, s.Choices()[0].Text)
	if r, err := s.Record(t.Context(), "m1", "gone"); err != nil || !r.Aborted || r.Details.Reason != "gone" || len(r.Moves) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if err := s.Resign(); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Record(t.Context(), "m1", "gone"); err != nil || !r.Aborted || r.Details.Reason != "white resigned" {
		t.Errorf("%+v, %v", r, err)
	}
	opt := open(t, "tictactoe")
	opt.MaxSteps = 2
	s = begin(t, opt)
	play(t, s, s.Choices()[0].Text)
	if r, err := s.Record(t.Context(), "m1", ""); err != nil || !r.Details.CutOff || len(r.Moves) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}
