package lanes

import (
	"cmp"
	"slices"

	"ludex/rbg"
)

// ignoresCell reports whether the keeper's move behind a switch does not depend on the
// current cell: it jumps to fixed cells before it tests or writes one. Starts on
// different cells are then joined.
func (u *keeperUnroller) ignoresCell(index int32) bool {
	return u.rules.Mover(int(index)) == rbg.Keeper && u.cellIndependent(u.starts[index], map[int32]bool{})
}

// cellIndependent reports whether no path from a node depends on the current cell. It
// assumes so of the nodes in seen.
func (u *keeperUnroller) cellIndependent(n int32, seen map[int32]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	switch nd := &u.nodes[n]; nd.op {
	case opEnd:
		return true
	case opSwitch:
		return nd.expr.Player == rbg.Keeper && u.cellIndependent(nd.next, seen)
	case opOn:
		return nd.mask == 0 // never passes
	case opOff:
		return false
	case opJump:
		return nd.jump.constant
	case opSplit:
		return !slices.ContainsFunc(nd.ways, func(w int32) bool { return !u.cellIndependent(w, seen) })
	case opPattern:
		return u.cellIndependent(nd.start, seen) && u.cellIndependent(nd.next, seen)
	default:
		return u.cellIndependent(nd.next, seen)
	}
}

// joinStarts joins the starts behind a switch that are on the same cell, or all of them
// if the cell does not matter.
func (u *keeperUnroller) joinStarts(index int32, list []start) []start {
	if u.ignoresCell(index) {
		return []start{u.joinCells(list)}
	}
	slices.SortStableFunc(list, func(a, b start) int { return cmp.Compare(a.cell, b.cell) })
	var out []start
	for i := 0; i < len(list); {
		end := i + 1
		for end < len(list) && list[end].cell == list[i].cell {
			end++
		}
		out = append(out, u.joinStart(list[i:end]))
		i = end
	}
	return out
}

// joinCells joins starts on different cells.
func (u *keeperUnroller) joinCells(list []start) start {
	s := u.joinStart(list)
	s.cell = here
	s.where = nil
	for _, x := range list {
		if x.where == nil {
			s.where = append(s.where, place{x.cell, x.when})
		}
		for _, p := range x.where {
			s.where = append(s.where, place{p.cell, u.and(p.when, x.when)})
		}
	}
	return s
}

// joinStart joins starts on one cell, of which at most one holds.
func (u *keeperUnroller) joinStart(list []start) start {
	s := list[0]
	if len(list) == 1 {
		return s
	}
	whens := make([]lit, len(list))
	for i := range list {
		whens[i] = list[i].when
	}
	s.when, s.env = u.or(whens...), u.joinEnvs(list)
	return s
}

// joinEnvs returns an environment that equals the one of the start that holds.
func (u *keeperUnroller) joinEnvs(list []start) *env {
	first, shared := list[0].env, true
	var changed []int32
	for i := range list {
		shared = shared && list[i].env.version == first.version
		for _, c := range list[i].env.changes {
			changed = append(changed, c.slot)
		}
	}
	if shared {
		out := u.of(first.version, nil)
		slices.Sort(changed)
		for _, slot := range slices.Compact(changed) {
			out = u.with(out, slot, u.joinValue(list, slot))
		}
		return out
	}
	slots := make([]int32, len(first.version.slots))
	for slot := range slots {
		slots[slot] = u.joinValue(list, int32(slot))
	}
	return u.of(u.newVersion(slots), nil)
}

// joinValue returns the value of a slot in the start that holds. The most frequent
// value needs no condition.
func (u *keeperUnroller) joinValue(list []start, slot int32) int32 {
	count := map[int32]int{}
	common := list[0].env.at(slot)
	for i := range list {
		v := list[i].env.at(slot)
		if count[v]++; count[v] > count[common] {
			common = v
		}
	}
	var alts []alternative
	for i := range list {
		if v := list[i].env.at(slot); v != common {
			alts = append(alts, alternative{list[i].when, v})
		}
	}
	return u.chooseMany(alts, common)
}

// stuck returns the final in which the keeper has no move from a start. It is one
// final even if the start is on many cells, which keeps the final formulas small.
func (u *keeperUnroller) stuck(s *start, cannot lit) []final {
	when := u.and(s.when, cannot)
	if when == no {
		return nil
	}
	end := *s
	end.when = when
	return []final{{end, true}}
}

// endsAt says that a step ends with the final, on the cell.
func (u *symbolic) endsAt(f *final, cell int32) lit {
	if f.where == nil {
		return u.and(constant(f.cell == cell), f.when)
	}
	var parts []lit
	for _, p := range f.where {
		if p.cell == cell {
			parts = append(parts, p.when)
		}
	}
	return u.and(u.or(parts...), f.when)
}
