package session

import (
	"errors"
	"slices"
	"strings"

	"ludex/game"
)

// errShared is why people who share a seat cannot change sides: every side is theirs.
var errShared = errors.New("people share this keyboard: give it to the other side instead")

// share makes the seat one that all people of the session use in turn: it has the role of
// whoever is to move. Nothing can be hidden from people who look at one screen.
func (s *Seat) share() error {
	if s.game.Hidden() {
		return errors.New("the game hides information, so people cannot share a screen: each needs a seat of an arena (\"ludex serve\", and play --at)")
	}
	s.shared = true
	s.follow()
	return nil
}

// follow gives seats that people share to the first person who has to decide.
func (s *Session) follow() {
	for r, person := range s.opt.People {
		if !person || !s.Open(game.Role(r)) {
			continue
		}
		for _, seat := range s.seats {
			if seat.shared {
				seat.become(game.Role(r))
			}
		}
		return
	}
}

// become gives the seat another role.
func (s *Seat) become(r game.Role) {
	if r == s.role {
		return
	}
	s.role, s.choices = r, nil
	s.adviser.leave()
}

// turnBack gives a shared seat to the person who decided last, whose move is taken back.
func (s *Seat) turnBack() {
	last := s.role
	for r, person := range s.opt.People {
		switch {
		case !person:
		case s.waits(game.Role(r)):
			s.become(game.Role(r))
			return
		case s.lastDecision(game.Role(r)) > s.lastDecision(last):
			last = game.Role(r)
		}
	}
	s.become(last)
}

// eyes returns the role for which texts are written, or none if several people read them.
func (s *Seat) eyes() game.Role {
	if s.shared {
		return game.NoRole
	}
	return s.role
}

// sharers lists the roles of the people who share the seat.
func (s *Seat) sharers() string {
	var names []string
	for r, name := range s.game.Roles() {
		if s.opt.People[r] {
			names = append(names, name)
		}
	}
	last := len(names) - 1
	return strings.Join(slices.Concat([]string{strings.Join(names[:last], ", ")}, names[last:]), " and ")
}
