package prove

import (
	"container/heap"
	"context"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

// A cube is a set of states: those in which all its literals, which are facts or their
// negations, hold.
type cube []aig.Lit

// pdr looks for clauses that make a property inductive: property directed reachability
// (Bradley 2011; Eén, Mishchenko and Brayton 2011). Frame k has clauses that hold in all
// states that k steps can reach.
type pdr struct {
	*subject
	ctx    context.Context
	r      *reasoner
	bad    aig.Lit
	inStep bool
	frames [][]cube  // by the last frame in which the negation of the cube is known
	active []sat.Lit // by frame
	init   map[uint32]bool
	stop   bool
	queue  obligations
	count  int
}

// An obligation is a cube that must be shown unreachable in a number of steps. It leads to
// the next one by a joint move.
type obligation struct {
	cube  cube
	level int
	joint []int
	next  *obligation
	order int
}

type obligations []*obligation

func (q obligations) Len() int { return len(q) }
func (q obligations) Less(i, j int) bool {
	if q[i].level != q[j].level {
		return q[i].level < q[j].level
	}
	return q[i].order < q[j].order
}
func (q obligations) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements [heap.Interface].
func (q *obligations) Push(x any) { *q = append(*q, x.(*obligation)) }

// Pop implements [heap.Interface].
func (q *obligations) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// A pdrResult has the clauses that prove a property, or a play that violates it; neither
// if the search was stopped. Depth is the number of steps in which there is no violation.
type pdrResult struct {
	proved  bool
	clauses []claim.Invariant
	refuted bool
	play    [][]int
	depth   int
}

// reach searches for a proof that a bad state, or step, is not reached, given invariants.
func (s *subject) reach(ctx context.Context, known []proposition, bad aig.Lit, inStep bool) pdrResult {
	p := &pdr{subject: s, ctx: ctx, r: newReasoner(s.Graph, false), bad: bad, inStep: inStep, init: map[uint32]bool{}}
	for _, v := range known {
		p.r.assert(v.now)
	}
	for _, bit := range s.State {
		p.init[bit.Lit.Node()] = bit.Init
		p.r.give(bit.Lit.Node())
	}
	for _, role := range s.Roles {
		for _, m := range role.Moves {
			p.r.give(m.Does.Node())
		}
	}
	return p.run()
}

func (p *pdr) run() pdrResult {
	p.addFrame() // the initial state
	for {
		level := len(p.frames) - 1
		for {
			c, joint, found := p.badCube(level)
			if p.stop {
				return pdrResult{depth: level - 1}
			}
			if !found {
				break
			}
			if play, refuted := p.block(&obligation{cube: c, level: level, joint: joint}); refuted {
				return pdrResult{refuted: true, play: play}
			} else if p.stop {
				return pdrResult{depth: level - 1}
			}
		}
		p.addFrame()
		if at := p.push(); at > 0 {
			var list []claim.Invariant
			for _, frame := range p.frames[at:] {
				for _, c := range frame {
					list = append(list, clauseOf(c))
				}
			}
			return pdrResult{proved: true, clauses: list}
		}
		if p.stop {
			return pdrResult{depth: level}
		}
	}
}

// clauseOf returns the negation of a cube.
func clauseOf(c cube) claim.Invariant {
	v := claim.Invariant{Kind: claim.Clause}
	for _, l := range c {
		v.Lits = append(v.Lits, l.Not())
	}
	return v
}

func (p *pdr) addFrame() {
	p.frames = append(p.frames, nil)
	p.active = append(p.active, p.r.newVar())
}

// solve asks a question about the states of a frame.
func (p *pdr) solve(level int, extra []sat.Lit) bool {
	var list []sat.Lit
	if level == 0 {
		for _, bit := range p.State {
			l := p.r.of(bit.Lit)
			if !bit.Init {
				l = l.Not()
			}
			list = append(list, l)
		}
	} else {
		list = append(list, p.active[level:]...)
	}
	status := p.r.solver.Solve(p.ctx, append(list, extra...), sat.Limits{})
	p.stop = p.stop || status == sat.Unknown
	return status == sat.Satisfiable
}

// badCube returns states of a frame in which something bad happens.
func (p *pdr) badCube(level int) (cube, []int, bool) {
	goal := []aig.Lit{p.bad}
	if p.inStep {
		goal = append(goal, p.step)
	}
	var extra []sat.Lit
	for _, l := range goal {
		var ok bool
		if extra, ok = p.r.assume(extra, l); !ok {
			return nil, nil, false
		}
	}
	if !p.solve(level, extra) {
		return nil, nil, false
	}
	var joint []int
	if p.inStep {
		joint = p.joint()
	}
	return p.lift(goal), joint, true
}

// joint returns the joint move of the last solution.
func (p *pdr) joint() []int {
	joint := make([]int, len(p.Roles))
	for r, role := range p.Roles {
		for i, m := range role.Moves {
			if p.r.value(m.Does) {
				joint[r] = i
			}
		}
	}
	return joint
}

// lift returns those facts of the last solution that make literals hold, with its moves.
func (p *pdr) lift(goal []aig.Lit) cube {
	var state, inputs []sat.Lit
	back := map[sat.Lit]aig.Lit{}
	for _, bit := range p.State {
		l := bit.Lit
		if !p.r.value(l) {
			l = l.Not()
		}
		state = append(state, p.r.of(l))
		back[p.r.of(l)] = l
	}
	for _, role := range p.Roles {
		for _, m := range role.Moves {
			l := m.Does
			if !p.r.value(l) {
				l = l.Not()
			}
			inputs = append(inputs, p.r.of(l))
		}
	}
	on := p.r.newVar()
	clause := []sat.Lit{on.Not()}
	for _, l := range goal {
		if l != aig.True {
			clause = append(clause, p.r.lit(l).Not())
		}
	}
	p.r.solver.Add(clause...)
	status := p.r.solver.Solve(p.ctx, slices.Concat([]sat.Lit{on}, inputs, state), sat.Limits{})
	p.stop = p.stop || status == sat.Unknown
	var c cube
	for _, l := range p.r.solver.Core() {
		if x, ok := back[l]; ok {
			c = append(c, x)
		}
	}
	p.r.solver.Add(on.Not())
	slices.Sort(c)
	return c
}

// block shows that an obligation and those that it leads to are unreachable, or returns
// the moves of a play that reaches it.
func (p *pdr) block(o *obligation) ([][]int, bool) {
	p.queue = p.queue[:0]
	heap.Push(&p.queue, o)
	for len(p.queue) > 0 && !p.stop {
		o := heap.Pop(&p.queue).(*obligation)
		if o.level == 0 || p.holdsInitially(o.cube) {
			var play [][]int
			for x := o; x != nil; x = x.next {
				if x.joint != nil {
					play = append(play, x.joint)
				}
			}
			return play, true
		}
		if p.blocked(o.cube, o.level) {
			continue
		}
		c, found := p.predecessor(o.cube, o.level)
		if p.stop {
			return nil, false
		}
		if found {
			p.count++
			joint := p.joint()
			heap.Push(&p.queue, &obligation{cube: p.lift(p.goal(o.cube)), level: o.level - 1, joint: joint, next: o, order: p.count})
			heap.Push(&p.queue, o)
			continue
		}
		c = p.generalise(c, o.level)
		level := o.level
		for level < len(p.frames)-1 {
			if _, found := p.predecessor(c, level+1); found || p.stop {
				break
			}
			level++
		}
		p.add(c, level)
		if level < len(p.frames)-1 && len(p.queue) < 2000 {
			p.count++
			heap.Push(&p.queue, &obligation{cube: o.cube, level: level + 1, joint: o.joint, next: o.next, order: p.count})
		}
	}
	return nil, false
}

// goal returns the literals that say that a step leads into a cube.
func (p *pdr) goal(c cube) []aig.Lit {
	return append(p.next.CopyAll(c), p.step)
}

func (p *pdr) holdsInitially(c cube) bool {
	return !slices.ContainsFunc(c, func(l aig.Lit) bool { return p.init[l.Node()] == l.Negated() })
}

// blocked reports whether a clause of a frame excludes a cube.
func (p *pdr) blocked(c cube, level int) bool {
	for _, frame := range p.frames[level:] {
		for _, d := range frame {
			if subset(d, c) {
				return true
			}
		}
	}
	return false
}

// subset reports whether all literals of a sorted cube are in another.
func subset(d, c cube) bool {
	i := 0
	for _, l := range c {
		if i < len(d) && d[i] == l {
			i++
		}
	}
	return i == len(d)
}

// predecessor looks for a state of the frame before a level, outside the cube, from which
// a step leads into it. If there is none, it returns the part of the cube that matters.
func (p *pdr) predecessor(c cube, level int) (cube, bool) {
	on := p.r.newVar()
	clause := []sat.Lit{on.Not()}
	for _, l := range c {
		clause = append(clause, p.r.lit(l).Not())
	}
	p.r.solver.Add(clause...)
	extra := []sat.Lit{on}
	back := map[sat.Lit][]aig.Lit{}
	possible := true
	extra, possible = p.r.assume(extra, p.step)
	for i, l := range p.next.CopyAll(c) {
		before := len(extra)
		var ok bool
		if extra, ok = p.r.assume(extra, l); !ok {
			p.r.solver.Add(on.Not())
			return p.away(cube{c[i]}, c), false
		}
		if len(extra) > before {
			back[extra[before]] = append(back[extra[before]], c[i])
		}
	}
	if !possible {
		p.r.solver.Add(on.Not())
		return p.away(nil, c), false
	}
	found := p.solve(level-1, extra)
	var part cube
	if !found {
		for _, l := range p.r.solver.Core() {
			part = append(part, back[l]...)
		}
		slices.Sort(part)
		part = p.away(slices.Compact(part), c)
	}
	p.r.solver.Add(on.Not())
	return part, found
}

// away adds a literal of a cube to a part of it, if necessary, so that the initial state is
// outside.
func (p *pdr) away(part, c cube) cube {
	if !p.holdsInitially(part) {
		return part
	}
	for _, l := range c {
		if p.init[l.Node()] == l.Negated() {
			part = append(part, l)
			slices.Sort(part)
			break
		}
	}
	return part
}

// generalise drops literals of a cube as long as no step leads into it.
func (p *pdr) generalise(c cube, level int) cube {
	for i := 0; i < len(c) && len(c) > 1 && !p.stop; {
		smaller := slices.Delete(slices.Clone(c), i, i+1)
		if p.holdsInitially(smaller) {
			i++
			continue
		}
		part, found := p.predecessor(smaller, level)
		if found || p.stop {
			i++
			continue
		}
		c = part
	}
	return c
}

// add excludes a cube from the frames up to a level.
func (p *pdr) add(c cube, level int) {
	for i := 1; i <= level; i++ {
		p.frames[i] = slices.DeleteFunc(p.frames[i], func(d cube) bool { return subset(c, d) })
	}
	p.frames[level] = append(p.frames[level], c)
	clause := []sat.Lit{p.active[level].Not()}
	for _, l := range c {
		clause = append(clause, p.r.lit(l).Not())
	}
	p.r.solver.Add(clause...)
}

// push moves clauses to later frames. It returns a frame that equals the next one, or 0.
func (p *pdr) push() int {
	for level := 1; level < len(p.frames)-1; level++ {
		for _, c := range slices.Clone(p.frames[level]) {
			if _, found := p.predecessor(c, level+1); !found && !p.stop {
				p.add(c, level+1)
			}
			if p.stop {
				return 0
			}
		}
		if len(p.frames[level]) == 0 {
			return level + 1
		}
	}
	return 0
}
