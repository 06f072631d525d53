package knowledge

import (
	"context"

	"ludex/game"
)

// A setKey names what a role thinks possible, and what is kept apart in it.
type setKey struct {
	role  game.Role
	view  ViewID
	track RoleSet
}

// Possible returns the developments that a role cannot tell apart when it has a
// view: its information set. The views of the tracked roles are kept apart. The
// model remembers the set, as those of longer views begin with it.
func (m *Model) Possible(ctx context.Context, r game.Role, view ViewID, track RoleSet) (*Set, error) {
	if err := m.checkPlayers(append(track.List(), r)...); err != nil {
		return nil, err
	}
	track &^= Roles(r) // all members have the same view of the role
	path := m.views.path(view)
	set, done := m.remembered(r, path, track)
	used := m.remembers.used
	for _, view := range path[done:] {
		n := m.views.nodes[view]
		f := filter{r, n.move, func(signal int32) bool { return signal == n.signal }}
		next, err := m.step(ctx, set, f, &m.remembers, nil)
		if err != nil {
			m.remembers.used = used // a set that is not there takes no room
			return nil, err
		}
		used = m.remembers.used
		next.role, next.view = r, view
		m.possible[setKey{r, view, track}] = next
		set = next
	}
	return set, nil
}

// remembered returns the set of the longest part of a view that is known, and
// how long that is.
func (m *Model) remembered(r game.Role, path []ViewID, track RoleSet) (*Set, int) {
	for k := len(path); k > 0; k-- {
		if set := m.possible[setKey{r, path[k-1], track}]; set != nil {
			return set, k
		}
	}
	key := setKey{r, Blank, track}
	if m.possible[key] == nil {
		set := m.start(track, false)
		set.role, set.view = r, Blank
		m.possible[key] = set
	}
	return m.possible[key], 0
}

// Forget drops the information sets that the model remembers, so that the next
// question has the whole limit for itself.
func (m *Model) Forget() {
	clear(m.possible)
	m.remembers.used = 0
}
