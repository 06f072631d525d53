package timed

import (
	"cmp"
	"slices"

	"ludex/game"
)

// A Kind says what an event is.
type Kind string

// The kinds of events.
const (
	Start   Kind = "start"   // the initial state
	Joint   Kind = "update"  // moves of players, expiries, or both
	Chance  Kind = "chance"  // a move of random
	Refused Kind = "refused" // a move that changed nothing
	Fault   Kind = "fault"   // a role did not move in its turn and gets a random move
	Defect  Kind = "defect"  // this state shows an error in the rules
	End     Kind = "end"
)

// An Event is something that happens in a match.
type Event struct {
	Number int  `json:"n"` // counted from 0
	Time   Time `json:"t"`
	Kind   Kind `json:"kind"`

	// Moves are the moves of a Joint or Chance update, in the order of the roles.
	Moves []MadeMove `json:"moves,omitempty"`
	// Expired are the facts that expired in a Joint update.
	Expired []string `json:"expired,omitempty"`
	// Percepts are what the roles that learn of a Joint or Chance update see, in
	// games with hidden information.
	Percepts []Percepts `json:"sees,omitempty"`
	// Facts are the state from now on, after Start, Joint and Chance.
	Facts []Fact `json:"state,omitempty"`
	// State is that state itself; it is not in logs.
	State State `json:"-"`

	// Role and Move belong to Refused and Fault; At is when a refused move arrived.
	Role string `json:"role,omitempty"`
	Move string `json:"move,omitempty"`
	At   Time   `json:"at,omitzero"`
	// Reason belongs to Refused, Fault, Defect and, if the match failed, End.
	Reason string `json:"reason,omitempty"`

	// Ending is why the match ended; Goals are the goals of a terminal state, by role.
	Ending Reason  `json:"ending,omitempty"`
	Goals  [][]int `json:"goals,omitempty"`
}

// A MadeMove is a move that was made.
type MadeMove struct {
	Role string `json:"role"`
	Move string `json:"move"`
	At   Time   `json:"at"` // when it arrived
}

// Percepts are what a role sees at an update.
type Percepts struct {
	Role  string   `json:"role"`
	Sees  []string `json:"sees,omitempty"`
	Moved bool     `json:"moved,omitempty"` // whether it made one of the moves
}

// observe numbers an event and passes it to the observer.
func (m *Match) observe(e *Event) {
	if m.opt.Observe == nil {
		return
	}
	e.Number, e.Time = m.number, m.time
	m.number++
	m.opt.Observe(e)
}

func (m *Match) factsIfObserved() []Fact {
	if m.opt.Observe == nil {
		return nil
	}
	return m.state.Facts()
}

func (m *Match) observeUpdate(kind Kind, offers []Offer, u *Update) {
	if m.opt.Observe == nil {
		return
	}
	e := &Event{Kind: kind, Expired: u.Expired(), Facts: m.state.Facts(), State: m.state}
	for _, o := range offers {
		e.Moves = append(e.Moves, MadeMove{m.game.roles[o.Role], o.Move, o.At})
	}
	if m.game.hidden {
		for r, name := range m.game.roles {
			sees, moved, learns := m.observation(game.Role(r), offers, u)
			if learns {
				e.Percepts = append(e.Percepts, Percepts{name, sees, moved})
			}
		}
	}
	m.observe(e)
}

// observation returns what a role sees of an update, in a game with hidden information,
// and whether it moved. It learns of an update only if it saw something or moved.
func (m *Match) observation(r game.Role, offers []Offer, u *Update) (sees []string, moved, learns bool) {
	if r == m.game.random {
		return nil, false, false
	}
	moved = slices.ContainsFunc(offers, func(o Offer) bool { return o.Role == r })
	if !m.game.hidden {
		return nil, moved, true
	}
	sees = u.Percepts(r)
	return sees, moved, moved || len(sees) > 0
}

// recordRefusals reports the refusals of an instant, sorted by role, so that the
// order in which moves of one instant arrive does not matter.
func (m *Match) recordRefusals() {
	if len(m.refused) == 0 {
		return
	}
	slices.SortStableFunc(m.refused, func(a, b *Refusal) int { return cmp.Compare(a.Role, b.Role) })
	for _, r := range m.refused {
		m.observe(&Event{Kind: Refused, Role: r.Name, Move: r.Move, At: r.At, Reason: r.Reason})
		m.notifyRefusal(r)
		if r.Role >= 0 && int(r.Role) < len(m.outcomes) {
			m.outcomes[r.Role].refused++
		}
	}
	m.refused = m.refused[:0]
}

// reportDefects reports defects that are new in this match.
func (m *Match) reportDefects(defects []string) {
	for _, d := range defects {
		if !m.reported[d] {
			m.reported[d] = true
			m.observe(&Event{Kind: Defect, Reason: d})
		}
	}
}

func (m *Match) observeEnd() {
	e := &Event{Kind: End, Ending: m.ending.Reason, Goals: m.ending.Goals}
	if m.ending.Err != nil {
		e.Reason = m.ending.Err.Error()
	}
	m.observe(e)
}
