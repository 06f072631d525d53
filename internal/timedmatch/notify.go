package timedmatch

import (
	"ludex/game"
	"ludex/timed"
)

// notify numbers a notice and delivers it.
func (m *Match) notify(n timed.Notice) {
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
func (m *Match) listen(r game.Role, ear timed.Listener) {
	m.ears[r] = ear
	for _, n := range m.first {
		if n.To == r {
			ear.Hear(n)
		}
	}
}

func (m *Match) notifyUpdate(kind timed.Kind, offers []Offer, u *timed.Update) {
	if m.opt.ActionsOnly && len(offers) == 0 && !m.game.Hidden() {
		return
	}
	var moves []timed.Move
	for r := range m.game.Roles() {
		if !m.listens(game.Role(r)) {
			continue
		}
		if moves == nil {
			for _, o := range offers {
				moves = append(moves, timed.Move{Role: o.Role, Text: o.Move})
			}
		}
		sees, moved, hears := m.hears(game.Role(r), offers, u)
		if !hears {
			continue
		}
		n := timed.Notice{To: game.Role(r), Kind: kind, Moved: moved}
		if m.game.Hidden() {
			n.Percepts = sees
		} else {
			n.Moves, n.Expired = moves, u.Expired()
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
	m.notify(timed.Notice{To: r.Role, Kind: timed.Refused, ID: r.ID, Received: r.At, Reason: r.Reason})
}

func (m *Match) notifyEnd() {
	for r := range m.game.Roles() {
		if game.Role(r) != m.game.Random() && m.listens(game.Role(r)) {
			m.notify(timed.Notice{To: game.Role(r), Kind: timed.End, Ending: m.ending.Reason, Goals: m.ending.Goals})
		}
	}
}
