package session_test

import (
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/session"
)

// TestFailures checks that a game on a failed machine has no moves and no result.
func TestFailures(t *testing.T) {
	for _, name := range []string{"tictactoe", "montyhall"} {
		opt := open(t, name)
		gametest.Failures(t, opt.Game.(game.Game), func(g game.Game) error {
			opt := opt
			opt.Game = g
			s, err := session.Sit(t.Context(), opt)
			if err != nil {
				return err
			}
			defer s.Close()
			for wait(t, s); s.Phase() == session.Yours; wait(t, s) {
				if err := s.Choose(s.Choices()[0].Move); err != nil {
					return err
				}
			}
			if r, _ := s.Result(); s.Err() != nil && r.Goals != nil {
				t.Errorf("a game that failed has the goals %v", r.Goals)
			}
			if why := s.Unknown(); why != "" { // what is known is computed by another machine
				return errors.Join(s.Err(), gametest.ErrBroken)
			}
			return s.Err()
		})
	}
}
