package bitslice

import (
	"slices"
	"sync"
)

// phaseParts are the instructions added to the code of a phase, in the order of
// their creation.
type phaseParts struct {
	b                *builder
	count, bad, walk []inst
}

// generate makes machine code for a phase except its end. Each block leaves in
// memory what later ones read. Code with loops is made in stages; goals with loops
// are left to the interpreter.
func (c *compiler) generate(ph *phase) {
	src, parts := ph.source, ph.parts
	legal, goals, next := codeOf(src.Legal), codeOf(src.Goals), codeOf(src.Next)
	later := slices.Concat([]uint32{src.Terminal}, src.NextOf)
	later = exposed(later, next, c.most)
	if c.direct {
		if goals.straight() {
			ph.goals.generate(goalGraph(goals, parts, src.GoalsOf, int(c.most)), c)
		}
		later = append(exposed(later, goals, c.most), src.GoalsOf...)
	}
	for i := range src.Roles {
		if len(src.Roles[i].Moves) > 1 { // the walk reads them again
			later = append(later, src.Roles[i].Legal...)
		}
	}
	slices.Sort(later)
	later = slices.Compact(later)
	count := func(g *graph) {
		g.addInsts(parts.count)
		g.outputKept(parts.count)
		for _, s := range later {
			g.output(s)
		}
	}
	if legal.straight() {
		g := newGraph(int(c.most), parts.b)
		g.addCode(legal)
		count(g)
		ph.legal.generate(g, c)
	} else {
		s := staging{c: c, b: parts.b, code: legal, begin: func(*graph) {}, end: count, later: later}
		s.later = append(s.later, legalSignals(src)...)
		s.generate(&ph.legal)
	}

	if ph.inputs != nil {
		g := newGraph(int(c.most), parts.b)
		g.addInsts(parts.walk)
		g.outputKept(parts.walk)
		ph.walk.generate(g, c)
	}
}

// legalSignals returns the signals of all legal moves of a phase.
func legalSignals(src *Phase) []uint32 {
	var list []uint32
	for i := range src.Roles {
		list = append(list, src.Roles[i].Legal...)
	}
	return list
}

// goalGraph returns the graph of code that computes goals.
func goalGraph(goals code, parts *phaseParts, goalsOf []uint32, signals int) *graph {
	g := newGraph(signals, parts.b)
	g.addCode(goals)
	g.addInsts(parts.bad)
	g.outputKept(parts.bad)
	for _, s := range goalsOf {
		g.output(s)
	}
	return g
}

// generateNet makes machine code for the goal net, which has signals of its own.
func (c *compiler) generateNet(n *goalNet) {
	src := &c.program.GoalNet
	if code := codeOf(src.Code); !n.direct && code.straight() {
		d := *c
		d.spill = uint32(n.signals)
		n.code.generate(goalGraph(code, &n.parts, src.GoalsOf, n.signals), &d)
		c.budget = d.budget
		n.signals = max(n.signals, n.code.signals)
	}
}

// next makes machine code for the end of a step: from the numbers drawn, or from
// the moves if they do not enter as planes, to the next state in its signals. If
// from is not nil, lanes with the restart signal get that state instead.
func (c *compiler) next(ph *phase, from []bool) block {
	next := codeOf(ph.source.Next)
	b := c.nextOf(ph, from, next)
	if g := next.guard(); g != False && b.generated() {
		b.guard = g
		b.plain = sync.OnceValue(func() *block {
			c.later.Lock()
			defer c.later.Unlock()
			p := c.nextOf(ph, from, next.plain())
			return &p
		})
	}
	return b
}

// nextOf does the same for one form of the code.
func (c *compiler) nextOf(ph *phase, from []bool, next code) block {
	b := block{script: ph.next.script}
	begin := func(g *graph) {
		if ph.inputs == nil {
			g.addInsts(ph.parts.walk)
		}
	}
	end := func(g *graph) { c.commit(g, ph, from) }
	if next.straight() {
		g := newGraph(int(c.most), ph.parts.b)
		begin(g)
		g.addCode(next)
		end(g)
		b.generate(g, c)
	} else {
		s := staging{c: c, b: ph.parts.b, code: next, begin: begin, end: end, later: slices.Clone(ph.source.NextOf)}
		s.generate(&b)
	}
	if b.generated() {
		b.walks, b.commits, b.restarts = ph.inputs == nil, true, from != nil
	}
	return b
}

// commit adds the copies of the next state to its signals.
func (c *compiler) commit(g *graph, ph *phase, from []bool) {
	restart := g.read(c.restart)
	for i, s := range c.program.State {
		n := g.read(ph.source.NextOf[i])
		switch {
		case from == nil && ph.source.NextOf[i] == s:
			continue
		case from != nil && from[i]:
			n = g.node(0xE, [3]int32{n, restart}, 2)
		case from != nil:
			n = g.node(0x4, [3]int32{n, restart}, 2)
		}
		g.outputTo(s, n)
	}
}
