package session

import (
	"context"

	"ludex/game"
)

// Bind makes what the rules are asked from now on fail soon after the context ends,
// which ends the play. Until it is called, that is when the session ends.
func (s *Session) Bind(ctx context.Context) {
	s.bound = ctx
	s.machine.Bind(ctx)
	if s.lines != nil {
		s.lines.Bind(ctx)
	}
}

// newMachine returns a machine that is bound as the others are.
func (s *Session) newMachine() game.Machine {
	m := s.opt.Game.NewMachine()
	m.Bind(s.bound)
	return m
}
