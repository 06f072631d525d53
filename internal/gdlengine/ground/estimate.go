package ground

// A litStat says how many tuples match a literal, and how many different terms
// stand for each of its variables. Variables are numbered by first occurrence.
type litStat struct {
	size     float64
	distinct []float64
}

// statistics estimate the sizes of joins from the relations that an earlier
// pass computed, as databases do: every variable that two literals share
// divides the product of their sizes by the larger number of its values.
type statistics struct {
	engine *engine
	rels   int // relations from this number on are new
	memo   map[string]*litStat
	aux    map[int32]*litStat
	seen   *stamps
}

// stamps counts distinct terms: a term was seen if it has the current stamp.
type stamps struct {
	byTerm []int32
	now    int32
}

// first reports whether a term is seen for the first time since now changed.
func (s *stamps) first(t term) bool {
	if s.byTerm[t] == s.now {
		return false
	}
	s.byTerm[t] = s.now
	return true
}

// newStatistics uses an engine that has run. Its first relations are the relations
// of the programs to be estimated.
func newStatistics(e *engine, rels int) *statistics {
	return &statistics{
		engine: e, rels: rels, memo: map[string]*litStat{}, aux: map[int32]*litStat{},
		seen: &stamps{byTerm: make([]int32, len(e.terms.nodes))},
	}
}

// varStat is a litStat with the variables of a rule.
type varStat struct {
	*litStat
	vars []int32
}

// sibling returns statistics for another program that was split differently.
func (s *statistics) sibling() *statistics {
	t := *s
	t.aux = map[int32]*litStat{}
	return &t
}

// literal returns the statistics of a positive literal of a rule.
func (s *statistics) literal(r *rule, l *literal) varStat {
	c := newCanon(len(r.names))
	cl := c.literal(l)
	if int(l.rel) >= s.rels {
		return varStat{s.estimated(&cl, len(c.met)), c.met}
	}
	st, ok := s.memo[string(c.key)]
	if !ok {
		st = &litStat{distinct: make([]float64, len(c.met))}
		s.count(&cl, st)
		s.memo[string(c.key)] = st
	}
	return varStat{st, c.met}
}

// estimated returns the statistics of a literal that reads an estimated
// relation, whose arguments are all variables in rules.
func (s *statistics) estimated(l *literal, variables int) *litStat {
	st := &litStat{distinct: make([]float64, variables)}
	if a, ok := s.aux[l.rel]; ok {
		st.size = a.size
		for i := range l.args {
			if l.args[i].kind == patVariable {
				st.distinct[l.args[i].id] = a.distinct[i]
			}
		}
	}
	return st
}

// count counts the tuples that match a literal of a known relation.
func (s *statistics) count(l *literal, st *litStat) {
	m := matcher{bound: newVarSet(len(st.distinct)), seen: newVarSet(len(st.distinct))}
	for i := range l.args {
		m.pattern(&l.args[i], path{arg: int32(i)})
	}
	rel, ts := s.engine.rels[l.rel], s.engine.terms
	var matching []int32
	for id := range int32(rel.size()) {
		if rel.state[id] != tupleNamed && m.fits(ts, rel.tuple(id)) {
			matching = append(matching, id)
		}
	}
	st.size = float64(len(matching))
	for i := range m.step.out {
		s.seen.now++
		n, o := 0, &m.step.out[i]
		for _, id := range matching {
			if s.seen.first(ts.at(rel.tuple(id), &o.path)) {
				n++
			}
		}
		st.distinct[o.variable] = float64(n)
	}
}

// fits reports whether a tuple has the functors and constants of a literal.
// Variables that occur twice are not compared, which only makes estimates
// larger.
func (m *matcher) fits(ts *terms, tuple []term) bool {
	if !m.shape.fits(ts, tuple) {
		return false
	}
	for i, key := range m.step.keys {
		if ts.at(tuple, &m.shape.keys[i]) != ^key {
			return false
		}
	}
	return true
}

// knows reports whether there are statistics of a relation.
func (s *statistics) knows(rel int32) bool {
	return int(rel) < s.rels || s.aux[rel] != nil
}

// matches estimates how many tuples match a literal when some variables are
// bound.
func (s *statistics) matches(r *rule, l *literal, bound varSet) float64 {
	v := s.literal(r, l)
	n := v.size
	for i, x := range v.vars {
		if bound.has(x) {
			n /= max(v.distinct[i], 1)
		}
	}
	return n
}

// joinSize estimates how many bindings satisfy some literals of a rule.
func (s *statistics) joinSize(r *rule, ls []literal) float64 {
	j := newJoinEstimate(len(r.names))
	for i := range ls {
		if ls[i].kind == litPositive {
			j.add(s.literal(r, &ls[i]))
		}
	}
	return j.size
}

// A joinEstimate is the estimated size of a join and, for each variable, how
// many values it can have.
type joinEstimate struct {
	size   float64
	values []float64 // 0 for variables that are not bound
}

func newJoinEstimate(variables int) *joinEstimate {
	return &joinEstimate{1, make([]float64, variables)}
}

func (j *joinEstimate) add(v varStat) {
	j.size *= v.size
	for i, x := range v.vars {
		d := max(v.distinct[i], 1)
		if old := j.values[x]; old > 0 {
			j.size /= max(old, d)
			d = min(old, d)
		}
		j.values[x] = d
	}
}

// projection returns the statistics of a relation that projects a join to some
// variables.
func (j *joinEstimate) projection(shown []int32) varStat {
	out := varStat{&litStat{size: 1, distinct: make([]float64, len(shown))}, shown}
	for i, v := range shown {
		out.distinct[i] = j.values[v]
		out.size *= j.values[v]
	}
	out.size = min(out.size, j.size)
	return out
}

// addAuxiliary estimates a relation that splitting has made.
func (s *statistics) addAuxiliary(definition *rule) {
	j := newJoinEstimate(len(definition.names))
	for i := range definition.body {
		if definition.body[i].kind == litPositive {
			j.add(s.literal(definition, &definition.body[i]))
		}
	}
	shown := make([]int32, len(definition.head.args))
	for i := range shown {
		shown[i] = definition.head.args[i].id
	}
	s.aux[definition.head.rel] = j.projection(shown).litStat
}

// total estimates the number of instances of the rules of a program that was
// split.
func (s *statistics) total(p *program) float64 {
	sum := 0.0
	for _, r := range p.rules {
		if int(r.head.rel) >= s.rels {
			if _, ok := s.aux[r.head.rel]; !ok {
				s.addAuxiliary(r)
			}
		}
		n := s.joinSize(r, r.body)
		if p.rels[r.head.rel].class == relDynamic {
			sum += n
		} else {
			sum += staticShare * n
		}
	}
	return sum
}
