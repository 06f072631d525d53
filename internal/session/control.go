package session

import (
	"errors"

	"ludex/game"
)

// Reasons why something cannot be done.
var (
	errOver     = errors.New("the game is over: new begins another")
	errNotYours = errors.New("it is not your turn")
	errHidden   = errors.New("nothing can be taken back in a game that hides information")
	errFirst    = errors.New("there is nothing to take back: you have not chosen a move yet")
	errAlone    = errors.New("there is nobody to change sides with")
)

// Undo goes back to the person's last decision. It first takes back a choice that waits
// for simultaneous choices of others, or a resignation.
func (s *Seat) Undo() error {
	if s.shared {
		s.turnBack()
	}
	last := s.lastDecision(s.role)
	if err := s.CanUndo(); err != nil {
		return err
	}
	switch {
	case s.ending.Kind != ByRules:
		s.over, s.ending = false, Ending{}
		s.settle()
	case s.Waits():
		s.round.open[s.role] = true
	default:
		s.over, s.state, s.steps, s.err = false, s.steps[last].Before, s.steps[:last], nil
		s.leave()
		s.opponents.seat()
		s.settle()
	}
	return nil
}

// CanUndo returns why nothing can be taken back, or nil.
func (s *Seat) CanUndo() error {
	switch {
	case s.game.Hidden():
		return errHidden
	case s.ending.Kind == ByRules && !s.Waits() && s.lastDecision(s.role) < 0:
		return errFirst
	}
	return nil
}

// Waits reports whether the person has chosen a move that waits for those of others.
func (s *Seat) Waits() bool { return s.waits(s.role) }

// waits reports whether a role has chosen a move that waits for those of others.
func (s *Session) waits(r game.Role) bool {
	return !s.over && s.round.legal != nil && len(s.round.legal[r]) > 1 && !s.round.open[r]
}

// Resign ends the game by resignation.
func (s *Seat) Resign() error { return s.End(Ending{Resignation, s.role}) }

// End ends the game before its rules do.
func (s *Session) End(e Ending) error {
	if s.over {
		return errOver
	}
	s.leave()
	s.over, s.ending = true, e
	return nil
}

// Restart begins a new game.
func (s *Session) Restart() { s.begin() }

// Reseat begins a new game with other people and players.
func (s *Session) Reseat(people []bool, names []string) {
	s.opt.People, s.opt.Names = people, names
	s.begin()
}

// Rename changes the names of players, and of people in records.
func (s *Session) Rename(names []string) { s.opt.Names = names }

// Swap gives the person the next role, and the old role to a player. In a game with
// hidden information it begins a new game, since the person knows what the other role
// must not.
func (s *Seat) Swap() error {
	if s.shared {
		return errShared
	}
	next := s.role
	for {
		if next++; int(next) == len(s.game.Roles()) {
			next = 0
		}
		if next == s.role {
			return errAlone
		}
		if next != s.game.Random() {
			break
		}
	}
	s.opt.People[s.role], s.opt.People[next] = s.opt.People[next], s.opt.People[s.role]
	s.role = next
	if s.game.Hidden() {
		s.begin()
		return nil
	}
	s.leave()
	s.opponents.seat()
	if !s.over {
		s.settle()
	}
	return nil
}
