package timedmatch

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/timed"
)

// observe numbers an event and passes it to the observer.
func (m *Match) observe(e *timed.Event) {
	if m.opt.Observe == nil {
		return
	}
	e.Number, e.Time = m.number, m.time
	m.number++
	m.opt.Observe(e)
}

func (m *Match) factsIfObserved() []timed.Fact {
	if m.opt.Observe == nil {
		return nil
	}
	return m.state.Facts()
}

func (m *Match) observeUpdate(kind timed.Kind, offers []Offer, u *timed.Update) {
	if m.opt.Observe == nil {
		return
	}
	e := &timed.Event{Kind: kind, Expired: u.Expired(), Facts: m.state.Facts(), State: m.state}
	for _, o := range offers {
		e.Moves = append(e.Moves, timed.MadeMove{Role: m.game.Roles()[o.Role], Move: o.Move, At: o.At})
	}
	if m.game.Hidden() {
		for r, name := range m.game.Roles() {
			sees, moved, hears := m.hears(game.Role(r), offers, u)
			if hears {
				e.Percepts = append(e.Percepts, timed.Percepts{Role: name, Sees: sees, Moved: moved})
			}
		}
	}
	m.observe(e)
}

// hears returns what a role sees of an update, in a game with hidden information,
// and whether it moved. It learns of an update only if it saw something or moved.
func (m *Match) hears(r game.Role, offers []Offer, u *timed.Update) (sees []string, moved, hears bool) {
	if r == m.game.Random() {
		return nil, false, false
	}
	moved = slices.ContainsFunc(offers, func(o Offer) bool { return o.Role == r })
	if !m.game.Hidden() {
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
		m.observe(&timed.Event{Kind: timed.Refused, Role: r.Name, Move: r.Move, At: r.At, Reason: r.Reason})
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
			m.observe(&timed.Event{Kind: timed.Defect, Reason: d})
		}
	}
}

func (m *Match) observeEnd() {
	e := &timed.Event{Kind: timed.End, Ending: m.ending.Reason, Goals: m.ending.Goals}
	if m.ending.Err != nil {
		e.Reason = m.ending.Err.Error()
	}
	m.observe(e)
}
