package session_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/session"
	"ludex/player"
)

func TestHidden(t *testing.T) {
	s := begin(t, open(t, "montyhall"))
	play(t, s, "choose 1")
	k, ok := s.Known()
	if !ok || k.States != 2 || !slices.Contains(k.Facts, "(chosen 1)") {
		t.Errorf("%v, %+v", ok, k)
	}
	for _, f := range k.Facts {
		if strings.HasPrefix(f, "(car") {
			t.Errorf("the candidate knows %s", f)
		}
	}
	p := s.Position()
	if !p.Hidden || p.State != nil || p.Before != nil || p.Joint != nil {
		t.Errorf("the position tells too much: %+v", p)
	}
	if s.Undo() == nil {
		t.Error("a move was taken back")
	}
	if s.Joints() != nil {
		t.Error("the moves of chance are told")
	}
	if got := s.Text().Step(0); got != "no choice" {
		t.Error(got)
	}
}

// TestHiddenHint checks that the adviser is told what the person knows, and not the
// state.
func TestHiddenHint(t *testing.T) {
	opt := open(t, "montyhall")
	asked := make(chan *analyst, 1)
	opt.Adviser = func() player.Player {
		a := new(analyst)
		asked <- a
		return a
	}
	s := begin(t, opt)
	play(t, s, "choose 1")
	if err := s.Adviser().Ask(); err != nil {
		t.Fatal(err)
	}
	wait(t, s)
	if a := <-asked; a.setup.From != nil || a.told != s.Steps() {
		t.Errorf("from %v, told of %d steps", a.setup.From, a.told)
	}
}

// TestSwapHidden checks that changing sides begins a new game where the person has
// seen what the other side must not.
func TestSwapHidden(t *testing.T) {
	s := begin(t, open(t, "kuhnpoker"))
	first := s.Role()
	play(t, s, "1")
	if err := s.Swap(); err != nil {
		t.Fatal(err)
	}
	wait(t, s)
	if s.Role() == first {
		t.Error("the same side")
	}
	for _, text := range history(s) {
		if !strings.HasPrefix(text, "you ") {
			t.Error(text)
		}
	}
}

// TestNoLeak plays hidden games with many seeds and checks that what is shown
// follows from what the role has done and perceived.
func TestNoLeak(t *testing.T) {
	for _, name := range []string{"kuhnpoker", "montyhall", "kriegspiel-tictactoe"} {
		opt := open(t, name)
		opt.Opponent = func(game.Role) player.Player { return new(basic.Random) }
		shown, plays := map[string]string{}, 0
		for seed := range uint64(12) {
			opt.Seed = seed
			s := begin(t, opt)
			for range 4 {
				view, screen := experience(s)
				if other, ok := shown[view]; ok {
					if plays++; other != screen {
						t.Errorf("%s: with the view\n%s\nthere are two screens:\n%s\n%s", name, view, other, screen)
					}
				}
				if shown[view] = screen; s.Phase() != session.Yours {
					break
				}
				play(t, s, "1")
			}
		}
		if plays == 0 {
			t.Errorf("%s: no view came twice", name)
		}
	}
}

// experience returns what the person has done and perceived, and all that is shown.
func experience(s *session.Seat) (view, screen string) {
	view = strings.Join(history(s), "\n")
	var choices []string
	for _, c := range s.Choices() {
		choices = append(choices, c.Text)
	}
	deciders := ""
	for range s.Deciders() {
		deciders += "."
	}
	return view, strings.Join([]string{
		s.Text().Board(false, 80), strings.Join(choices, ","), s.Text().Players(), deciders,
	}, "\n")
}

func TestUnknown(t *testing.T) {
	opt := open(t, "montyhall")
	opt.From = opt.Game.(game.Game).NewMachine().Initial(nil)
	s := begin(t, opt)
	if s.Unknown() == "" || !strings.Contains(s.Text().Board(false, 80), "cannot be listed") {
		t.Errorf("%q", s.Text().Board(false, 80))
	}
}
