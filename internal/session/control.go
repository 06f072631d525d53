package session

import "errors"

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
func (s *Session) Undo() error {
	switch last := s.lastDecision(s.role); {
	case s.game.Hidden():
		return errHidden
	case s.resigned:
		s.resigned = false
		s.settle()
	case s.phase == Others && s.round.legal != nil && len(s.round.legal[s.role]) > 1:
		s.round.open[s.role] = true
		s.wait()
	case last < 0:
		return errFirst
	default:
		s.state, s.steps, s.err = s.steps[last].Before, s.steps[:last], nil
		s.leave()
		s.opponents.seat()
		s.settle()
	}
	return nil
}

// Resign ends the game by resignation.
func (s *Session) Resign() error {
	if s.phase == Over {
		return errOver
	}
	s.leave()
	s.resigned, s.phase = true, Over
	return nil
}

// Restart begins a new game.
func (s *Session) Restart() { s.begin() }

// Swap gives the person the next role, and the old role to a player. In a game with
// hidden information it begins a new game, since the person knows what the other role
// must not.
func (s *Session) Swap() error {
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
	s.role = next
	if s.game.Hidden() {
		s.begin()
		return nil
	}
	s.leave()
	s.opponents.seat()
	if s.phase != Over {
		s.settle()
	}
	return nil
}
