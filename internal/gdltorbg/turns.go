package gdltorbg

import (
	"slices"
	"strings"

	"ludex/internal/prove"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
)

// turns say who is on turn.
type turns struct {
	idle   []int     // by role: the move of those who are not on turn, or -1
	onTurn []aig.Lit // by role, in the graph of the system
	slot   int       // that tells it, or -1
	masks  []mask    // by role: the values of the slot
	// neverIdle says, by role, that the idle move was not seen to be legal on turn.
	neverIdle []bool
}

// findTurns finds out who is on turn: the role that has a move other than its idle one.
func findTurns(s *transition.System, o *prove.Observation, sl *slots) (*turns, error) {
	t := &turns{slot: -1}
	goes := invert(o.Columns(s.Terminal)[0])
	choices := make([][]uint64, len(s.Roles))
	legal := make([][][]uint64, len(s.Roles)) // by role and move
	for r := range s.Roles {
		var lits []aig.Lit
		for _, m := range s.Roles[r].Moves {
			lits = append(lits, m.Legal)
		}
		legal[r] = o.Columns(lits...)
	}
	for r := range s.Roles {
		t.idle = append(t.idle, idleMove(r, legal, goes))
		t.onTurn = append(t.onTurn, hasOther(s, r, t.idle[r]))
		choices[r] = meet(o.Columns(t.onTurn[r])[0], goes)
	}
	for r := range choices {
		for q := range r {
			if !blank(meet(choices[r], choices[q])) {
				return nil, refuse("%s and %s move at the same time%s, and in a regular boardgame one player moves at a time",
					s.Roles[q].Name, s.Roles[r].Name, example(s, o, q, r, t.idle, meet(choices[r], choices[q])))
			}
		}
	}
	t.findSlot(s, o, sl, choices)
	for r, role := range s.Roles {
		never := true
		if i := t.idle[r]; i >= 0 {
			c := o.Columns(t.onTurn[r], role.Moves[i].Legal)
			never = blank(meet(meet(c[0], c[1]), goes))
		}
		t.neverIdle = append(t.neverIdle, never)
	}
	return t, nil
}

// example names moves that two roles can make in the same state.
func example(s *transition.System, o *prove.Observation, q, r int, idle []int, where []uint64) string {
	var texts []string
	for _, role := range []int{q, r} {
		for i, m := range s.Roles[role].Moves {
			if i == idle[role] {
				continue
			}
			if at := meet(o.Columns(m.Legal)[0], where); !blank(at) {
				texts, where = append(texts, m.Text), at
				break
			}
		}
	}
	if len(texts) < 2 {
		return ""
	}
	return " (" + strings.Join(texts, " and ") + ")"
}

func invert(a []uint64) []uint64 {
	out := make([]uint64, len(a))
	for i, w := range a {
		out[i] = ^w
	}
	return out
}

func meet(a, b []uint64) []uint64 {
	out := make([]uint64, len(a))
	for i := range a {
		out[i] = a[i] & b[i]
	}
	return out
}

func blank(a []uint64) bool {
	return !slices.ContainsFunc(a, func(w uint64) bool { return w != 0 })
}

// idleMove returns the move that a role makes most often while it has no other one and
// another role has a choice.
func idleMove(r int, legal [][][]uint64, goes []uint64) int {
	if len(legal) == 1 {
		return -1
	}
	chooses := make([]uint64, len(goes)) // another role
	for q := range legal {
		if q != r {
			for w, v := range severalOf(legal[q]) {
				chooses[w] |= v & goes[w]
			}
		}
	}
	alone := invert(severalOf(legal[r]))
	best, most := -1, 0
	for i, c := range legal[r] {
		at := meet(meet(c, alone), goes)
		n := mask(at).count() + len(goes)*64*mask(meet(at, chooses)).count()
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// severalOf returns where at least two of some columns hold.
func severalOf(columns [][]uint64) []uint64 {
	if len(columns) == 0 {
		return nil
	}
	once, twice := make([]uint64, len(columns[0])), make([]uint64, len(columns[0]))
	for _, c := range columns {
		for w, v := range c {
			twice[w] |= once[w] & v
			once[w] |= v
		}
	}
	return twice
}

// hasOther returns the literal that a role has a move other than its idle one.
func hasOther(s *transition.System, r, idle int) aig.Lit {
	if len(s.Roles) == 1 {
		return aig.True
	}
	var lits []aig.Lit
	for i, m := range s.Roles[r].Moves {
		if i != idle {
			lits = append(lits, m.Legal)
		}
	}
	return s.Graph.Any(lits)
}

// findSlot looks for a slot whose values say who is on turn, and takes the one with the
// fewest values. It is on turn, too, where nobody has another move than the idle one.
func (t *turns) findSlot(s *transition.System, o *prove.Observation, sl *slots, choices [][]uint64) {
	if len(s.Roles) == 1 {
		return
	}
	for i := range sl.list {
		if t.slot >= 0 && len(sl.list[i].values) >= len(sl.list[t.slot].values) {
			continue
		}
		if masks, ok := divided(o, &sl.list[i], choices); ok {
			t.slot, t.masks = i, masks
		}
	}
	if t.slot < 0 {
		t.restToFirst(s)
		return
	}
	for r := range t.onTurn {
		var lits []aig.Lit
		for _, v := range t.masks[r].list() {
			lits = append(lits, sl.literal(s, t.slot, v))
		}
		t.onTurn[r] = s.Graph.Any(lits)
	}
}

// restToFirst lets the first role be on turn where nobody has a choice.
func (t *turns) restToFirst(s *transition.System) {
	some := s.Graph.Any(t.onTurn[1:])
	t.onTurn[0] = s.Graph.Or(t.onTurn[0], some.Not())
}

// literal returns the literal that a slot has a value.
func (sl *slots) literal(s *transition.System, slot, v int) aig.Lit {
	if f := sl.list[slot].values[v].fact; f >= 0 {
		return s.State[f].Lit
	}
	var lits []aig.Lit
	for _, other := range sl.list[slot].values {
		if other.fact >= 0 {
			lits = append(lits, s.State[other.fact].Lit)
		}
	}
	return s.Graph.Any(lits).Not()
}

// divided returns the values of a slot for each role, if no value goes with two roles.
func divided(o *prove.Observation, t *slot, choices [][]uint64) ([]mask, bool) {
	columns := make([][]uint64, len(t.values))
	for i, v := range t.values {
		if v.fact >= 0 {
			columns[i] = o.Fact(v.fact)
			if t.values[0].fact < 0 { // the first value is that none of the facts holds
				if columns[0] == nil {
					columns[0] = invert(make([]uint64, len(columns[i])))
				}
				columns[0] = meet(columns[0], invert(columns[i]))
			}
		}
	}
	masks := make([]mask, len(choices))
	for r := range masks {
		masks[r] = emptyMask(len(t.values))
	}
	for v, c := range columns {
		who := -1
		for r := range choices {
			if blank(meet(c, choices[r])) {
				continue
			}
			if who >= 0 {
				return nil, false
			}
			who = r
		}
		masks[max(who, 0)].add(v)
	}
	for r := range masks {
		if masks[r].empty() && !blank(choices[r]) {
			return nil, false
		}
	}
	return masks, true
}
