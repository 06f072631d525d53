package knowledge

import (
	"context"

	"ludex/game"
)

// A setKey identifies an information set and the roles that are tracked in it.
type setKey struct {
	role  game.Role
	view  ViewID
	track RoleSet
}

// Possible returns the information set of a role with a view. Developments with
// different views of the tracked roles are not merged. The model caches the set,
// since sets of longer views extend it.
func (m *Model) Possible(ctx context.Context, r game.Role, view ViewID, track RoleSet) (*Set, error) {
	if err := m.checkPlayers(append(track.List(), r)...); err != nil {
		return nil, err
	}
	track &^= Roles(r) // all members have the same view of the role
	path := m.views.path(view)
	set, done := m.longestKnown(r, path, track)
	used := m.cached.used
	for _, view := range path[done:] {
		n := m.views.nodes[view]
		f := filter{r, n.move, func(signal int32) bool { return signal == n.signal }}
		next, err := m.step(ctx, set, f, &m.cached, nil)
		if err != nil {
			m.cached.used = used // a set that was not stored takes no room
			return nil, err
		}
		used = m.cached.used
		next.role, next.view = r, view
		m.possible[setKey{r, view, track}] = next
		set = next
	}
	return set, nil
}

// longestKnown returns the cached set of the longest prefix of a view, and its
// length.
func (m *Model) longestKnown(r game.Role, path []ViewID, track RoleSet) (*Set, int) {
	for k := len(path); k > 0; k-- {
		if set := m.possible[setKey{r, path[k-1], track}]; set != nil {
			return set, k
		}
	}
	key := setKey{r, blankView, track}
	if m.possible[key] == nil {
		set := m.start(track, false)
		set.role, set.view = r, blankView
		m.possible[key] = set
	}
	return m.possible[key], 0
}

// ClearSets removes the cached information sets, so that the next question has the
// whole limit for itself.
func (m *Model) ClearSets() {
	clear(m.possible)
	m.cached.used = 0
}
