package session

import (
	"time"

	"ludex/game"
	"ludex/internal/printable"
)

// Role returns the person's role.
func (s *Session) Role() game.Role { return s.role }

// Began returns when the current decision began.
func (s *Session) Began() time.Time { return s.round.began }

// PlayerName returns the name of the player of a role.
func (s *Session) PlayerName(r game.Role) string {
	switch r {
	case s.role:
		return "you"
	case s.game.Random():
		return "chance"
	}
	return s.opt.Names[r]
}

// Deciders returns the roles that have not decided. In a game with hidden information,
// it leaves other roles out.
func (s *Session) Deciders() []game.Role {
	var list []game.Role
	for r, open := range s.round.open {
		if open && (game.Role(r) == s.role || !s.game.Hidden()) {
			list = append(list, game.Role(r))
		}
	}
	return list
}

// Together reports whether other roles choose at the same time as the person.
func (s *Session) Together() bool {
	if s.round.legal == nil || len(s.round.legal[s.role]) < 2 || s.game.Hidden() {
		return false
	}
	for r, legal := range s.round.legal {
		if len(legal) > 1 && game.Role(r) != s.role && game.Role(r) != s.game.Random() {
			return true
		}
	}
	return false
}

// Notices returns the notices for the person since the last call.
func (s *Session) Notices() []string {
	list := s.notices
	s.notices = nil
	return list
}

// A Position is what the person may see of the current state.
type Position struct {
	// Hidden says that the state is not known. Facts are then the certain facts, and
	// nothing else is set.
	Hidden bool
	Facts  []string

	State  game.State
	Before game.State // the previous state; nil at the beginning
	Joint  []game.Move
	Over   bool
}

// Position returns what the person may see of the current state.
func (s *Session) Position() Position {
	if s.game.Hidden() {
		p := Position{Hidden: true, Over: s.phase == Over}
		if k, ok := s.Known(); ok {
			p.Facts = k.Facts
		}
		return p
	}
	p := Position{State: s.state, Facts: s.game.Facts(s.state), Over: s.phase == Over && !s.resigned}
	if n := len(s.steps); n > 0 {
		p.Before, p.Joint = s.steps[n-1].Before, s.steps[n-1].Joint
	}
	return p
}

// FirstJoint returns a joint move of the current decision, in which every role makes its
// first legal move. It is nil in a game with hidden information, and if there is no
// decision.
func (s *Session) FirstJoint() []game.Move {
	if s.game.Hidden() || s.round.legal == nil {
		return nil
	}
	joint := make([]game.Move, len(s.round.legal))
	for r, legal := range s.round.legal {
		if len(legal) == 0 {
			return nil
		}
		joint[r] = legal[0]
	}
	return joint
}

// A SeenStep is what the person may know of a step.
type SeenStep struct {
	Own      game.Move // the person's move
	Chose    bool      // the person had a choice
	Percepts []game.Percept

	// The rest is not set in a game with hidden information.
	Before game.State
	Joint  []game.Move
	Choice []bool // by role: it had a choice
}

// Seen returns what the person may know of a step, counted from 0.
func (s *Session) Seen(i int) SeenStep {
	step := s.steps[i]
	seen := SeenStep{Own: step.Joint[s.role], Chose: step.Choice[s.role]}
	if s.game.Hidden() {
		seen.Percepts = step.Percepts[s.role]
		return seen
	}
	seen.Before, seen.Joint, seen.Choice = step.Before, step.Joint, step.Choice
	return seen
}

// A Result says how a game ended.
type Result struct {
	Resigned bool     // the person resigned
	Cut      bool     // the game took too many steps
	Goals    []int    // by role, if the game reached its end; 0 where there is a defect
	Defects  []string // problems of the goals that the rules give
	Scores   []int    // in the game's own points, if it has any
}

// Result returns how the game ended, and whether it has.
func (s *Session) Result() (Result, bool) {
	if s.phase != Over {
		return Result{}, false
	}
	if s.err != nil || s.resigned {
		return Result{Resigned: s.resigned}, true
	}
	return s.result, true
}

// PlayerNotes returns what the players say about themselves, as far as they were asked
// for moves.
func (s *Session) PlayerNotes() []string {
	var notes []string
	for _, o := range s.opponents.list {
		if o != nil && o.note != "" {
			notes = append(notes, printable.Line(s.game.Roles()[o.role]+": "+o.note))
		}
	}
	return notes
}

// Adviser returns the adviser of the session.
func (s *Session) Adviser() *Adviser { return &s.adviser }

// Text returns the texts about the session for people.
func (s *Session) Text() Text { return Text{s} }
