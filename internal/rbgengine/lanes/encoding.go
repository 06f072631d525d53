package lanes

import (
	"fmt"
	"slices"

	"ludex/internal/circuit"
	"ludex/internal/gcd"
	"ludex/internal/rbgengine/rbgplay"
)

// A bit is a state variable of the circuit.
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
	bitHere    // the next move begins where this one did
	bitWait    // a failed try is repeated in a later phase
	bitRetry   // the last step was a failed try or waited
	bitTried   // a move failed and is excluded
	bitControl // a player is to move
)

// An encoding maps positions to states of the circuit and back, and holds the ground
// rules.
type encoding struct {
	*unroller
	phases   int
	phaseOf  []int            // by switch to a player
	bits     []bit            // of a state: the live ones, then the dead ones
	live     int              // the number of live bits
	observed []bit            // seen in percepts after a move, besides the dead bits
	implied  []bit            // facts that the bits of a state imply, if they are wanted
	moveOf   [][]*circuitMove // by role
	over     lit
	fails    lit // the deferred test of the move that is made fails
	waits    lit // nobody moves: a failed try is repeated in a later phase
	stays    lit // the position stays as it is: one of the two
	retry    lit // the input of bitRetry, or no
	spec     *circuit.Spec
}

// newEncoding lays out the states of an unrolled game and emits its rules.
func newEncoding(u *unroller, name string) *encoding {
	d := &encoding{unroller: u, phaseOf: make([]int, len(u.turns)), fails: no, waits: no, stays: no, retry: no}
	d.findPhases()
	d.over = u.input()
	d.retryBits()
	d.slotBits()
	d.atBits()
	d.controlBits()
	d.findLive()
	d.moveOf = make([][]*circuitMove, len(u.rules.Players))
	for _, b := range u.circuitMoves {
		if b.legal != no {
			b.number = int32(len(d.moveOf[b.role]))
			d.moveOf[b.role] = append(d.moveOf[b.role], b)
		}
	}
	d.emit(name)
	return d
}

// findPhases assigns phases to the switches to players, such that each move leads from
// one phase to the next, cyclically, and the period is as long as possible.
func (d *encoding) findPhases() {
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
			period = gcd.Of(period, depth[s]+1-depth[f.to])
		}
	}
	d.phases = max(1, period)
	const most = 8 // circuits do not support longer periods
	for n := most; d.phases > most; n-- {
		if d.phases%n == 0 {
			d.phases = n
		}
	}
	for s, n := range depth {
		d.phaseOf[s] = n % d.phases
	}
}

// each calls f for each turn.
func (d *encoding) each(f func(t *turn)) {
	for _, t := range d.turns {
		if t != nil {
			f(t)
		}
	}
}

// slotBits makes the bits of cells and variables.
func (d *encoding) slotBits() {
	next := map[*turn][]int32{}
	d.each(func(t *turn) { next[t] = d.nextSlots(t) })
	for slot := range int32(len(d.base.version.slots)) {
		id := d.base.version.slots[slot]
		for _, n := range d.support(id) {
			b := bit{kind: bitSlot, slot: slot, n: n, input: d.is(id, n), init: d.initially(slot) == n}
			last := b.input&1 == 1 // the value that has no bit
			if b.input == yes || last && !d.allFacts {
				continue
			}
			var parts []lit
			d.each(func(t *turn) { parts = append(parts, d.and(t.on, d.is(next[t][slot], n))) })
			b.next = d.or(parts...)
			if last {
				d.implied = append(d.implied, b)
				continue
			}
			b.next = d.staying(&b)
			d.bits = append(d.bits, b)
		}
	}
}

func (d *encoding) initially(slot int32) int32 {
	if int(slot) < d.cells {
		return int32(d.unroller.first.Pieces[slot])
	}
	return d.unroller.first.Values[int(slot)-d.cells]
}

// nextSlots returns the values of all slots after a turn.
func (d *encoding) nextSlots(t *turn) []int32 {
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

// atBits makes the bits for the cell where the next move begins. Once the play is over,
// only percepts tell the cell, since no move depends on it.
func (d *encoding) atBits() {
	stays := d.endingAt(here, true)
	plays := d.endingAt(here, false)
	d.observed = append(d.observed, bit{kind: bitHere, next: stays})
	for c := range int32(d.cells) {
		b := bit{kind: bitAt, n: c, input: d.at[c], init: d.unroller.first.Cell == c}
		b.next = d.endingAt(c, true)
		if b.next != no {
			d.observed = append(d.observed, b)
		}
		if b.input != no {
			b.next = d.or(d.endingAt(c, false), d.and(plays, b.input))
			b.next = d.staying(&b)
			d.bits = append(d.bits, b)
		}
	}
}

// endingAt says that a step ends on a cell. It ignores finals where the play is over,
// unless over is set.
func (d *encoding) endingAt(cell int32, over bool) lit {
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

// controlBits makes the bits for the next switch and for the end of play.
func (d *encoding) controlBits() {
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
	over := d.ending(func(f *final) bool { return f.over })
	d.bits = append(d.bits, bit{kind: bitOver, input: d.over, next: d.and(over, d.fails.not())})
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
			d.define(t.on, []lit{d.and(phases[p], l, d.waits.not())})
			b := bit{kind: bitSwitch, n: t.index, input: l, init: t.index == d.unroller.first.Switch,
				next: d.ending(func(f *final) bool { return !f.over && f.to == t.index })}
			b.next = d.staying(&b)
			d.bits = append(d.bits, b)
		})
		if main != nil {
			d.define(main.on, []lit{d.and(phases[p], d.or(others...).not(), d.waits.not())})
		}
	}
	if d.allFacts {
		d.controlFacts()
	}
	for s := range d.turns {
		next := d.ending(func(f *final) bool { return f.to == int32(s) })
		if next != no {
			d.observed = append(d.observed, bit{kind: bitSwitch, n: int32(s), next: next})
		}
	}
}

// controlFacts makes the facts that say which player is to move.
func (d *encoding) controlFacts() {
	for r := range d.rules.Players {
		d.implied = append(d.implied, bit{kind: bitControl, n: int32(r), init: d.rules.Mover(int(d.unroller.first.Switch)) == r,
			next: d.ending(func(f *final) bool { return !f.over && d.rules.Mover(int(f.to)) == r })})
	}
}

// ending says that a step ends in one of the selected finals.
func (d *encoding) ending(which func(f *final) bool) lit {
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

// findLive sorts the live bits to the front: those on which legality, the end or the
// goals depend, now or later.
func (d *encoding) findLive() {
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
	mark(d.retry)
	for _, b := range d.circuitMoves {
		mark(b.legal)
	}
	for i := range d.implied {
		mark(d.implied[i].next)
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

// readsDead reports whether a formula reads a dead bit.
func (d *encoding) readsDead(l lit, of map[int32]int) bool {
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

// An emitter translates formulas to ground rules.
type emitter struct {
	*encoding
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

// write emits the rules of a term.
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

// emit emits the ground rules.
func (d *encoding) emit(name string) {
	e := &emitter{encoding: d, atoms: slices.Repeat([]int32{-1}, len(d.terms)), out: &circuit.Spec{Name: name, Random: -1, Hidden: true, StuckEnds: true}}
	for i := range d.rules.Players {
		e.out.Roles = append(e.out.Roles, d.rules.Players[i].Name)
	}
	for i := range d.bits[:d.live] {
		e.atoms[d.bits[i].input.term()] = e.newAtom()
	}
	for _, b := range d.circuitMoves {
		e.atoms[b.does.term()] = e.newAtom()
	}
	for i := range d.bits[:d.live] {
		b := &d.bits[i]
		if b.kind == bitRetry {
			e.out.Uncounted = i + 1
		}
		e.out.State = append(e.out.State, circuit.StateBit{Text: fmt.Sprintf("b%d", i), Atom: e.atoms[b.input.term()], Next: e.atom(b.next), Init: b.init})
	}
	for i := range d.implied {
		b := &d.implied[i]
		e.out.State = append(e.out.State, circuit.StateBit{Text: fmt.Sprintf("i%d", i), Atom: e.newAtom(), Next: e.atom(b.next), Init: b.init})
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
	for i := range d.observed {
		e.percept(d.observed[i].next)
	}
	d.spec = e.out
}

// percept makes a formula a percept of the first role.
func (e *emitter) percept(l lit) {
	n := len(e.out.Texts)
	e.out.Texts = append(e.out.Texts, fmt.Sprintf("p%06d", n))
	e.out.Percepts = append(e.out.Percepts, circuit.PerceptAtom{Role: 0, Percept: n, Atom: e.atom(l)})
}

// goals emits the goals of a role.
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
