package gdltorbg

import (
	"context"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
	"ludex/internal/scc"
)

// A change says that a slot gets a value if a condition holds. From has the values that the
// slot has before.
type change struct {
	when *cond
	from mask
	to   int
}

// An effect is what a move does to a slot: the first change whose condition holds, or nothing.
type effect struct {
	slot     int
	possible mask // the values that the slot can have before
	changes  []change
	shift    int          // what is added to a variable, whatever it is; or 0
	total    bool         // one of the changes is always made
	reads    map[int]bool // other slots
	text     string       // how it is written
	later    string       // the variable that remembers it until others have read the slot, or ""
}

// fixed reports whether the same happens to the slot whatever the state is.
func (e *effect) fixed() bool { return len(e.changes) == 1 && e.total || e.shift != 0 }

// A move is a move of the role on turn.
type move struct {
	role    int
	index   int    // of the role's moves
	text    string // in GDL
	legal   *cond  // where the role is on turn
	known   given  // what is known then
	effects []*effect
	cells   []*effect // of these, what the player does
	after   []*effect // and what the keeper does
	ends    string    // a cell of its own on which it ends, or ""
	name    string    // its text in the boardgame
}

// A translator makes moves of a transition system.
type translator struct {
	*reader
	system *transition.System
	turns  *turns
	copied map[int]aig.Lit // by fact: its input in the reader's graph
}

func newTranslator(s *transition.System, sl *slots, t *turns) *translator {
	x := &translator{system: s, turns: t, copied: map[int]aig.Lit{},
		reader: &reader{slots: sl, graph: aig.New(), facts: map[uint32]int{}, known: map[aig.Lit]*cond{}}}
	for f := range s.State {
		x.copied[f] = x.graph.Input()
		x.facts[x.copied[f].Node()] = f
	}
	return x
}

// copier returns a copier into the reader's graph in which a role makes a move and the others
// make their idle ones. The role is -1 for literals that do not depend on moves.
func (x *translator) copier(role, index int) *aig.Copier {
	c := aig.NewCopier(x.system.Graph, x.graph)
	for f, bit := range x.system.State {
		c.Set(bit.Lit, x.copied[f])
	}
	for r := range x.system.Roles {
		for i, m := range x.system.Roles[r].Moves {
			does := aig.False
			if r == role && i == index || r != role && i == x.turns.idle[r] {
				does = aig.True
			}
			c.Set(m.Does, does)
		}
	}
	return c
}

// read returns the condition of a literal, or an error if it is too large.
func (x *translator) read(l aig.Lit, what string) (*cond, error) {
	c := x.cond(l)
	if c.size > maxCond {
		return nil, refuse("%s depends on more than %d conditions, which is too much to write down", what, maxCond)
	}
	return c, nil
}

// Limits of a translation.
const (
	maxCond  = 5_000   // parts of a condition
	maxMoves = 20_000  // of all roles
	maxTotal = 200_000 // parts of all conditions
)

// moves returns the moves of all roles.
func (x *translator) moves(ctx context.Context) ([][]*move, error) {
	plain := x.copier(-1, -1)
	all := make([][]*move, len(x.system.Roles))
	total := 0
	for r, role := range x.system.Roles {
		if len(role.Moves) > maxMoves {
			return nil, refuse("%s has %d moves; the limit is %d", role.Name, len(role.Moves), maxMoves)
		}
		for i, m := range role.Moves {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			legal, err := x.read(plain.Copy(m.Legal), "that "+role.Name+" can move "+m.Text)
			if err != nil {
				return nil, err
			}
			g := given{}
			if x.turns.slot >= 0 {
				g = g.with(x.turns.slot, x.turns.masks[r])
			}
			if legal = x.simplify(legal, g); legal == never || x.waitsOnly(r, i) {
				continue
			}
			mv := &move{role: r, index: i, text: m.Text, legal: legal, known: g.and(legal)}
			if err := x.addEffects(mv); err != nil {
				return nil, err
			}
			for _, e := range mv.effects {
				for _, ch := range e.changes {
					total += ch.when.size
				}
			}
			if total > maxTotal {
				return nil, refuse("the changes that moves make, up to %s of %s, depend on more than %d conditions; the limit is that", m.Text, role.Name, maxTotal)
			}
			all[r] = append(all[r], mv)
		}
	}
	return all, nil
}

// waitsOnly reports whether a move is one that a role never makes on turn: its idle move, if
// it was never on turn without another one.
func (x *translator) waitsOnly(r, i int) bool { return i == x.turns.idle[r] && x.turns.neverIdle[r] }

// addEffects finds what a move does.
func (x *translator) addEffects(m *move) error {
	c := x.copier(m.role, m.index)
	for s := range x.list {
		next := make([]*cond, len(x.list[s].values))
		var others []*cond
		for v, value := range x.list[s].values {
			if value.fact < 0 {
				continue
			}
			n, err := x.read(c.Copy(x.system.State[value.fact].Next), "what "+m.text+" of "+x.system.Roles[m.role].Name+" makes of "+x.system.State[value.fact].Name)
			if err != nil {
				return err
			}
			next[v] = x.simplify(n, m.known)
			others = append(others, next[v])
		}
		if x.list[s].values[0].fact < 0 {
			next[0] = x.not(x.any(others...))
		}
		if e := x.effect(s, next, m.known); e != nil {
			m.effects = append(m.effects, e)
		}
	}
	return nil
}

// effect returns what happens to a slot that has next values under conditions, or nil if
// nothing does.
func (x *translator) effect(s int, next []*cond, g given) *effect {
	possible, ok := g[s]
	if !ok {
		possible = x.full[s]
	}
	e := &effect{slot: s, possible: possible, reads: map[int]bool{}}
	if v := slices.Index(next, always); v >= 0 {
		if only := possible.list(); len(only) == 1 && only[0] == v {
			return nil
		}
		e.changes, e.total = []change{{always, possible, v}}, true
		return e
	}
	for _, u := range possible.list() {
		one := emptyMask(len(next))
		one.add(u)
		here := g.with(s, one)
		for v, n := range next {
			if v == u {
				continue
			}
			if when := x.simplify(n, here); when != never {
				e.addChange(when, u, v, len(next))
			}
		}
	}
	if len(e.changes) == 0 {
		return nil
	}
	for _, ch := range e.changes {
		ch.when.reads(e.reads)
	}
	delete(e.reads, s)
	e.shift = x.list[s].shiftOf(e)
	return e
}

// shiftOf returns what an effect adds to the number of a variable, or 0 if that depends on it.
// From the first or last number, with which a play may always be over, there may be no change.
func (t *slot) shiftOf(e *effect) int {
	if !t.variable {
		return 0
	}
	next := map[int]int{}
	for _, ch := range e.changes {
		if ch.when != always {
			return 0
		}
		for _, u := range ch.from.list() {
			next[u] = ch.to
		}
	}
	shift := 0
	for _, u := range e.possible.list() {
		if to, ok := next[u]; ok {
			by := t.values[to].number - t.values[u].number
			if shift != 0 && by != shift {
				return 0
			}
			shift = by
		}
	}
	for _, u := range e.possible.list() {
		if n := t.values[u].number + shift; next[u] == 0 && n >= 0 && n <= t.bound() {
			if _, ok := next[u]; !ok {
				return 0
			}
		}
	}
	return shift
}

// addChange adds a change from one value, to one with the same condition if there is one.
func (e *effect) addChange(when *cond, u, v, values int) {
	for i, ch := range e.changes {
		if ch.to == v && ch.when.same(when) {
			e.changes[i].from.add(u)
			return
		}
	}
	from := emptyMask(values)
	from.add(u)
	e.changes = append(e.changes, change{when, from, v})
}

// order divides the effects of a move into those of the player and those of the keeper, in an
// order in which each reads what the state before the move has. Those that read each other's
// slots are remembered in variables first.
func (m *move) order(later func(n int) string) {
	read := map[int]bool{}
	for _, e := range m.effects {
		for s := range e.reads {
			read[s] = true
		}
	}
	var rest []*effect
	for _, e := range m.effects {
		if e.fixed() && !read[e.slot] {
			m.cells = append(m.cells, e)
		} else {
			rest = append(rest, e)
		}
	}
	m.after = inOrder(rest, later)
}

// inOrder sorts effects such that one that reads a slot comes before the one that changes it.
func inOrder(list []*effect, later func(n int) string) []*effect {
	writer := map[int]int{}
	for i, e := range list {
		writer[e.slot] = i
	}
	successors := make([][]int, len(list)) // those that must come first
	for i, e := range list {
		for _, f := range list {
			if f != e && f.reads[e.slot] {
				successors[i] = append(successors[i], writer[f.slot])
			}
		}
	}
	component, count := scc.New(successors).Components()
	members := make([][]*effect, count)
	for i, c := range component {
		members[c] = append(members[c], list[i])
	}
	var out []*effect
	used := 0
	for _, group := range members {
		if len(group) > 1 {
			for _, e := range group {
				e.later = later(used)
				used++
			}
		}
		out = append(out, group...)
	}
	return out
}
