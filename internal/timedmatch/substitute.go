package timedmatch

import (
	"slices"

	"ludex/game"
	"ludex/timed"
)

// substitution returns the instant at which roles that have not moved in a turn
// get their moves, or Forever.
func (m *Match) substitution() timed.Time {
	if m.opt.TurnClock == "" {
		return timed.Forever
	}
	end := m.state.ExpiryOf(m.opt.TurnClock)
	if end == timed.Forever || end == m.turn || end-timed.Moment < m.Open() {
		return timed.Forever
	}
	return end - timed.Moment
}

// substitute gives every role that can move and does not move at this instant a
// random move.
func (m *Match) substitute() error {
	m.turn = m.time + timed.Moment
	legal := make([][]string, len(m.game.Roles()))
	for r := range legal {
		moves, err := m.game.Legal(m.state, game.Role(r))
		if err != nil {
			return m.fail(err)
		}
		isHere := slices.ContainsFunc(m.pending, func(o Offer) bool { return int(o.Role) == r })
		if game.Role(r) != m.game.Random() && !isHere {
			legal[r] = moves
		}
	}
	for r, move := range m.dice.substitutes(legal) {
		if move == "" {
			continue
		}
		m.observe(&timed.Event{Kind: timed.Fault, Role: m.game.Roles()[r], Move: move, Reason: "no move in time"})
		m.pending = append(m.pending, Offer{At: m.time, Role: game.Role(r), Move: move})
	}
	return nil
}
