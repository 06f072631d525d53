// Code generated from package w1 by internal/widths; DO NOT EDIT.

package wn

import "ludex/internal/rbgengine/rbgplay"

// Ending appends to dst whether each of some legal moves ends the play. It does
// not change the state.
func (m *Machine) Ending(moves [][]rbgplay.Action, dst []bool) ([]bool, error) {
	if m.start == nil {
		m.start = m.newSnapshot()
	}
	m.saveSnapshot(m.start)
	for _, move := range moves {
		err := m.Make(move)
		if err == nil {
			err = m.Keep()
		}
		if err != nil {
			return dst, err
		}
		dst = append(dst, !m.HasMove())
		if m.err != nil {
			return dst, m.err
		}
		m.restoreSnapshot(m.start)
	}
	return dst, nil
}
