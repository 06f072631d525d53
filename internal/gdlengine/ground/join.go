package ground

// start finds the instances that use a new tuple, and reports whether to go on.
func (p *plan) start(tuple []term, id int32) bool {
	ts := p.engine.terms
	if !p.shape.fits(ts, tuple) {
		return true
	}
	for i, key := range p.delta.keys {
		if ts.at(tuple, &p.shape.keys[i]) != ^key { // nothing is bound yet: all keys are constants
			return true
		}
	}
	if !p.accept(&p.delta, tuple) {
		return true
	}
	p.current, p.found = id, -1
	p.instance = p.instance[:0]
	if p.delta.rel.class == relDynamic {
		p.note(p.delta.rel, id)
	}
	return p.run(0)
}

// accept binds the variables of a step to the terms of a tuple and reports
// whether variables that occur twice agree.
func (p *plan) accept(s *step, tuple []term) bool {
	ts := p.engine.terms
	for i := range s.out {
		o := &s.out[i]
		p.bind[o.variable] = ts.at(tuple, &o.path)
	}
	for i := range s.same {
		o := &s.same[i]
		if p.bind[o.variable] != ts.at(tuple, &o.path) {
			return false
		}
	}
	return true
}

// note adds a tuple's atom to the instance, unless it always holds.
func (p *plan) note(rel *relation, id int32) {
	if l := rel.literals[id]; l >= 0 {
		p.instance = append(p.instance, l)
	}
}

// run runs the plan from a step on and reports whether to continue.
func (p *plan) run(i int) bool {
	for ; i < len(p.steps); i++ {
		s := &p.steps[i]
		if s.kind == stepScan {
			return p.scan(s, i)
		}
		if !p.holds(s) {
			return true
		}
	}
	return p.emit()
}

// scan iterates over the tuples of an index.
func (p *plan) scan(s *step, i int) bool {
	for k, key := range s.keys {
		if key >= 0 {
			s.buf[k] = p.bind[key]
		} else {
			s.buf[k] = ^key
		}
	}
	meter, rel, next := &p.engine.meter, s.rel, s.index.next
	depth, hits := len(p.instance), p.hits
	for x := s.index.first(s.buf); x != 0; x = next[x-1] {
		if !meter.tick() {
			return false
		}
		id := x - 1
		if s.older && id == p.current || !p.accept(s, rel.tuple(id)) {
			continue
		}
		if i < p.settled {
			p.found = -1
		}
		p.instance = p.instance[:depth]
		if s.record {
			p.note(rel, id)
		}
		if !p.run(i + 1) {
			return false
		}
		if s.first || s.once && p.hits != hits {
			break
		}
	}
	return true
}

// holds reports whether a step holds that binds nothing.
func (p *plan) holds(s *step) bool {
	switch s.kind {
	case stepDistinct:
		return p.build(&s.args[0]) != p.build(&s.args[1])
	case stepEqual:
		return p.build(&s.args[0]) == p.build(&s.args[1])
	}
	id := int32(-1)
	if p.lookupAll(s.args, s.buf) {
		id, _ = s.rel.find(s.buf)
	}
	if s.kind == stepAbsent {
		return id < 0
	}
	if id < 0 || s.rel.state[id] != tupleVisible || s.older && id == p.current {
		return false
	}
	if s.record {
		p.note(s.rel, id)
	}
	return true
}

// emit records the instance that has been found.
func (p *plan) emit() bool {
	e := p.engine
	p.hits++
	for i := range p.negatives {
		s := &p.negatives[i]
		p.buildAll(s.args, s.buf)
		l := s.rel.literals[e.name(s.rel, s.buf)]
		if l < 0 {
			return e.meter.tick() // a negated literal always holds
		}
		p.instance = append(p.instance, l|1)
	}
	if p.found < 0 {
		p.buildAll(p.rule.head.args, p.tuple)
		p.found = e.name(p.head, p.tuple)
	}
	id := p.found
	p.head.emitted++
	if p.head.class != relDynamic || e.record(p, p.head.literals[id]) {
		e.counts[p.rule.source].Instances++
		e.counts[p.rule.source].Literals += len(p.instance)
	}
	e.derive(p.head, id)
	return e.meter.tick()
}

// build returns the term that a pattern stands for.
func (p *plan) build(t *pattern) term {
	switch t.kind {
	case patConstant:
		return t.id
	case patVariable:
		return p.bind[t.id]
	}
	var few [8]term
	args := few[:0]
	for i := range t.args {
		args = append(args, p.build(&t.args[i]))
	}
	built := p.engine.terms.intern(t.id, args)
	if p.engine.terms.deepest > maxDepth {
		p.engine.meter.grown()
	}
	return built
}

func (p *plan) buildAll(args []pattern, dst []term) {
	for i := range args {
		dst[i] = p.build(&args[i])
	}
}

// lookup is like build, but returns -1 if there is no such term yet. The two are not one
// function because grounding spends much of its time in them.
func (p *plan) lookup(t *pattern) term {
	switch t.kind {
	case patConstant:
		return t.id
	case patVariable:
		return p.bind[t.id]
	}
	var few [8]term
	args := few[:0]
	for i := range t.args {
		a := p.lookup(&t.args[i])
		if a < 0 {
			return -1
		}
		args = append(args, a)
	}
	found, _ := p.engine.terms.find(t.id, args)
	return found
}

func (p *plan) lookupAll(args []pattern, dst []term) bool {
	for i := range args {
		dst[i] = p.lookup(&args[i])
		if dst[i] < 0 {
			return false
		}
	}
	return true
}
