package session

import (
	"time"

	"ludex/game"
	"ludex/internal/printable"
)

// A Seat is what a person at a session sees and does. The seat of no role is for those who
// look on at a game without hidden information.
type Seat struct {
	*Session
	role      game.Role
	shared    bool    // all people of the session use it in turn
	choices   Choices // of the present decision, once they were asked for
	adviser   Adviser
	knowledge knowledgeState
}

// Seat returns the seat of a role.
func (s *Session) Seat(r game.Role) *Seat {
	for _, seat := range s.seats {
		if seat.role == r {
			return seat
		}
	}
	seat := &Seat{Session: s, role: r}
	seat.adviser.seat = seat
	seat.adviser.calls.Group, seat.knowledge.calls.Group = &s.running, &s.running
	s.seats = append(s.seats, seat)
	if !s.quiet && seat.isPerson() && (s.over && s.err == nil || s.round.legal != nil) {
		seat.knowledge.start(seat)
	}
	return seat
}

// isPerson reports whether a person has the role of the seat.
func (s *Seat) isPerson() bool { return s.role >= 0 && s.opt.People[s.role] }

// Role returns the person's role.
func (s *Seat) Role() game.Role { return s.role }

// Phase returns what the session waits for.
func (s *Seat) Phase() Phase {
	switch {
	case s.over:
		return Over
	case s.Open(s.role):
		return Yours
	}
	return Others
}

// Began returns when the current decision began.
func (s *Session) Began() time.Time { return s.round.began }

// PlayerName returns the name of the player of a role.
func (s *Seat) PlayerName(r game.Role) string {
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
func (s *Seat) Deciders() []game.Role {
	var list []game.Role
	for r, open := range s.round.open {
		if open && (game.Role(r) == s.role || !s.game.Hidden()) {
			list = append(list, game.Role(r))
		}
	}
	return list
}

// Together reports whether other roles choose at the same time as the person.
func (s *Seat) Together() bool {
	if s.round.legal == nil || s.role < 0 || len(s.round.legal[s.role]) < 2 || s.game.Hidden() {
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
	// Hidden says that the state is not known. Facts are then the certain facts, Possible
	// those that may be true besides, and nothing else is set.
	Hidden   bool
	Facts    []string
	Possible []string

	State  game.State
	Before game.State // the previous state; nil at the beginning
	Joint  []game.Move
	Over   bool
}

// Position returns what the person may see of the current state.
func (s *Seat) Position() Position {
	if s.game.Hidden() {
		p := Position{Hidden: true, Over: s.over}
		if k, ok := s.Known(); ok {
			p.Facts, p.Possible = k.Facts, k.Possible
		}
		return p
	}
	p := Position{State: s.state, Facts: s.game.Facts(s.state), Over: s.over && s.ending.Kind == ByRules}
	if n := len(s.steps); n > 0 {
		p.Before, p.Joint = s.steps[n-1].Before, s.steps[n-1].Joint
	}
	return p
}

// State returns the current state, or nil in a game with hidden information.
func (s *Seat) State() game.State {
	if s.game.Hidden() {
		return nil
	}
	return s.state
}

// FirstJoint returns a joint move of the current decision, in which every role makes its
// first legal move. It is nil in a game with hidden information, and if there is no
// decision.
func (s *Seat) FirstJoint() []game.Move {
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
func (s *Seat) Seen(i int) SeenStep {
	step := s.steps[i]
	var seen SeenStep
	if s.role >= 0 {
		seen.Own, seen.Chose = step.Joint[s.role], step.Choice[s.role]
	}
	if s.game.Hidden() {
		if s.role >= 0 {
			seen.Percepts = step.Percepts[s.role]
		}
		return seen
	}
	seen.Before, seen.Joint, seen.Choice = step.Before, step.Joint, step.Choice
	return seen
}

// A Result says how a game ended.
type Result struct {
	Ending  Ending
	Cut     bool     // the game took too many steps
	Goals   []int    // by role, if the game reached its end; 0 where there is a defect
	Defects []string // problems of the goals that the rules give
	Scores  []int    // in the game's own points, if it has any
}

// Result returns how the game ended, and whether it has.
func (s *Session) Result() (Result, bool) {
	if !s.over {
		return Result{}, false
	}
	if s.err != nil || s.ending.Kind != ByRules {
		return Result{Ending: s.ending}, true
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

// Adviser returns the adviser of the person.
func (s *Seat) Adviser() *Adviser { return &s.adviser }

// Text returns the texts about the session for the person.
func (s *Seat) Text() Text { return Text{s} }
