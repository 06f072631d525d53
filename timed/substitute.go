package timed

import (
	"slices"

	"ludex/game"
)

// substitution returns the instant at which roles that have not moved in a turn
// get their moves, or Forever.
func (m *Match) substitution() Time {
	if m.opt.TurnClock == "" {
		return Forever
	}
	end := m.state.expiryOf(m.opt.TurnClock)
	if end == Forever || end == m.turn || end-Moment < m.Open() {
		return Forever
	}
	return end - Moment
}

// expiryOf returns when a fact will expire, or Forever.
func (s State) expiryOf(fact string) Time {
	for _, f := range s.shape.facts {
		if f.life != lasting && f.fact.text == fact {
			return s.now.after(s.lifetime(f.life))
		}
	}
	return Forever
}

// substitute gives every role that can move and does not move at this instant a
// random move.
func (m *Match) substitute() error {
	m.turn = m.time + Moment
	legal := make([][]string, len(m.game.roles))
	for r := range legal {
		moves, err := m.game.Legal(m.state, game.Role(r))
		if err != nil {
			return m.fail(err)
		}
		isHere := slices.ContainsFunc(m.pending, func(o Offer) bool { return int(o.Role) == r })
		if game.Role(r) != m.game.random && !isHere {
			legal[r] = moves
		}
	}
	for r, move := range m.dice.substitutes(legal) {
		if move == "" {
			continue
		}
		m.observe(&Event{Kind: Fault, Role: m.game.roles[r], Move: move, Reason: "no move in time"})
		m.pending = append(m.pending, Offer{At: m.time, Role: game.Role(r), Move: move})
	}
	return nil
}
