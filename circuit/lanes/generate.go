package lanes

import "slices"

// phaseParts are the instructions that were added to the code of a phase, in
// the order in which they were made.
type phaseParts struct {
	b                *builder
	count, bad, walk []inst
}

// generate makes machine code for a phase, all but its end. Each block leaves in
// memory what later ones read. Code with loops is left to the interpreter.
func (c *compiler) generate(ph *phase) {
	src, parts := ph.source, ph.parts
	legal, goals, next := codeOf(src.Legal), codeOf(src.Goals), codeOf(src.Next)
	if !legal.straight() || !goals.straight() || !next.straight() {
		return
	}
	later := slices.Concat([]uint32{src.Terminal}, src.NextOf)
	later = exposed(later, next, c.most)
	if c.direct {
		ph.goals.generate(goalGraph(goals, parts, src.GoalsOf, int(c.most)), c)
		later = append(exposed(later, goals, c.most), src.GoalsOf...)
	}
	for i := range src.Roles {
		if len(src.Roles[i].Moves) > 1 { // the walk reads them again
			later = append(later, src.Roles[i].Legal...)
		}
	}
	slices.Sort(later)

	g := newGraph(int(c.most), parts.b)
	g.addCode(legal)
	g.addInsts(parts.count)
	g.outputKept(parts.count)
	for _, s := range slices.Compact(later) {
		g.output(s)
	}
	ph.legal.generate(g, c)

	if ph.inputs != nil {
		g = newGraph(int(c.most), parts.b)
		g.addInsts(parts.walk)
		g.outputKept(parts.walk)
		ph.walk.generate(g, c)
	}
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
	b := block{script: ph.next.script}
	next := codeOf(ph.source.Next)
	if !next.straight() {
		return b
	}
	g := newGraph(int(c.most), ph.parts.b)
	if ph.inputs == nil {
		g.addInsts(ph.parts.walk)
	}
	g.addCode(next)
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
	b.generate(g, c)
	if b.native != nil {
		b.walks, b.commits, b.restarts = ph.inputs == nil, true, from != nil
	}
	return b
}
