package timed

import (
	"ludex/game"
)

// Notices says which updates the roles are told about.
type Notices uint8

const (
	// AllUpdates tells of every update.
	AllUpdates Notices = iota
	// ActionsOnly leaves out updates without moves: players have the rules and a clock
	// and can compute them.
	ActionsOnly
)

// A Notice is what a role is told. Where information is hidden it has percepts
// only, and there is no notice of updates in which the role saw nothing and did
// not move.
type Notice struct {
	To     game.Role
	Number int // of the role's notices, counted from 1
	Time   Time
	Kind   Kind // Joint, Chance, Refused or End

	Moves    []Move   // all moves of the update, where nothing is hidden
	Percepts []string // what the role sees, where something is hidden

	// About the role's own move, if it made one in the update or one was refused:
	// the sender's number, when it arrived, and, if it was made, its text.
	Moved    bool
	Own      string
	ID       uint64
	Received Time
	Reason   string // of Refused

	Ending Reason  // of End
	Goals  [][]int // of End in a terminal state, by role
}

// notify numbers a notice and delivers it.
func (m *Match) notify(n Notice) {
	m.notices[n.To]++
	n.Number, n.Time = m.notices[n.To], m.time
	if ear := m.ears[n.To]; ear != nil {
		ear.Hear(n)
	}
	if !m.begun {
		m.first = append(m.first, n)
	}
	if m.opt.Notify != nil {
		m.opt.Notify(n)
	}
}

// listens reports whether the notices to a role have a receiver.
func (m *Match) listens(r game.Role) bool {
	return m.opt.Notify != nil || m.ears[r] != nil || !m.begun
}

// listen delivers all notices to a role, from the first one on, to a listener.
func (m *Match) listen(r game.Role, ear Listener) {
	m.ears[r] = ear
	for _, n := range m.first {
		if n.To == r {
			ear.Hear(n)
		}
	}
}

func (m *Match) notifyUpdate(kind Kind, offers []Offer, u *Update) {
	if m.opt.Notices == ActionsOnly && len(offers) == 0 && !m.game.hidden {
		return
	}
	var moves []Move
	for r := range m.game.roles {
		if !m.listens(game.Role(r)) {
			continue
		}
		if moves == nil {
			for _, o := range offers {
				moves = append(moves, Move{o.Role, o.Move})
			}
		}
		sees, moved, learns := m.observation(game.Role(r), offers, u)
		if !learns {
			continue
		}
		n := Notice{To: game.Role(r), Kind: kind, Moved: moved}
		if m.game.hidden {
			n.Percepts = sees
		} else {
			n.Moves = moves
		}
		for _, o := range offers {
			if o.Role == game.Role(r) {
				n.ID, n.Received, n.Own = o.ID, o.At, o.Move
			}
		}
		m.notify(n)
	}
}

func (m *Match) notifyRefusal(r *Refusal) {
	if r.Role < 0 || int(r.Role) >= len(m.notices) || !m.listens(r.Role) {
		return
	}
	m.notify(Notice{To: r.Role, Kind: Refused, ID: r.ID, Received: r.At, Reason: r.Reason})
}

func (m *Match) notifyEnd() {
	for r := range m.game.roles {
		if game.Role(r) != m.game.random && m.listens(game.Role(r)) {
			m.notify(Notice{To: game.Role(r), Kind: End, Ending: m.ending.Reason, Goals: m.ending.Goals})
		}
	}
}
