package session

import (
	"time"

	"ludex/game"
	"ludex/source"
)

// Game returns what is played.
func (s *Session) Game() game.Game { return s.opt.Game }

// Title returns what the game is called.
func (s *Session) Title() string {
	if s.opt.Title != "" {
		return s.opt.Title
	}
	return s.opt.Game.Name()
}

// Role returns the person's role.
func (s *Session) Role() game.Role { return s.role }

// Phase returns what the session waits for.
func (s *Session) Phase() Phase { return s.phase }

// Err returns why the play cannot go on, or nil.
func (s *Session) Err() error { return s.err }

// Clock returns the time that players have for a move, or 0.
func (s *Session) Clock() time.Duration { return s.opt.Clock }

// Began returns when the present decision began.
func (s *Session) Began() time.Time { return s.round.began }

// PlayerName returns what the player of a role is called.
func (s *Session) PlayerName(r game.Role) string {
	switch r {
	case s.role:
		return "you"
	case s.opt.Game.Random():
		return "chance"
	}
	return s.opt.Names[r]
}

// PlayerNotes returns what the players have to say about how they play, as far as
// they were asked for moves already.
func (s *Session) PlayerNotes() []string {
	var notes []string
	for _, o := range s.opponents {
		if o != nil && o.note != "" {
			notes = append(notes, source.Printable(s.opt.Game.Roles()[o.role]+": "+o.note))
		}
	}
	return notes
}

// Deciders returns the roles that have still to decide. In a game that hides
// information, who else has a choice is not told.
func (s *Session) Deciders() []game.Role {
	var list []game.Role
	for r, open := range s.round.open {
		if open && (game.Role(r) == s.role || !s.opt.Game.Hidden()) {
			list = append(list, game.Role(r))
		}
	}
	return list
}

// Together reports whether others choose at the same time as the person.
func (s *Session) Together() bool {
	if s.round.legal == nil || len(s.round.legal[s.role]) < 2 || s.opt.Game.Hidden() {
		return false
	}
	for r, legal := range s.round.legal {
		if len(legal) > 1 && game.Role(r) != s.role && game.Role(r) != s.opt.Game.Random() {
			return true
		}
	}
	return false
}

// Notices returns what the person should know and has not been told, once.
func (s *Session) Notices() []string {
	list := s.notices
	s.notices = nil
	return list
}

// A Position is what the person may see of the present state.
type Position struct {
	// Hidden says that the state is not known. Facts are then those that are
	// certain, and nothing else is set.
	Hidden bool
	Facts  []string

	State  game.State
	Before game.State // one step earlier; nil at the beginning
	Joint  []game.Move
	Over   bool
}

// Position returns what the person may see of the present state.
func (s *Session) Position() Position {
	if s.opt.Game.Hidden() {
		p := Position{Hidden: true, Over: s.phase == Over}
		if k, ok := s.Known(); ok {
			p.Facts = k.Facts
		}
		return p
	}
	p := Position{State: s.state, Facts: s.opt.Game.Facts(s.state), Over: s.phase == Over && !s.resigned}
	if n := len(s.steps); n > 0 {
		p.Before, p.Joint = s.steps[n-1].Before, s.steps[n-1].Joint
	}
	return p
}

// A Result is how a game ended.
type Result struct {
	Resigned bool  // the person gave up
	Cut      bool  // the play took too many steps
	Goals    []int // by role; nil if the person gave up or the rules failed
	Scores   []int // in the game's own points, if it has them
}

// Result returns how the game ended, if it has.
func (s *Session) Result() (Result, bool) {
	if s.phase != Over {
		return Result{}, false
	}
	r := Result{Resigned: s.resigned}
	if s.err != nil || s.resigned {
		return r, true
	}
	r.Cut = !s.machine.Terminal(s.state)
	for i := range s.opt.Game.Roles() {
		goal := 0
		if values := s.machine.Goals(s.state, game.Role(i), nil); len(values) == 1 {
			goal = values[0]
		}
		r.Goals = append(r.Goals, goal)
	}
	if m, ok := s.machine.(game.Scorer); ok {
		r.Scores = m.Scores(s.state, nil)
	}
	return r, true
}
