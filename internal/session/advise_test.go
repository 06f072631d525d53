package session_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/session"
	"ludex/player"
	"ludex/player/mcts"
)

func TestHint(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	if _, asked := s.Adviser().Asked(); asked {
		t.Error("nobody has asked yet")
	}
	play(t, s, "5")
	if err := s.Adviser().Ask(); err != nil {
		t.Fatal(err)
	}
	wait(t, s)
	advice, asked := s.Adviser().Asked()
	if !asked || !advice.Done || advice.Role != 0 {
		t.Fatalf("%v, %+v", asked, advice)
	}
	want := []string{"best: (mark 1 2), 60 %", "line: white (mark 1 2)"}
	if got := s.Text().Advice(advice); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	play(t, s, "1")
	if advice, asked := s.Adviser().Asked(); asked || advice != nil {
		t.Error("the hint is about an earlier decision")
	}
}

func TestNoHint(t *testing.T) {
	opt := open(t, "tictactoe")
	opt.Adviser = nil
	s := begin(t, opt)
	if s.Adviser().Ask() == nil || s.Adviser().SetEvaluating(true) == nil {
		t.Error("somebody gives hints")
	}
	opt.Adviser = func() player.Player { return broken{start: errBroken} }
	s = begin(t, opt)
	if err := s.Adviser().Ask(); err != nil {
		t.Fatal(err)
	}
	wait(t, s)
	advice, _ := s.Adviser().Asked()
	if got := s.Text().Advice(advice); len(got) != 1 || got[0] != "no hint: broken" {
		t.Errorf("%q", got)
	}
}

func TestEvaluating(t *testing.T) {
	s := begin(t, open(t, "tictactoe"))
	if err := s.Adviser().SetEvaluating(true); err != nil {
		t.Fatal(err)
	}
	for e, ok := s.Adviser().Evaluation(); !ok || e.Step != 0; e, ok = s.Adviser().Evaluation() {
		s.Apply(<-s.Updates())
	}
	if got := s.Text().Evaluation(); got != "white 60 % (proved), black 60 %" {
		t.Error(got)
	}
	play(t, s, "5")
	for e, _ := s.Adviser().Evaluation(); e.Step != 2; e, _ = s.Adviser().Evaluation() {
		s.Apply(<-s.Updates())
	}
	if err := s.Adviser().SetEvaluating(false); err != nil || s.Adviser().Evaluating() {
		t.Errorf("%v, %v", err, s.Adviser().Evaluating())
	}
}

// TestEvaluatingOthers checks that the decision of an opponent is evaluated while
// it thinks.
func TestEvaluatingOthers(t *testing.T) {
	opt := open(t, "tictactoe")
	opt.Opponent = func(game.Role) player.Player { return slow{} }
	s := begin(t, opt)
	if err := s.Adviser().SetEvaluating(true); err != nil {
		t.Fatal(err)
	}
	if err := s.Choose(s.Choices()[0].Move); err != nil {
		t.Fatal(err)
	}
	for e, _ := s.Adviser().Evaluation(); e.Step != 1; e, _ = s.Adviser().Evaluation() {
		s.Apply(<-s.Updates())
	}
}

// TestSearch asks a real search, with a budget.
func TestSearch(t *testing.T) {
	opt := open(t, "tictactoe")
	opt.Nodes = 2000
	opt.Adviser = func() player.Player { return mcts.NewPlayer(mcts.Defaults()) }
	s := begin(t, opt)
	play(t, s, "5", "mark 1 2")
	if err := s.Adviser().Ask(); err != nil {
		t.Fatal(err)
	}
	wait(t, s)
	advice, _ := s.Adviser().Asked()
	if got := s.Text().Advice(advice); !strings.HasPrefix(got[0], "best: (mark 3 2), 100 % (proved)") {
		t.Errorf("%q", got)
	}
}

// TestMixed checks that a mixed strategy is named as such.
func TestMixed(t *testing.T) {
	s := begin(t, open(t, "rockpaperscissors"))
	legal := s.Choices()
	advice := &session.Advice{Analysis: player.Analysis{Moves: []player.Candidate{
		{Move: legal[0].Move, Share: 0.5}, {Move: legal[1].Move, Share: 0.5},
	}}}
	want := []string{"mix: (throw paper) (50 % of the time), (throw rock) (50 % of the time)"}
	if got := s.Text().Advice(advice); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := s.Text().Advice(&session.Advice{Analysis: player.Analysis{Note: "why"}}); !slices.Equal(got, []string{"no hint: why"}) {
		t.Errorf("%q", got)
	}
}
