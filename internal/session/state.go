package session

import (
	"time"

	"ludex/game"
	"ludex/player"
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
	Resigned bool     // the person gave up
	Cut      bool     // the play took too many steps
	Goals    []int    // by role, if the play came to its end; 0 where there is a defect
	Defects  []string // what is wrong with the goals that the rules give
	Scores   []int    // in the game's own points, if it has them
}

// Result returns how the game ended, if it has.
func (s *Session) Result() (Result, bool) {
	if s.phase != Over {
		return Result{}, false
	}
	if s.err != nil || s.resigned {
		return Result{Resigned: s.resigned}, true
	}
	return s.result, true
}

// finish notes how a game ended that was not given up. It reports false if the
// rules failed.
func (s *Session) finish(over bool) bool {
	if s.result = (Result{Cut: !over}); !over {
		return true
	}
	r := &s.result
	for i, name := range s.opt.Game.Roles() {
		goal, defect := player.Goal(name, s.machine.Goals(s.state, game.Role(i), nil))
		if defect != "" && game.Role(i) != s.opt.Game.Random() {
			r.Defects = append(r.Defects, defect)
		}
		r.Goals = append(r.Goals, goal)
	}
	if m := game.MachineCapabilitiesOf(s.machine).Scores; m != nil {
		r.Scores = m.Scores(s.state, nil)
	}
	return !s.failure()
}
