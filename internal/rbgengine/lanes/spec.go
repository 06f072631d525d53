package lanes

import (
	"fmt"
	"slices"

	"ludex/internal/circuit"
	"ludex/internal/rbgengine/rbgplay"
)

// A bit is something that a state of the circuit says.
type bit struct {
	kind  bitKind
	slot  int32 // bitSlot
	n     int32 // bitSlot: the value; bitAt: the cell; bitPhase; bitSwitch: its index
	input lit
	next  lit
	init  bool
	live  bool
}

type bitKind uint8

const (
	bitSlot bitKind = iota
	bitAt
	bitPhase
	bitSwitch
	bitOver
	bitHere // the next move begins where this one did
)

// A design is a game as formulas, with all that is needed to go back and forth
// between positions and states of its circuit.
type design struct {
	*unroller
	phases  int
	phaseOf []int       // by switch to a player
	bits    []bit       // of a state: those that play depends on, then the others
	live    int         // how many there are of the first
	after   []bit       // what percepts say about the next position, beyond dead bits
	moveOf  [][]*bundle // by role
	over    lit
	spec    *circuit.Spec
}

// newDesign lays out the states of an unrolled game and makes its rules.
func newDesign(u *unroller, name string) *design {
	d := &design{unroller: u, phaseOf: make([]int, len(u.turns))}
	d.findPhases()
	d.over = u.input()
	d.slotBits()
	d.atBits()
	d.controlBits()
	d.findLive()
	d.moveOf = make([][]*bundle, len(u.rules.Players))
	for _, b := range u.bundles {
		if b.legal != no {
			b.number = int32(len(d.moveOf[b.role]))
			d.moveOf[b.role] = append(d.moveOf[b.role], b)
		}
	}
	d.emit(name)
	return d
}

// findPhases numbers the switches to players so that each move leads from one
// number to the next, in as long a circle as there is.
func (d *design) findPhases() {
	depth := map[int32]int{d.first.Switch: 0}
	queue := []int32{d.first.Switch}
	period := 0
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, f := range d.turns[s].finals {
			if f.over {
				continue
			}
			if _, ok := depth[f.to]; !ok {
				depth[f.to] = depth[s] + 1
				queue = append(queue, f.to)
			}
			period = gcd(period, depth[s]+1-depth[f.to])
		}
	}
	d.phases = max(1, period)
	const most = 8 // circuits with longer clocks have none
	for n := most; d.phases > most; n-- {
		if d.phases%n == 0 {
			d.phases = n
		}
	}
	for s, n := range depth {
		d.phaseOf[s] = n % d.phases
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// each goes over the turns.
func (d *design) each(f func(t *turn)) {
	for _, t := range d.turns {
		if t != nil {
			f(t)
		}
	}
}

// slotBits says what becomes of cells and variables.
func (d *design) slotBits() {
	next := map[*turn][]int32{}
	d.each(func(t *turn) { next[t] = d.nextSlots(t) })
	for slot := range int32(len(d.base.version.slots)) {
		id := d.base.version.slots[slot]
		for _, n := range d.support(id) {
			b := bit{kind: bitSlot, slot: slot, n: n, input: d.is(id, n), init: d.initially(slot) == n}
			if b.input&1 == 1 || b.input == yes {
				continue // the value without a bit
			}
			var parts []lit
			d.each(func(t *turn) { parts = append(parts, d.and(t.on, d.is(next[t][slot], n))) })
			b.next = d.or(parts...)
			d.bits = append(d.bits, b)
		}
	}
}

func (d *design) initially(slot int32) int32 {
	if int(slot) < d.cells {
		return int32(d.unroller.first.Pieces[slot])
	}
	return d.unroller.first.Values[int(slot)-d.cells]
}

// nextSlots returns the values of all slots after a turn.
func (d *design) nextSlots(t *turn) []int32 {
	slots := make([]int32, len(d.base.version.slots))
	for slot := range slots {
		var alts []alternative
		count := map[int32]int{}
		common := d.base.version.slots[slot]
		for i := range t.finals {
			f := &t.finals[i]
			v := f.env.at(int32(slot))
			alts = append(alts, alternative{f.when, v})
			if count[v]++; count[v] > count[common] {
				common = v
			}
		}
		alts = slices.DeleteFunc(alts, func(a alternative) bool { return a.value == common })
		slots[slot] = d.chooseMany(alts, common)
	}
	return slots
}

// atBits says where the next move begins. Once the play is over, only percepts
// tell the cell, since no move depends on it.
func (d *design) atBits() {
	stays := d.endingAt(here, true)
	plays := d.endingAt(here, false)
	d.after = append(d.after, bit{kind: bitHere, next: stays})
	for c := range int32(d.cells) {
		b := bit{kind: bitAt, n: c, input: d.at[c], init: d.unroller.first.Cell == c}
		b.next = d.endingAt(c, true)
		if b.next != no {
			d.after = append(d.after, b)
		}
		if b.input != no {
			b.next = d.or(d.endingAt(c, false), d.and(plays, b.input))
			d.bits = append(d.bits, b)
		}
	}
}

// endingAt says that a step ends on a cell, before a move of a player, or also
// where the play is over.
func (d *design) endingAt(cell int32, over bool) lit {
	var parts []lit
	d.each(func(t *turn) {
		var some []lit
		for i := range t.finals {
			if f := &t.finals[i]; over || !f.over {
				some = append(some, d.endsAt(f, cell))
			}
		}
		parts = append(parts, d.and(t.on, d.or(some...)))
	})
	return d.or(parts...)
}

// controlBits says who is to move next, and whether the play is over.
func (d *design) controlBits() {
	phases := make([]lit, d.phases)
	for p := range phases {
		phases[p] = yes
		if d.phases > 1 {
			phases[p] = d.input()
		}
	}
	if d.phases > 1 {
		for p, l := range phases {
			d.bits = append(d.bits, bit{kind: bitPhase, n: int32(p), input: l,
				next: phases[(p+d.phases-1)%d.phases], init: p == d.phaseOf[d.unroller.first.Switch]})
		}
	}
	d.bits = append(d.bits, bit{kind: bitOver, input: d.over, next: d.ending(func(f *final) bool { return f.over })})
	for p := range d.phases {
		var others []lit
		var main *turn
		d.each(func(t *turn) {
			if d.phaseOf[t.index] != p {
				return
			}
			if main == nil {
				main = t
				return
			}
			l := d.input()
			others = append(others, l)
			d.define(t.on, []lit{d.and(phases[p], l)})
			d.bits = append(d.bits, bit{kind: bitSwitch, n: t.index, input: l, init: t.index == d.unroller.first.Switch,
				next: d.ending(func(f *final) bool { return !f.over && f.to == t.index })})
		})
		if main != nil {
			d.define(main.on, []lit{d.and(phases[p], d.or(others...).not())})
		}
	}
	for s := range d.turns {
		next := d.ending(func(f *final) bool { return f.to == int32(s) })
		if next != no {
			d.after = append(d.after, bit{kind: bitSwitch, n: int32(s), next: next})
		}
	}
}

// ending says that a step ends in one of some ways.
func (d *design) ending(which func(f *final) bool) lit {
	var parts []lit
	d.each(func(t *turn) {
		var some []lit
		for i := range t.finals {
			if f := &t.finals[i]; which(f) {
				some = append(some, f.when)
			}
		}
		parts = append(parts, d.and(t.on, d.or(some...)))
	})
	return d.or(parts...)
}

// findLive puts those bits first that legality, the end or the goals depend on,
// now or later.
func (d *design) findLive() {
	of := map[int32]int{}
	for i := range d.bits {
		of[d.bits[i].input.term()] = i
	}
	seen := make([]bool, len(d.terms))
	var mark func(l lit)
	mark = func(l lit) {
		t := l.term()
		if seen[t] {
			return
		}
		seen[t] = true
		if i, ok := of[t]; ok {
			d.bits[i].live = true
			mark(d.bits[i].next)
			return
		}
		for _, a := range d.terms[t].args {
			mark(a)
		}
	}
	mark(d.over)
	for _, b := range d.bundles {
		mark(b.legal)
	}
	for r := range d.rules.Players {
		id := d.base.version.slots[d.slotOf(r)]
		for _, n := range d.support(id) {
			mark(d.is(id, n))
		}
	}
	for again := true; again; {
		again = false
		for i := range d.bits {
			if b := &d.bits[i]; b.kind == bitSlot && !b.live && d.readsDead(b.next, of) {
				again = true
				mark(b.input)
			}
		}
	}
	slices.SortStableFunc(d.bits, func(a, b bit) int { return dead(a) - dead(b) })
	for d.live < len(d.bits) && d.bits[d.live].live {
		d.live++
	}
}

// readsDead reports whether a formula asks about a bit of which nobody has to
// know.
func (d *design) readsDead(l lit, of map[int32]int) bool {
	seen := map[int32]bool{}
	var reads func(l lit) bool
	reads = func(l lit) bool {
		t := l.term()
		if seen[t] {
			return false
		}
		seen[t] = true
		if i, ok := of[t]; ok {
			return !d.bits[i].live
		}
		return slices.ContainsFunc(d.terms[t].args, reads)
	}
	return reads(l)
}

func dead(b bit) int {
	if b.live {
		return 0
	}
	return 1
}

// An emitter writes formulas as ground rules.
type emitter struct {
	*design
	atoms []int32 // by term, or -1
	out   *circuit.Spec
}

func (e *emitter) newAtom() int32 {
	e.out.Atoms++
	return int32(e.out.Atoms - 1)
}

func (e *emitter) rule(head int32, body ...int32) {
	e.out.Rules = append(e.out.Rules, head, int32(len(body)))
	e.out.Rules = append(e.out.Rules, body...)
}

// literal returns the literal of a formula.
func (e *emitter) literal(l lit) int32 {
	t := l.term()
	if e.atoms[t] < 0 {
		e.atoms[t] = e.newAtom()
		e.write(t)
	}
	return 2*e.atoms[t] + int32(l&1)
}

// write writes the rules of a term.
func (e *emitter) write(t int32) {
	x := &e.terms[t]
	switch x.kind {
	case kindTrue:
		e.rule(e.atoms[t])
	case kindAnd:
		body := make([]int32, len(x.args))
		for i, a := range x.args {
			body[i] = e.literal(a)
		}
		e.rule(e.atoms[t], body...)
	case kindOr, kindLoop, kindSet:
		for _, a := range x.args {
			if a != no {
				e.rule(e.atoms[t], e.literal(a))
			}
		}
	}
}

// atom returns an atom that holds when a formula does.
func (e *emitter) atom(l lit) int32 {
	a := e.newAtom()
	if l != no {
		e.rule(a, e.literal(l))
	}
	return a
}

// emit makes the ground rules.
func (d *design) emit(name string) {
	e := &emitter{design: d, atoms: slices.Repeat([]int32{-1}, len(d.terms)), out: &circuit.Spec{Name: name, Random: -1, Hidden: true, StuckEnds: true}}
	for i := range d.rules.Players {
		e.out.Roles = append(e.out.Roles, d.rules.Players[i].Name)
	}
	for i := range d.bits[:d.live] {
		e.atoms[d.bits[i].input.term()] = e.newAtom()
	}
	for _, b := range d.bundles {
		e.atoms[b.does.term()] = e.newAtom()
	}
	for i := range d.bits[:d.live] {
		b := &d.bits[i]
		e.out.State = append(e.out.State, circuit.StateBit{Text: fmt.Sprintf("b%d", i), Atom: e.atoms[b.input.term()], Next: e.atom(b.next), Init: b.init})
	}
	e.out.Terminal = e.atom(d.over)
	for r, list := range d.moveOf {
		var moves []circuit.MoveAtoms
		for i, b := range list {
			moves = append(moves, circuit.MoveAtoms{Text: fmt.Sprintf("m%06d", i), Legal: e.atom(b.legal), Does: e.atoms[b.does.term()]})
		}
		var mine []lit
		d.each(func(t *turn) {
			if t.role == r {
				mine = append(mine, t.on)
			}
		})
		noop := e.newAtom()
		var body []int32
		for _, l := range mine {
			body = append(body, e.literal(l)^1)
		}
		e.rule(noop, body...)
		e.out.Moves = append(e.out.Moves, append(moves, circuit.MoveAtoms{Text: "noop", Legal: noop, Does: -1}))
		e.goals(r)
	}
	for i := d.live; i < len(d.bits); i++ {
		e.percept(d.bits[i].next)
	}
	for i := range d.after {
		e.percept(d.after[i].next)
	}
	d.spec = e.out
}

// percept lets the first role see whether something holds after a move.
func (e *emitter) percept(l lit) {
	n := len(e.out.Texts)
	e.out.Texts = append(e.out.Texts, fmt.Sprintf("p%06d", n))
	e.out.Percepts = append(e.out.Percepts, circuit.PerceptAtom{Role: 0, Percept: n, Atom: e.atom(l)})
}

// goals writes the goals of a role.
func (e *emitter) goals(r int) {
	id := e.base.version.slots[e.slotOf(r)]
	var seen []int
	for _, n := range e.support(id) {
		goal := rbgplay.Goal(n, e.rules.Bound(r))
		if slices.Contains(seen, goal) {
			continue
		}
		seen = append(seen, goal)
		l := e.among(id, func(n int32) bool { return rbgplay.Goal(n, e.rules.Bound(r)) == goal })
		for len(e.atoms) < len(e.terms) {
			e.atoms = append(e.atoms, -1)
		}
		e.out.Goals = append(e.out.Goals, circuit.GoalAtom{Role: r, Value: goal, Atom: e.atom(l)})
	}
}

// unrollAll follows all turns from the initial one.
func (u *unroller) unrollAll() {
	u.prepareReads()
	u.meet(u.first.Switch)
	for len(u.queue) > 0 && !u.tired() {
		t := u.turns[u.queue[0]]
		u.queue = u.queue[1:]
		u.unroll(t)
		u.bundle(t)
		u.keep(t)
		u.note(t)
	}
}

// meet makes sure that a turn is looked at.
func (u *unroller) meet(index int32) {
	if u.turns[index] == nil {
		u.turns[index] = &turn{index: index, role: u.rules.Mover(int(index)), on: u.loop()}
		u.queue = append(u.queue, index)
	}
}

// note adds to the scope what positions after a turn can be like.
func (u *unroller) note(t *turn) {
	seen := map[change]bool{}
	for i := range t.finals {
		f := &t.finals[i]
		for _, p := range append(f.where, place{cell: f.cell}) {
			if p.cell != here {
				u.wrote.at.put(p.cell)
			}
		}
		for slot := range int32(len(u.base.version.slots)) {
			v := f.env.at(slot)
			if u.fault != nil || v == u.base.version.slots[slot] || seen[change{slot: slot, value: v}] {
				continue
			}
			seen[change{slot: slot, value: v}] = true
			u.noteValue(slot, v)
		}
	}
}

func (u *unroller) noteValue(slot, id int32) {
	base := u.base.version.slots[slot]
	for _, n := range u.support(id) {
		if u.keeps(u.meaning(id, n), u.is(base, n)) {
			continue
		}
		if int(slot) < u.cells {
			u.wrote.pieces[slot] |= 1 << n
		} else if v := int(slot) - u.cells; int(n) < len(u.wrote.values[v]) {
			u.wrote.values[v][n] = true
		}
	}
}

// keeps reports whether a formula evidently says that a slot has a value that it
// has had before.
func (u *unroller) keeps(l, before lit) bool {
	if before == no {
		return false
	}
	for _, c := range u.conjuncts(l, nil) {
		if c == before {
			return true
		}
		i, m, ok := u.maskOf(c)
		if !ok {
			continue
		}
		if j, n, ok := u.maskOf(before); ok && i == j && m&^n == 0 {
			return true
		}
	}
	return false
}
