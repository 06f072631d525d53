package lanes

import (
	"cmp"
	"slices"

	"ludex/rbg"
)

// forgets reports whether the keeper, behind a switch, goes to the same cells
// wherever it is, before it asks what stands there. It need not be followed from
// each cell then.
func (u *unroller) forgets(index int32) bool {
	return u.rules.Mover(int(index)) == rbg.Keeper && u.indifferent(u.starts[index], map[int32]bool{})
}

// indifferent reports whether no way from a node depends on the cell. Those seen
// before are thought to be so.
func (u *unroller) indifferent(n int32, seen map[int32]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	switch nd := &u.nodes[n]; nd.op {
	case opEnd:
		return true
	case opSwitch:
		return nd.expr.Player == rbg.Keeper && u.indifferent(nd.next, seen)
	case opOn:
		return nd.mask == 0 // which nothing passes
	case opOff:
		return false
	case opJump:
		return nd.jump.constant
	case opSplit:
		return !slices.ContainsFunc(nd.ways, func(w int32) bool { return !u.indifferent(w, seen) })
	case opPattern:
		return u.indifferent(nd.start, seen) && u.indifferent(nd.next, seen)
	default:
		return u.indifferent(nd.next, seen)
	}
}

// together makes one start of those behind a switch that are on one cell, or of
// all where the cell does not matter.
func (u *unroller) together(index int32, list []start) []start {
	if u.forgets(index) {
		return []start{u.anywhere(list)}
	}
	slices.SortStableFunc(list, func(a, b start) int { return cmp.Compare(a.cell, b.cell) })
	var out []start
	for i := 0; i < len(list); {
		end := i + 1
		for end < len(list) && list[end].cell == list[i].cell {
			end++
		}
		out = append(out, u.joined(list[i:end]))
		i = end
	}
	return out
}

// anywhere makes one start of some that are on different cells.
func (u *unroller) anywhere(list []start) start {
	s := u.joined(list)
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

// joined makes one start of some of which at most one holds.
func (u *unroller) joined(list []start) start {
	s := list[0]
	if len(list) == 1 {
		return s
	}
	whens := make([]lit, len(list))
	for i := range list {
		whens[i] = list[i].when
	}
	s.when, s.env = u.or(whens...), u.oneOf(list)
	return s
}

// oneOf returns the environment that is the one of the start that holds.
func (u *unroller) oneOf(list []start) *env {
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
			out = u.with(out, slot, u.valueIn(list, slot))
		}
		return out
	}
	slots := make([]int32, len(first.version.slots))
	for slot := range slots {
		slots[slot] = u.valueIn(list, int32(slot))
	}
	return u.of(u.newVersion(slots), nil)
}

// valueIn returns the value of a slot in the start that holds. The one that most
// starts have needs no condition.
func (u *unroller) valueIn(list []start, slot int32) int32 {
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

// stuck returns how the play is over if the keeper cannot go on from a start: as one
// end, although it may be on many cells, so that what is asked in the end is not
// asked for each of them.
func (u *unroller) stuck(s *start, cannot lit) []final {
	when := u.and(s.when, cannot)
	if when == no {
		return nil
	}
	end := *s
	end.when = when
	return []final{{end, true}}
}

// endsAt says that a step ends in a way on a cell.
func (u *unroller) endsAt(f *final, cell int32) lit {
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
