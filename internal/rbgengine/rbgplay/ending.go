package rbgplay

import (
	"ludex/game"
	"ludex/rbg"
)

// A TerminalFinder is a reasoner that can tell which of many moves end a play. It is a
// capability that a Reasoner may have.
type TerminalFinder interface {
	// Ending appends to dst whether each of a number of legal moves leads to a
	// position in which no player has a move.
	Ending(p *Position, moves [][]Action, dst []bool) ([]bool, error)
}

var _ game.TerminalFinder = (*Machine)(nil)

// Ending implements [game.TerminalFinder].
func (m *Machine) Ending(s game.State, joints []game.Move, dst []bool) []bool {
	roles, before := len(m.game.roles), len(dst)
	f, ok := m.reasoner.(TerminalFinder)
	if m.load(s); !ok || m.err != nil || m.mover(s) == rbg.Keeper {
		for ; len(joints) > 0; joints = joints[roles:] {
			m.after = m.Next(s, joints[:roles], m.after[:0])
			dst = append(dst, m.Terminal(m.after))
		}
		return dst
	}
	m.asked = m.asked[:0]
	for i := m.mover(s); i < len(joints); i += roles {
		m.asked = append(m.asked, m.game.Actions(joints[i]))
	}
	dst, err := f.Ending(m.unpack(), m.asked, dst)
	if err != nil {
		m.fail(err)
		for dst = dst[:before]; len(dst)-before < len(joints)/roles; {
			dst = append(dst, true)
		}
	}
	return dst
}
