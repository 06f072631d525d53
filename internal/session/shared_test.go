package session_test

import (
	"slices"
	"testing"

	"ludex/internal/session"
)

// sitTogether begins a session of people who share a seat in all roles.
func sitTogether(t *testing.T, opt session.Options) *session.Seat {
	t.Helper()
	opt.People = make([]bool, len(opt.Names))
	for r := range opt.People {
		opt.People[r] = true
	}
	s, err := session.Sit(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// The seat has the role of whoever is to move, and nobody else is asked.
func TestShared(t *testing.T) {
	s := sitTogether(t, open(t, "tictactoe"))
	if got := s.Text().Players(); got != "people play white and black" {
		t.Errorf("the players: %q", got)
	}
	play(t, s, "mark 2 2")
	if got := s.Text().Turn(); got != "black's move" || s.Phase() != session.Yours {
		t.Errorf("after a move: %q, phase %d", got, s.Phase())
	}
	play(t, s, "mark 1 1", "mark 1 2", "mark 3 3", "mark 3 2")
	if got := s.Text().Result(); got != "the end: white 100, black 0" {
		t.Errorf("the result: %q", got)
	}
	for want := 4; want >= 0; want-- {
		if err := s.Undo(); err != nil || s.Steps() != want || s.Phase() != session.Yours || int(s.Role()) != want%2 {
			t.Fatalf("taken back: %v, %d steps, role %d", err, s.Steps(), s.Role())
		}
	}
	if err := s.Undo(); err == nil {
		t.Error("something was taken back before the first move")
	}
	if err := s.Swap(); err == nil {
		t.Error("people who share a seat changed sides")
	}
	play(t, s, "mark 2 2")
	if err := s.Resign(); err != nil || s.Text().Result() != "black resigned" {
		t.Errorf("%v, %q", err, s.Text().Result())
	}
}

// People who move at the same time choose one after the other, and can take back a choice
// that waits.
func TestSharedTogether(t *testing.T) {
	s := sitTogether(t, open(t, "minority"))
	play(t, s, "1")
	if s.Steps() != 0 || s.Role() != 1 {
		t.Fatalf("%d steps, role %d", s.Steps(), s.Role())
	}
	if err := s.Undo(); err != nil || s.Role() != 0 {
		t.Fatalf("%v, role %d", err, s.Role())
	}
	play(t, s, "1", "1", "1")
	if s.Steps() != 1 || s.Role() != 0 {
		t.Errorf("%d steps, role %d", s.Steps(), s.Role())
	}
}

// Nobody shares a screen in a game that hides information.
func TestSharedHidden(t *testing.T) {
	opt := open(t, "kuhnpoker")
	opt.People = make([]bool, len(opt.Names))
	for r := range opt.People {
		opt.People[r] = r > 0
	}
	opt.Role = 1
	if !slices.Contains(opt.People, true) {
		t.Fatal("nobody plays")
	}
	if s, err := session.Sit(t.Context(), opt); err == nil {
		t.Error("people share a screen", s.Close())
	}
}
