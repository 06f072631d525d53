package gdlref

// An op says what a pattern is.
type op uint8

const (
	opConst op = iota // a ground term
	opVar             // a variable; in a plan, one that has a value
	opFresh           // in a plan, a variable that gets its value here
	opApply           // a function with arguments that are not all ground
)

// A pattern is a term that may have variables.
type pattern struct {
	op   op
	term term   // of opConst
	v    int32  // of opVar and opFresh: the number of the variable in its rule
	sym  symbol // of opApply
	args []pattern
}

// variables calls visit for each occurrence of a variable.
func (p *pattern) variables(visit func(v int32)) {
	if p.op == opVar || p.op == opFresh {
		visit(p.v)
	}
	for i := range p.args {
		p.args[i].variables(visit)
	}
}

// isBound reports whether all variables have values.
func (p *pattern) isBound(bound []bool) bool {
	ok := true
	p.variables(func(v int32) { ok = ok && bound[v] })
	return ok
}

// settle returns the pattern for a place where the given variables have values;
// variables that get theirs here are marked, and have values from then on.
func (p *pattern) settle(bound []bool) pattern {
	q := *p
	if q.op == opVar && !bound[q.v] {
		q.op = opFresh
		bound[q.v] = true
	}
	q.args = settleAll(p.args, bound)
	return q
}

func settleAll(ps []pattern, bound []bool) []pattern {
	if len(ps) == 0 {
		return nil
	}
	out := make([]pattern, len(ps))
	for i := range ps {
		out[i] = ps[i].settle(bound)
	}
	return out
}

// build returns the term that a pattern stands for; all its variables have
// values.
func (m *solver) build(p *pattern, vars []term) term {
	switch p.op {
	case opConst:
		return p.term
	case opVar:
		return vars[p.v]
	}
	base := len(m.stack)
	for i := range p.args {
		t := m.build(&p.args[i], vars)
		m.stack = append(m.stack, t)
	}
	t := m.view.make(p.sym, m.stack[base:])
	m.stack = m.stack[:base]
	return t
}

// match compares a pattern with a term and gives fresh variables their values.
func (m *solver) match(p *pattern, t term, vars []term) bool {
	switch p.op {
	case opConst:
		return p.term == t
	case opVar:
		return vars[p.v] == t
	case opFresh:
		vars[p.v] = t
		return true
	}
	n := m.view.node(t)
	if n.symbol != p.sym {
		return false
	}
	for i := range p.args {
		if !m.match(&p.args[i], m.view.args[int(n.args)+i], vars) {
			return false
		}
	}
	return true
}
