// Package sat decides whether a set of clauses can be satisfied. It learns clauses from
// conflicts (CDCL), with two watched literals, activities of variables, restarts and
// deletion of clauses, solves again and again under different assumptions, and can log a
// proof in the LRAT format for every clause that it derives.
package sat

import "context"

// A Lit is a variable or its negation: twice the number of the variable, plus 1 if it is
// negated. Variables are numbered from 1; 0 is not one.
type Lit uint32

// Var returns the variable.
func (l Lit) Var() uint32 { return uint32(l >> 1) }

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// A Status is the result of solving.
type Status uint8

// The results. Unknown means that a limit was reached.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

// A ref is the place of a clause in the arena; 0 is none.
type ref uint32

// The words of a clause before its literals.
const (
	atSize = iota
	atGlue // with the mark learned
	atID
	header
)

// learned marks clauses that may be deleted.
const learned = 1 << 31

// unset, and the values of literals.
const (
	isUnset int8 = iota
	isTrue
	isFalse = -1
)

// A watch is a clause that watches a literal, and another literal of it; if that is true,
// the clause need not be looked at.
type watch struct {
	clause  ref
	blocker Lit
}

// A Solver holds clauses. It belongs to one goroutine.
type Solver struct {
	arena   []uint32
	wasted  int // words of deleted clauses
	learnts []ref
	watches [][]watch // by literal: clauses to look at when it becomes true
	values  []int8    // by literal
	level   []int32   // by variable
	reason  []ref     // by variable
	place   []int32   // by variable: its place in the trail
	phase   []bool    // by variable: its last value
	trail   []Lit
	starts  []int // of the levels, in the trail
	head    int   // of the propagation

	order    order
	activity []float64
	bump     float64

	seen    []bool // by variable; scratch
	scratch []Lit
	glueSet []uint32 // by level: the conflict that counted it
	stamp   uint32

	failed    bool  // the clauses are contradictory
	core      []Lit // assumptions that cannot all hold
	coreID    uint32
	model     []bool
	conflicts int64
	next      int64 // the number of conflicts at which clauses are deleted next
	reduced   int64

	proof *proofLog // nil if none is wanted
	units []uint32  // by variable: the clause that says its value, if that is at level 0
}

// New returns a solver without clauses. If proofs is true, it logs how clauses are derived.
func New(proofs bool) *Solver {
	s := &Solver{arena: make([]uint32, 1), bump: 1, next: 4000}
	if proofs {
		s.proof = newProofLog()
	}
	s.Grow(0)
	return s
}

// Grow makes the variables up to a number known.
func (s *Solver) Grow(v uint32) {
	for uint32(len(s.level)) <= v {
		id := uint32(len(s.level))
		s.watches = append(s.watches, nil, nil)
		s.values = append(s.values, isUnset, isUnset)
		s.level = append(s.level, 0)
		s.reason = append(s.reason, 0)
		s.place = append(s.place, 0)
		s.phase = append(s.phase, false)
		s.activity = append(s.activity, 0)
		s.seen = append(s.seen, false)
		s.glueSet = append(s.glueSet, 0)
		s.units = append(s.units, 0)
		s.order.grow()
		if id > 0 {
			s.order.insert(id, s.activity)
		}
	}
}

// Conflicts returns how many conflicts there were.
func (s *Solver) Conflicts() int64 { return s.conflicts }

// Add adds a clause. It must not contain a variable twice.
func (s *Solver) Add(lits ...Lit) {
	s.back(0)
	for _, l := range lits {
		s.Grow(l.Var())
	}
	id := s.proof.original(lits)
	if s.failed {
		return
	}
	c := append(s.scratch[:0], lits...)
	free := 0
	for i, l := range c {
		switch s.values[l] {
		case isTrue:
			return // it holds for ever
		case isUnset:
			c[i], c[free] = c[free], c[i]
			free++
		}
	}
	s.scratch = c
	if free < 2 {
		s.addShort(c, free, id)
		return
	}
	s.attach(s.newClause(c, 0, id))
}

// addShort adds a clause that is false, or has one free literal, the first.
func (s *Solver) addShort(c []Lit, free int, id uint32) {
	if free == 0 {
		s.failed = true
		s.proof.setEmpty(s.logFalse(c, id))
		return
	}
	s.assign(c[0], 0)
	s.units[c[0].Var()] = s.logUnit(c, id)
	s.failed = s.failed || !s.settle()
}

// settle propagates at level 0, and reports whether there was no conflict.
func (s *Solver) settle() bool {
	if conflict := s.propagate(); conflict != 0 {
		s.failed = true
		s.proof.setEmpty(s.logFalse(s.lits(conflict), s.arena[conflict+atID]))
		return false
	}
	return true
}

// lits returns the literals of a clause.
func (s *Solver) lits(c ref) []Lit {
	return asLits(s.arena[c+header : uint32(c)+header+s.arena[c+atSize]])
}

func (s *Solver) newClause(lits []Lit, glue, id uint32) ref {
	c := ref(len(s.arena))
	s.arena = append(s.arena, uint32(len(lits)), glue, id)
	for _, l := range lits {
		s.arena = append(s.arena, uint32(l))
	}
	return c
}

func (s *Solver) attach(c ref) {
	lits := s.lits(c)
	s.watches[lits[0].Not()] = append(s.watches[lits[0].Not()], watch{c, lits[1]})
	s.watches[lits[1].Not()] = append(s.watches[lits[1].Not()], watch{c, lits[0]})
}

// assign makes a literal true.
func (s *Solver) assign(l Lit, reason ref) {
	v := l.Var()
	s.values[l], s.values[l.Not()] = isTrue, isFalse
	s.level[v], s.reason[v], s.place[v] = int32(len(s.starts)), reason, int32(len(s.trail))
	s.trail = append(s.trail, l)
	if len(s.starts) == 0 && reason != 0 && s.proof != nil {
		s.units[v] = s.logUnit(s.lits(reason), s.arena[reason+atID])
	}
}

// propagate assigns what follows, and returns a clause that is false, or 0.
func (s *Solver) propagate() ref {
	for s.head < len(s.trail) {
		p := s.trail[s.head]
		s.head++
		list := s.watches[p]
		kept := 0
		for i := 0; i < len(list); i++ {
			w := list[i]
			if s.values[w.blocker] == isTrue {
				list[kept] = w
				kept++
				continue
			}
			lits := s.lits(w.clause)
			if lits[0] == p.Not() {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first := lits[0]
			if first != w.blocker && s.values[first] == isTrue {
				list[kept] = watch{w.clause, first}
				kept++
				continue
			}
			if s.rewatch(lits, w.clause, first) {
				continue
			}
			list[kept] = watch{w.clause, first}
			kept++
			if s.values[first] == isFalse {
				kept += copy(list[kept:], list[i+1:])
				s.watches[p] = list[:kept]
				return w.clause
			}
			s.assign(first, w.clause)
		}
		s.watches[p] = list[:kept]
	}
	return 0
}

// rewatch lets a clause watch another literal that is not false, if it has one.
func (s *Solver) rewatch(lits []Lit, c ref, first Lit) bool {
	for k := 2; k < len(lits); k++ {
		if s.values[lits[k]] != isFalse {
			lits[1], lits[k] = lits[k], lits[1]
			s.watches[lits[1].Not()] = append(s.watches[lits[1].Not()], watch{c, first})
			return true
		}
	}
	return false
}

// back undoes the levels above one.
func (s *Solver) back(level int) {
	if len(s.starts) <= level {
		return
	}
	for i := len(s.trail) - 1; i >= s.starts[level]; i-- {
		l := s.trail[i]
		s.values[l], s.values[l.Not()] = isUnset, isUnset
		s.phase[l.Var()] = l&1 == 0
		s.order.insert(l.Var(), s.activity)
	}
	s.trail = s.trail[:s.starts[level]]
	s.starts = s.starts[:level]
	s.head = len(s.trail)
}

// Limits bound one call of [Solver.Solve].
type Limits struct {
	Conflicts int64 // 0 is no limit
}

// Solve looks for values of the variables that satisfy all clauses and the assumptions.
// Unknown means that a limit was reached or the context ended.
func (s *Solver) Solve(ctx context.Context, assumptions []Lit, limits Limits) Status {
	s.back(0)
	s.core, s.coreID = nil, 0
	for _, a := range assumptions {
		s.Grow(a.Var())
	}
	if s.failed || !s.settle() {
		return Unsatisfiable
	}
	end := s.conflicts + limits.Conflicts
	for round := int64(1); ; round++ {
		if ctx.Err() != nil || limits.Conflicts > 0 && s.conflicts >= end {
			s.back(0)
			return Unknown
		}
		if status := s.search(ctx, assumptions, 100*luby(round)); status != Unknown {
			return status
		}
		s.back(0)
	}
}

// luby returns the sequence 1 1 2 1 1 2 4 …
func luby(i int64) int64 {
	for k := int64(1); ; k++ {
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		if i < 1<<k-1 {
			return luby(i - 1<<(k-1) + 1)
		}
	}
}

// search goes on until there is a result, or a number of conflicts.
func (s *Solver) search(ctx context.Context, assumptions []Lit, conflicts int64) Status {
	steps := 0
	for {
		if conflict := s.propagate(); conflict != 0 {
			s.conflicts++
			conflicts--
			if len(s.starts) == 0 {
				s.failed = true
				s.proof.setEmpty(s.logFalse(s.lits(conflict), s.arena[conflict+atID]))
				return Unsatisfiable
			}
			s.learn(conflict)
			continue
		}
		steps++
		if conflicts <= 0 || steps&1023 == 0 && ctx.Err() != nil {
			return Unknown
		}
		if s.conflicts >= s.next {
			s.reduce()
		}
		if status, done := s.decide(assumptions); done {
			return status
		}
	}
}

// decide makes the next assumption or decision.
func (s *Solver) decide(assumptions []Lit) (Status, bool) {
	for len(s.starts) < len(assumptions) {
		a := assumptions[len(s.starts)]
		switch s.values[a] {
		case isFalse:
			s.final(a)
			return Unsatisfiable, true
		case isTrue:
			s.starts = append(s.starts, len(s.trail))
		default:
			s.starts = append(s.starts, len(s.trail))
			s.assign(a, 0)
			return Unknown, false
		}
	}
	v := s.order.pick(s.activity, s.values)
	if v == 0 {
		s.model = s.model[:0]
		for v := range s.level {
			s.model = append(s.model, s.values[2*v] == isTrue)
		}
		return Satisfiable, true
	}
	s.starts = append(s.starts, len(s.trail))
	l := Lit(v << 1)
	if !s.phase[v] {
		l = l.Not()
	}
	s.assign(l, 0)
	return Unknown, false
}

// Value returns what a literal is in the solution that was found last. A variable that the
// solver did not know then is false.
func (s *Solver) Value(l Lit) bool {
	return (int(l.Var()) < len(s.model) && s.model[l.Var()]) != (l&1 == 1)
}

// Prefer makes the solver try a literal first when it decides about its variable.
func (s *Solver) Prefer(l Lit) {
	s.Grow(l.Var())
	s.phase[l.Var()] = l&1 == 0
}

// Core returns assumptions that cannot all hold, after an unsatisfiable result. It is
// empty if the clauses alone are contradictory.
func (s *Solver) Core() []Lit { return s.core }
