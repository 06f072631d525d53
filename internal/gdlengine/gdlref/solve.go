package gdlref

import (
	"context"
	"slices"

	"ludex/game"
)

// A solver evaluates queries about the loaded state and joint move by tabling.
type solver struct {
	program *program
	limits  limits
	ctx     context.Context
	view    view
	facts   []store // of the relations; indexes are the machine's own
	plans   [][]planSet
	spaces  [levels]space

	state      game.State // that the tables are about
	before     int        // how many terms there were before the state
	generation uint32
	marks      []uint32 // by term: the generation of the last state that had it
	byFunction []*store // the facts of the state by symbol; nil where no rule looks for them
	stores     []*store // of byFunction, those that are not nil
	does       store
	common     store // what is common knowledge
	known      store // who knows what
	nobody     store // of knows with another number of arguments

	stack   []term
	members []int32 // tables of the unfinished runs
	queue   []int32 // tables with answers that consumers have not read
	runs    int32
	current int32
	depth   int
	work    int64
}

// call returns the complete table of a call, and the space it is in.
func (m *solver) call(rel int, args []term) (*space, int32) {
	s := &m.spaces[m.program.relations[rel].level]
	hash := hashCall(rel, args)
	t, loop := s.lookup(hash, rel, args, complete)
	if t != none {
		return s, t
	}
	if loop {
		fail("%s depends on its own negation", m.program.atomText(rel, args))
	}
	return s, m.run(s, hash, rel, args)
}

// run computes the table of a call together with the tables of its component
// that it needs.
func (m *solver) run(s *space, hash uint32, rel int, args []term) int32 {
	if m.depth++; m.depth > maxDepth {
		fail("negations are nested more than %d deep", maxDepth)
	}
	outer, members, queue := m.current, len(m.members), len(m.queue)
	consumers, frames := len(s.consumers), len(s.frames)
	m.runs++
	m.current = m.runs
	root := m.create(s, hash, rel, args)
	s.tables[root].root = true
	for expanded := members; ; {
		if expanded < len(m.members) {
			m.expand(s, m.members[expanded])
			expanded++
		} else if n := len(m.queue); n > queue {
			t := m.queue[n-1]
			m.queue = m.queue[:n-1]
			m.feed(s, t)
		} else {
			break
		}
	}
	for _, t := range m.members[members:] {
		s.tables[t].run = complete
	}
	m.members = m.members[:members]
	s.consumers, s.frames = s.consumers[:consumers], s.frames[:frames] // all have read everything
	m.current = outer
	m.depth--
	return root
}

// create adds the table of a call to the current run.
func (m *solver) create(s *space, hash uint32, rel int, args []term) int32 {
	t := s.create(hash, rel, args, m.current)
	m.members = append(m.members, t)
	m.checkSize(s)
	return t
}

// expand tries all facts and rules for a call.
func (m *solver) expand(s *space, t int32) {
	rel, mask := int(s.tables[t].relation), s.tables[t].mask
	m.expandFacts(s, t, &m.facts[rel])
	for _, p := range m.plansFor(rel, mask) {
		if s.tables[t].full {
			return
		}
		base := len(m.stack)
		vars := m.frame(p.vars)
		if m.enter(p, mask, s.callArgs(t), vars) {
			m.body(s, t, p, 0, vars)
		}
		m.stack = m.stack[:base]
	}
}

// expandFacts turns the facts of a relation into answers.
func (m *solver) expandFacts(s *space, t int32, facts *store) {
	if facts.size == 0 {
		return
	}
	args, mask := s.callArgs(t), s.tables[t].mask
next:
	for c, x := facts.first(mask, args); c >= 0; c = facts.after(x, c) {
		base := len(m.stack)
		for i, v := range facts.tuple(c) {
			switch {
			case args[i] == free:
				m.stack = append(m.stack, v)
			case args[i] != v:
				m.stack = m.stack[:base]
				continue next
			}
		}
		m.answer(s, t, m.stack[base:])
		m.stack = m.stack[:base]
	}
}

// frame returns memory for the variables of a rule, on the stack.
func (m *solver) frame(n int) []term {
	base := len(m.stack)
	m.stack = slices.Grow(m.stack, n)[:base+n]
	return m.stack[base : base+n : base+n]
}

// enter matches the head of a rule with the ground arguments of a call.
func (m *solver) enter(p *plan, mask uint64, args []term, vars []term) bool {
	for i := range p.head {
		if mask>>i&1 != 0 && !m.match(&p.head[i], args[i], vars) {
			return false
		}
	}
	return true
}

// body continues a rule at literal i and derives answers for a table.
func (m *solver) body(s *space, t int32, p *plan, i int, vars []term) {
	for ; i < len(p.body); i++ {
		l := &p.body[i]
		if l.kind == litConsume {
			m.consume(s, t, p, i, vars)
			return
		}
		if !l.ground {
			m.generate(s, t, p, i, vars)
			return
		}
		if m.holds(l, vars) == l.negated {
			return
		}
	}
	m.derive(s, t, p, vars)
}

// derive adds the answer of a rule whose body holds.
func (m *solver) derive(s *space, t int32, p *plan, vars []term) {
	mask := s.tables[t].mask
	base := len(m.stack)
	for i := range p.head {
		if mask>>i&1 == 0 {
			v := m.build(&p.head[i], vars)
			m.stack = append(m.stack, v)
		}
	}
	m.answer(s, t, m.stack[base:])
	m.stack = m.stack[:base]
}

func (m *solver) answer(s *space, t int32, values []term) {
	if !s.add(t, values) {
		return
	}
	m.checkSize(s)
	if s.tables[t].consumers != none {
		m.enqueue(s, t)
	}
}

func (m *solver) checkSize(s *space) {
	if s.count > m.limits.answers {
		fail("more than %d answers are needed", m.limits.answers)
	}
}

// enqueue records that the consumers of a table may have answers to read.
func (m *solver) enqueue(s *space, t int32) {
	if !s.tables[t].queued {
		s.tables[t].queued = true
		m.queue = append(m.queue, t)
	}
}

// generate continues a rule for each way in which literal i holds.
func (m *solver) generate(s *space, t int32, p *plan, i int, vars []term) {
	base := len(m.stack)
	c := m.open(&p.body[i], vars)
	for !s.tables[t].full && m.next(&c, vars) {
		m.body(s, t, p, i+1, vars)
	}
	m.stack = m.stack[:base]
}

// consume suspends a rule at literal i, a call of the same component, until
// that call has answers.
func (m *solver) consume(s *space, t int32, p *plan, i int, vars []term) {
	l := &p.body[i]
	base := len(m.stack)
	args := m.values(l, vars)
	hash := hashCall(l.relation, args)
	from, _ := s.lookup(hash, l.relation, args, m.current)
	if from == none {
		from = m.create(s, hash, l.relation, args)
	}
	m.stack = m.stack[:base]
	c := int32(len(s.consumers))
	s.consumers = append(s.consumers, consumer{next: none, target: t, read: none, plan: p, at: i, frame: int32(len(s.frames))})
	s.frames = append(s.frames, vars...)
	if tb := &s.tables[from]; tb.run != complete {
		s.consumers[c].next, tb.consumers = tb.consumers, c
	}
	m.resume(s, from, c)
}

// feed gives the consumers of a table the answers that they have not read.
func (m *solver) feed(s *space, t int32) {
	s.tables[t].queued = false
	for c := s.tables[t].consumers; c != none; c = s.consumers[c].next {
		m.resume(s, t, c)
	}
}

// resume resumes a suspended rule for each answer that is new to it.
func (m *solver) resume(s *space, t, c int32) {
	target, p, at := s.consumers[c].target, s.consumers[c].plan, s.consumers[c].at
	base := len(m.stack)
	vars := m.frame(p.vars)
	copy(vars, s.frames[s.consumers[c].frame:])
	for !s.tables[target].full {
		a := s.after(t, s.consumers[c].read)
		if a == none {
			break
		}
		s.consumers[c].read = a
		m.step()
		if m.matchAnswer(&p.body[at], s, a, vars) {
			m.body(s, target, p, at+1, vars)
		}
	}
	m.stack = m.stack[:base]
}
