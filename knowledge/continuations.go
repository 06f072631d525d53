package knowledge

import "ludex/game"

// Limits returns the limits of the model, with the defaults filled in.
func (m *Model) Limits() Limits { return m.limits }

// Continuations returns the number of joint moves in a state. It is 0 if the play is
// over or a role has no legal move.
func (m *Model) Continuations(s StateID) (int, error) {
	p, err := m.position(s)
	return int(p.edges), err
}

// Continue makes a joint move, by its number, in a state. It writes the new views
// into next, which is as long as views; NoView stays NoView.
func (m *Model) Continue(s StateID, number int, views, next []ViewID) (StateID, error) {
	p, err := m.position(s)
	if err != nil {
		return 0, err
	}
	to, err := m.successor(s, p, int32(number))
	if err != nil {
		return 0, err
	}
	return to, m.extendViews(s, int32(number), views, next)
}

// JointMove returns a joint move of a state by its number.
func (m *Model) JointMove(s StateID, number int) []game.Move {
	joint := make([]game.Move, len(m.game.Roles()))
	m.joint(m.positions[s], int32(number), joint)
	return joint
}
