package bitslice

import (
	"math/bits"
	"slices"
	"sync"
)

// A phase is a phase of a program, compiled.
type phase struct {
	source *Phase

	legal block // who may do what, how many moves there are, and whether it is over
	goals block // the goal values, and whether they are sound
	walk  block // from the numbers drawn to the moves chosen
	next  block // from the moves to the next state

	noMove  uint32 // the signal of lanes in which a role has no legal move
	bad     uint32 // after goals: the lanes in which a role has no goal or several
	draws   []draw
	markers []moveDecoder
	inputs  [][2]uint32 // signals cleared before moves are set
	always  []uint32    // signals of the moves of roles that have only one
	ends    []end       // by state bit
	parts   *phaseParts
}

// A draw is a number to be drawn below a count.
type draw struct {
	counts, numbers uint32 // first signals of the planes
	planes          int    // of both
}

// A compiler turns the phases of a program into code for kernels. Its own signals follow
// the program's: first those that belong to one phase, then temporaries, which all phases
// share.
type compiler struct {
	program *Program
	spill   uint32 // where machine code may keep values
	budget  int    // nodes for which it may still be generated
	direct  bool   // goals are not computed by the goal net
	plain   bool   // for the kernel in plain Go, which has wide gates and inverting commits
	restart uint32
	fixed   uint32 // where the next signal of the first kind lies
	temps   uint32 // where temporaries begin
	noMove  uint32
	bad     uint32
	sink    uint32 // a signal that is never read
	most    uint32
	later   *sync.Mutex // of machine code that is made while playouts run
}

func newCompiler(p *Program, k Kernel) *compiler {
	c := &compiler{program: p, plain: k == Go, later: new(sync.Mutex)}
	c.restart = uint32(p.Signals)
	c.noMove = c.restart + 1
	c.bad = c.noMove + 1
	c.sink = c.bad + 1
	c.fixed = c.sink + 1
	c.temps = c.fixed
	for i := range p.Phases {
		for r := range p.Phases[i].Roles {
			c.temps += fixedSignals(&p.Phases[i].Roles[r])
		}
	}
	c.most = c.temps
	return c
}

// fixedSignals returns how many signals a role needs for itself in a phase.
func fixedSignals(r *PhaseRole) uint32 {
	if len(r.Moves) < 2 {
		return 0
	}
	n := 2 * drawPlanes(len(r.Moves))
	if r.Classes != nil {
		n += indexPlanes(len(r.Moves))
	}
	return uint32(n)
}

// drawPlanes returns how many planes the count of moves gets.
func drawPlanes(moves int) int { return roundUp(bits.Len(uint(moves)), narrow) }

// indexPlanes returns how many planes the position of a move gets.
func indexPlanes(moves int) int { return roundUp(bits.Len(uint(moves-1)), narrow) }

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// take returns the first of a number of signals that belong to one phase.
func (c *compiler) take(n int) uint32 {
	c.fixed += uint32(n)
	return c.fixed - uint32(n)
}

// phase compiles a phase.
func (c *compiler) phase(src *Phase) phase {
	ph := phase{source: src, noMove: c.noMove, bad: c.bad}
	b := newBuilder(c.temps)
	parts := &phaseParts{b: b}
	choosers := c.count(b, src, &ph)
	parts.count = slices.Clone(b.insts)
	legal, next := codeOf(src.Legal), codeOf(src.Next)
	ph.ends = endsOf(src)
	if c.plain {
		next, ph.ends = foldInverters(c.program, src)
		legal, next = legal.widened(), next.widened()
	}
	ph.legal.script = scriptOf(legal.with(b.place()...))

	b.fix(badGoals(b, c.program, src.GoalsOf), c.bad)
	parts.bad = slices.Clone(b.insts)
	ph.goals.script = scriptOf(codeOf(src.Goals).with(b.place()...))

	c.walk(b, src, &ph, choosers)
	parts.walk = slices.Clone(b.insts)
	ph.walk.script = scriptOf(code{}.with(b.place()...))
	ph.next.script = scriptOf(next)
	c.most = max(c.most, b.slots.next)
	ph.parts = parts
	return ph
}

// count adds the code that counts the legal moves of the roles that have a
// choice, and finds lanes in which a role has none.
func (c *compiler) count(b *builder, src *Phase, ph *phase) []*chooser {
	choosers := make([]*chooser, len(src.Roles))
	var none []value
	for i := range src.Roles {
		r := &src.Roles[i]
		legal := make([]value, len(r.Legal))
		for k, s := range r.Legal {
			legal[k] = value(s)
		}
		if len(legal) < 2 {
			none = append(none, b.nor(legal))
			continue
		}
		ch := newChooser(b, legal)
		ch.keep(b)
		choosers[i] = ch
		none = append(none, b.nor(ch.total()))
		d := draw{planes: drawPlanes(len(legal))}
		d.counts, d.numbers = c.take(d.planes), c.take(d.planes)
		for k, v := range ch.total() {
			b.fix(v, d.counts+uint32(k))
		}
		ph.draws = append(ph.draws, d)
	}
	b.fix(b.not(b.nor(none)), c.noMove)
	return choosers
}

// walk adds the code that finds the chosen moves.
func (c *compiler) walk(b *builder, src *Phase, ph *phase, choosers []*chooser) {
	draws := ph.draws
	for i := range src.Roles {
		r := &src.Roles[i]
		if choosers[i] == nil { // the only move is at position 0
			for _, s := range r.Planes {
				b.fix(False, s)
			}
			if r.Planes == nil && len(r.Classes) > 0 {
				ph.addInputs(r.Inputs)
				ph.always = append(ph.always, r.Classes[0]...)
			}
			continue
		}
		number := make([]value, bits.Len(uint(len(r.Moves))))
		for k := range number {
			number[k] = value(draws[0].numbers) + value(k)
		}
		draws = draws[1:]
		index := choosers[i].walk(b, number)
		if r.Planes != nil {
			for k, s := range r.Planes {
				b.fix(plane(index, k), s)
			}
			continue
		}
		ph.addInputs(r.Inputs)
		m := newMoveDecoder(r, c)
		for k, v := range index[:min(len(index), m.planes)] {
			b.fix(v, m.index+uint32(k))
		}
		ph.markers = append(ph.markers, m)
	}
}

// addInputs notes signals that are to be cleared. Roles may share them.
func (ph *phase) addInputs(in [2]uint32) {
	if !slices.Contains(ph.inputs, in) {
		ph.inputs = append(ph.inputs, in)
	}
}
