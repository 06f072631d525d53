package session_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/session"
	"ludex/player"
)

func TestGame(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	if s.Phase() != session.Yours || s.Text().Turn() != "your move" || len(s.Choices()) != 9 {
		t.Fatalf("phase %d, %q, %d choices", s.Phase(), s.Text().Turn(), len(s.Choices()))
	}
	play(t, s, "mark 2 2", "mark 1 2", "mark 3 2")
	want := []string{"white (mark 2 2)", "black (mark 1 1)", "white (mark 1 2)", "black (mark 1 3)", "white (mark 3 2)"}
	if got := history(s); !slices.Equal(got, want) {
		t.Errorf("played %q", got)
	}
	r, over := s.Result()
	if !over || !slices.Equal(r.Goals, []int{100, 0}) || r.Cut || s.Phase() != session.Over {
		t.Errorf("the result is %+v, %v", r, over)
	}
	if got := s.Text().Result(); got != "the end: you win, white 100, black 0" {
		t.Errorf("it says %q", got)
	}
	if got := s.Joints(); len(got) != 5 || game.JointText(s.Game(), got[1]) != "(noop (mark 1 1))" {
		t.Errorf("the moves are %v", got)
	}
	if err := s.Choose(0); err == nil {
		t.Error("a move after the end")
	}
}

func TestUndo(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	if err := s.Undo(); err == nil {
		t.Error("taken back before the first move")
	}
	play(t, s, "mark 2 2", "mark 1 2", "mark 3 2")
	for want := 4; want >= 0; want -= 2 {
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
		if wait(t, s); s.Steps() != want || s.Phase() != session.Yours {
			t.Errorf("after %d steps in phase %d, want %d", s.Steps(), s.Phase(), want)
		}
	}
	if s.Position().Before != nil {
		t.Error("there was something before the beginning")
	}
}

func TestResign(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	play(t, s, "5")
	if err := s.Resign(); err != nil || s.Phase() != session.Over || s.Text().Result() != "you resigned" {
		t.Errorf("%v, phase %d, %q", err, s.Phase(), s.Text().Result())
	}
	if err := s.Resign(); err == nil {
		t.Error("resigned twice")
	}
	if err := s.Undo(); err != nil || s.Phase() != session.Yours || s.Steps() != 2 {
		t.Errorf("%v, phase %d after %d steps", err, s.Phase(), s.Steps())
	}
	s.Restart()
	if wait(t, s); s.Steps() != 0 || s.Phase() != session.Yours {
		t.Errorf("a new game has %d steps", s.Steps())
	}
}

func TestSwap(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	play(t, s, "5")
	if err := s.Swap(); err != nil {
		t.Fatal(err)
	}
	wait(t, s)
	if s.Role() != 1 || s.Steps() != 3 || s.Text().Players() != "you are black, white is legal" {
		t.Errorf("role %d after %d steps, %s", s.Role(), s.Steps(), s.Text().Players())
	}
	if err := begin(t, open(t, "eightpuzzle")).Swap(); err == nil {
		t.Error("nobody to change sides with, but it was done")
	}
}

// TestGiven checks that moves made before the game can be taken back.
func TestGiven(t *testing.T) {
	opt := open(t, "tictactoe")
	m := opt.Game.(game.Game).NewMachine()
	state := m.Initial(nil)
	for range 4 {
		joint := []game.Move{m.Legal(state, 0, nil)[0], m.Legal(state, 1, nil)[0]}
		opt.Before = append(opt.Before, joint)
		state = m.Next(state, joint, nil)
	}
	s := begin(t, opt)
	if s.Steps() != 4 || s.Given() != 4 {
		t.Fatalf("%d steps, %d given", s.Steps(), s.Given())
	}
	if err := s.Undo(); err != nil || s.Steps() != 2 || s.Given() != 2 {
		t.Errorf("%v, %d steps, %d given", err, s.Steps(), s.Given())
	}
}

func TestTogether(t *testing.T) {
	opt := open(t, "rockpaperscissors")
	answer := make(chan struct{})
	opt.Opponent = func(game.Role) player.Player { return slow{answer: answer} }
	s := begin(t, opt)
	if !s.Together() || !strings.Contains(s.Text().Turn(), "same time") {
		t.Errorf("%q", s.Text().Turn())
	}
	in, err := s.Read("throw p")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Choose(in.Move); err != nil || s.Phase() != session.Others || s.Steps() != 0 {
		t.Errorf("%v, phase %d, %d steps", err, s.Phase(), s.Steps())
	}
	if err := s.Choose(in.Move); err == nil {
		t.Error("chose twice")
	}
	if err := s.Undo(); err != nil || s.Phase() != session.Yours {
		t.Errorf("%v, phase %d", err, s.Phase())
	}
	if err := s.Choose(in.Move); err != nil {
		t.Fatal(err)
	}
	if notes := s.PlayerNotes(); notes != nil {
		t.Errorf("notes %q", notes)
	}
	answer <- struct{}{}
	if wait(t, s); !slices.Equal(s.PlayerNotes(), []string{"right: slow on purpose"}) {
		t.Errorf("notes %q", s.PlayerNotes())
	}
	if s.Steps() != 1 || s.Text().Step(0) != "left (throw paper), right (throw paper)" {
		t.Errorf("%q", history(s))
	}
}

// TestWhileOthersThink does everything that is possible while players think.
func TestWhileOthersThink(t *testing.T) {
	opt := open(t, "tictactoe")
	answer := make(chan struct{})
	opt.Opponent = func(game.Role) player.Player { return slow{answer: answer} }
	s := begin(t, opt)
	for range 3 {
		if err := s.Choose(s.Choices()[0].Move); err != nil {
			t.Fatal(err)
		}
		if s.Phase() != session.Others || s.Text().Turn() != "black is thinking" || s.Choices() != nil {
			t.Errorf("%q", s.Text().Turn())
		}
		if err := s.Adviser().Ask(); err == nil {
			t.Error("a hint for nobody")
		}
		if _, err := s.Read("1"); err == nil {
			t.Error("a move was read")
		}
		if err := s.Undo(); err != nil || s.Steps() != 0 || s.Phase() != session.Yours {
			t.Errorf("%v, %d steps", err, s.Steps())
		}
	}
}

func TestFaults(t *testing.T) {
	for name, p := range map[string]player.Player{
		"whose player failed: it chose": broken{},
		"whose player failed: broken":   broken{choose: errBroken},
		`failed: \x1b[2J\u202e`:         broken{choose: errors.New("\x1b[2J\u202e")},
		"failed: start: broken":         broken{start: errBroken},
	} {
		opt := open(t, "tictactoe")
		opt.Opponent = func(game.Role) player.Player { return p }
		s := begin(t, opt)
		play(t, s, "5")
		notices := s.Notices()
		if s.Steps() != 2 || len(notices) != 1 || !strings.Contains(notices[0], name) || s.Notices() != nil {
			t.Errorf("%d steps, notices %q", s.Steps(), notices)
		}
	}
}

// TestForced checks that steps without a choice are made by themselves, and that a
// play that cannot go on ends.
func TestForced(t *testing.T) {
	s := begin(t, options(steps(250)))
	if s.Steps() != 250 || s.Phase() != session.Yours {
		t.Fatalf("%d steps, phase %d", s.Steps(), s.Phase())
	}
	if got := s.Text().Step(0); got != "x go, y go (no choice)" {
		t.Error(got)
	}
	play(t, s, "stay")
	if s.Phase() != session.Over || s.Err() == nil || !strings.Contains(s.Text().Result(), "cannot go on") {
		t.Errorf("phase %d, %v", s.Phase(), s.Err())
	}
	if err := s.Undo(); err != nil || s.Steps() != 250 || s.Err() != nil {
		t.Errorf("%v, %d steps", err, s.Steps())
	}
	play(t, s, "go")
	if got := s.Text().Result(); got != "the end: you win, x 100, y 0" {
		t.Error(got)
	}
}

func TestCutOff(t *testing.T) {
	opt := open(t, "tictactoe")
	opt.MaxSteps = 2
	s := begin(t, opt)
	play(t, s, "1")
	if r, over := s.Result(); !over || !r.Cut || r.Goals != nil || s.Text().Result() != "cut off after 2 steps, without a result" {
		t.Errorf("%+v, %v, %q", r, over, s.Text().Result())
	}
}

func TestOptions(t *testing.T) {
	opt := open(t, "montyhall")
	opt.Role = opt.Game.Random()
	if _, err := session.Sit(context.Background(), opt); err == nil {
		t.Error("a person plays chance")
	}
	opt.Role = 7
	if _, err := session.Sit(context.Background(), opt); err == nil {
		t.Error("a role that is not there")
	}
	opt.Role, opt.Names = 0, nil
	if _, err := session.Sit(context.Background(), opt); err == nil {
		t.Error("no names")
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	opt := open(t, "tictactoe")
	opt.Opponent = func(game.Role) player.Player { return slow{} }
	s, err := session.Sit(ctx, opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Choose(s.Choices()[0].Move); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := s.Wait(t.Context()); err == nil {
		t.Error("the wait did not end with the context")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestAnything makes random requests, and checks that the players are never out of
// step, see follower.
func TestAnything(t *testing.T) {
	games := []game.Game{
		playertest.Open(t, "tictactoe"), playertest.Open(t, "rockpaperscissors"), playertest.Open(t, "minority"),
		playertest.Open(t, "connectfour-rbg"), playertest.Open(t, "eightpuzzle"), steps(101),
	}
	rapid.Check(t, func(rt *rapid.T) {
		opt := options(rapid.SampledFrom(games).Draw(rt, "game"))
		opt.Opponent = func(game.Role) player.Player { return &follower{t: t} }
		s, err := session.Sit(t.Context(), opt)
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 20).Draw(rt, "actions") {
			act(rt, s)
			if rapid.Bool().Draw(rt, "wait") {
				wait(t, s)
			}
		}
		if err := s.Close(); err != nil {
			rt.Fatal(err)
		}
	})
}

// act does something, which may be impossible.
func act(rt *rapid.T, s *session.Seat) {
	switch rapid.IntRange(0, 9).Draw(rt, "action") {
	case 0:
		_ = s.Undo()
	case 1:
		_ = s.Swap()
	case 2:
		_ = s.Resign()
	case 3:
		s.Restart()
	case 4:
		_ = s.Adviser().Ask()
	case 5:
		_ = s.Adviser().SetEvaluating(!s.Adviser().Evaluating())
	default:
		if list := s.Choices(); len(list) > 0 {
			if err := s.Choose(rapid.SampledFrom(list).Draw(rt, "move").Move); err != nil {
				rt.Error(err)
			}
		}
	}
	advice, _ := s.Adviser().Asked()
	_, _, _, _ = s.Text().Board(false, 80), s.Text().Turn(), s.Text().Evaluation(), s.Text().Advice(advice)
	for i := range s.Steps() {
		_ = s.Text().Step(i)
	}
}

// TestReproducible checks that the same commands give the same game.
func TestReproducible(t *testing.T) {
	opt := open(t, "tictactoe")
	opt.Opponent = func(game.Role) player.Player { return new(basic.Random) }
	var games [2][]string
	for i := range games {
		s := begin(t, opt)
		play(t, s, "5")
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
		wait(t, s)
		play(t, s, "1", "1")
		games[i] = history(s)
	}
	if !slices.Equal(games[0], games[1]) {
		t.Errorf("%q and %q", games[0], games[1])
	}
}
