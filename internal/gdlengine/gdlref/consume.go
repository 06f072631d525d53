package gdlref

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

// resume goes on with a suspended rule for each answer that is new to it.
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
