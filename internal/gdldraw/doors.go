package gdldraw

import (
	"slices"

	"ludex/gdl"
)

// findDoors finds relations with one argument that mark the same few places, as a prize and
// a choice mark doors: they share their values, none of them counts, and moves name the
// values or there are several such relations. They become one board with a row of cells.
func (s *boardFinder) findDoors(left []*relation) []*grid {
	const most = 20
	groups := map[string][]*relation{}
	var keys []string
	for _, r := range left {
		if len(r.args) != 1 || !r.usable(0) || s.ofRoles(r.args[0]) || len(r.args[0].values) > most || s.isCounter(r) || r.args[0].order < byChain {
			continue
		}
		key := valuesKey(r.args[0])
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], r)
	}
	var grids []*grid
	for _, key := range keys {
		list := groups[key]
		if len(list) < 2 && !s.areNamed(list[0].args[0]) || !s.areDoors(list) {
			continue
		}
		g := &grid{axes: []*axis{list[0].args[0]}}
		for _, r := range list {
			l := &layer{relation: r, coords: []int{0}, axes: g.axes}
			g.layers = append(g.layers, l)
		}
		grids = append(grids, g)
	}
	return grids
}

// areDoors reports whether no player has things with these values, which would be cards.
func (s *boardFinder) areDoors(list []*relation) bool {
	for _, r := range s.relations {
		for _, a := range r.args {
			if a != nil && !slices.Contains(list, r) && alike(a, list[0].args[0]) {
				return false
			}
		}
	}
	return true
}

// areNamed reports whether moves name the values of an axis, all of them.
func (s *boardFinder) areNamed(a *axis) bool {
	for _, f := range s.reach.Values(gdl.Symbol{Name: gdl.Legal, Arity: 2}, 1).Functions {
		for _, v := range f.Args {
			if !v.Any && len(v.Constants) == len(a.values) && coordinateOf(v, a) {
				return true
			}
		}
	}
	return false
}
