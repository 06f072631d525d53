package session_test

import (
	"context"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/player"
)

// A panicking player panics where a test says.
type panicking struct {
	basic.Legal
	at string
}

func (p panicking) Start(context.Context, player.Setup) error {
	p.reach("start")
	return nil
}

func (p panicking) Choose(_ context.Context, legal []game.Move) (game.Move, error) {
	p.reach("choose")
	return legal[0], nil
}

func (p panicking) Observe(context.Context, player.Event) error {
	p.reach("observe")
	return nil
}

func (p panicking) Stop() { p.reach("stop") }

func (p panicking) reach(at string) {
	if p.at == at {
		panic("defect")
	}
}

// A player that panics has failed: random moves are made in its place.
func TestPanickingPlayers(t *testing.T) {
	for at, want := range map[string]string{
		"start": "failed: start: panic: defect", "choose": "failed: panic: defect", "observe": "failed: observe: panic: defect", "stop": "",
	} {
		opt := open(t, "tictactoe")
		opt.Opponent = func(game.Role) player.Player { return panicking{at: at} }
		s := begin(t, opt)
		play(t, s, "5")
		notices := strings.Join(s.Notices(), "; ")
		if s.Steps() != 2 || !strings.Contains(notices, want) || want == "" && notices != "" {
			t.Errorf("%s: %d steps, notices %q", at, s.Steps(), notices)
		}
	}
}

func TestPanickingAdviser(t *testing.T) {
	opt := open(t, "tictactoe")
	opt.Adviser = func() player.Player { return panicking{at: "choose"} }
	s := begin(t, opt)
	if err := s.Adviser().Ask(); err != nil {
		t.Fatal(err)
	}
	wait(t, s)
	if advice, _ := s.Adviser().Asked(); advice == nil || advice.Err == nil || !strings.Contains(advice.Err.Error(), "panic: defect") {
		t.Errorf("%+v", advice)
	}
}
