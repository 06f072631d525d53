// Code generated from package w1 by internal/widths; DO NOT EDIT.

package wn

import "ludex/game"

// traceMove appends the n-th of the recorded moves to the trace. The role is the
// number of the switch passed last.
func (m *Machine) traceMove(n int, res *game.PlayoutResult) {
	e := m.entryOf(n)
	m.traced.Clear()
	m.listPrefix(e.prefix, &m.traced)
	m.listActs(e.apply, int32(nth(&e.cells, n-e.before)), &m.traced)
	key := uint64(0)
	for _, a := range m.traced.Actions {
		key = game.AddToKey(key, a.Part())
	}
	res.Trail = append(res.Trail, game.Traced{Role: game.Role(m.current), Key: key})
}
