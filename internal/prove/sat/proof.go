package sat

import (
	"errors"
	"slices"
)

// A proofLog has every clause, original or derived, by its number, with the clauses it was
// derived from. Its methods may be called on nil, which logs nothing and numbers all
// clauses 1.
type proofLog struct {
	words []uint32 // the clauses one after the other: literals, then hints
	at    []uint32 // by number: where its literals begin
	hints []uint32 // by number: where its hints begin; an original clause has none
	empty uint32   // the number of the empty clause, or 0
	steps []step   // scratch
}

// A step is a clause that assigns a variable, at a place in the trail.
type step struct {
	place int32
	id    uint32
}

func newProofLog() *proofLog { return &proofLog{at: []uint32{0}, hints: []uint32{0}} }

// add numbers a clause.
func (p *proofLog) add(lits []Lit, hints []uint32) uint32 {
	id := uint32(len(p.at))
	p.at = append(p.at, uint32(len(p.words)))
	for _, l := range lits {
		p.words = append(p.words, uint32(l))
	}
	p.hints = append(p.hints, uint32(len(p.words)))
	p.words = append(p.words, hints...)
	return id
}

func (p *proofLog) original(lits []Lit) uint32 {
	if p == nil {
		return 1
	}
	return p.add(lits, nil)
}

func (p *proofLog) setEmpty(id uint32) {
	if p != nil {
		p.empty = id
	}
}

// end returns where the words of a clause end.
func (p *proofLog) end(id uint32) uint32 {
	if int(id)+1 < len(p.at) {
		return p.at[id+1]
	}
	return uint32(len(p.words))
}

func (p *proofLog) litsOf(id uint32) []Lit     { return asLits(p.words[p.at[id]:p.hints[id]]) }
func (p *proofLog) hintsOf(id uint32) []uint32 { return p.words[p.hints[id]:p.end(id)] }

// logUnit logs that the only literal of a clause that is not false at level 0 holds.
func (s *Solver) logUnit(clause []Lit, id uint32) uint32 {
	if s.proof == nil || len(clause) == 1 {
		return id
	}
	var unit Lit
	hints := make([]uint32, 0, len(clause))
	for _, l := range clause {
		if s.values[l] == isTrue {
			unit = l
		} else {
			hints = append(hints, s.units[l.Var()])
		}
	}
	return s.proof.add([]Lit{unit}, append(hints, id))
}

// logFalse logs the empty clause, from one that is false at level 0.
func (s *Solver) logFalse(clause []Lit, id uint32) uint32 {
	if s.proof == nil {
		return id
	}
	hints := make([]uint32, 0, len(clause)+1)
	for _, l := range clause {
		hints = append(hints, s.units[l.Var()])
	}
	return s.proof.add(nil, append(hints, id))
}

// logLearned logs a clause that was learned from a conflict.
func (s *Solver) logLearned(clause []Lit, conflict ref) uint32 {
	if s.proof == nil {
		return 1
	}
	hints := s.chain(clause, s.lits(conflict))
	return s.proof.add(clause, append(hints, s.arena[conflict+atID]))
}

// logCore logs that the assumptions of the core cannot all hold. The negation of the first
// one follows from the others.
func (s *Solver) logCore(a Lit) {
	if s.proof == nil {
		return
	}
	clause := make([]Lit, len(s.core))
	for i, l := range s.core {
		clause[i] = l.Not()
	}
	if slices.Contains(s.core[1:], a.Not()) { // two assumptions contradict each other
		s.coreID = 0
		return
	}
	s.coreID = s.proof.add(clause, s.chain(clause, []Lit{a}))
}

// chain returns the clauses that assign the given literals their values, apart from those
// that a clause makes false, in the order of the trail.
func (s *Solver) chain(clause, lits []Lit) []uint32 {
	p := s.proof
	p.steps = p.steps[:0]
	stack := make([]uint32, 0, 64)
	var touched []uint32
	visit := func(v uint32) {
		if !s.seen[v] {
			s.seen[v] = true
			touched = append(touched, v)
			stack = append(stack, v)
		}
	}
	// What is assumed false is known. A variable of the clause whose literal is true is
	// derived like others.
	for _, l := range clause {
		if s.values[l] == isFalse && !s.seen[l.Var()] {
			s.seen[l.Var()] = true
			touched = append(touched, l.Var())
		}
	}
	for _, l := range lits {
		visit(l.Var())
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.level[v] == 0 {
			p.steps = append(p.steps, step{s.place[v], s.units[v]})
			continue
		}
		r := s.reason[v]
		p.steps = append(p.steps, step{s.place[v], s.arena[r+atID]})
		for _, l := range s.lits(r) {
			visit(l.Var())
		}
	}
	for _, v := range touched {
		s.seen[v] = false
	}
	slices.SortFunc(p.steps, func(a, b step) int { return int(a.place - b.place) })
	hints := make([]uint32, len(p.steps), len(p.steps)+1)
	for i, st := range p.steps {
		hints[i] = st.id
	}
	return hints
}

// A Clause is a clause with its number in a proof.
type Clause struct {
	ID    int
	Lits  []Lit
	Hints []int // of a derived clause
}

// A Proof shows that clauses are contradictory: the original clauses that are needed, with
// the numbers 1, 2, …, and the derived ones, the last of which is empty.
type Proof struct {
	Original []Clause
	Derived  []Clause
}

// errNoProof says that there is nothing to prove.
var errNoProof = errors.New("sat: the last result was not an unsatisfiable one with a proof")

// Proof returns a proof of the last result, which must be unsatisfiable. The assumptions
// of the core count as original clauses.
func (s *Solver) Proof() (*Proof, error) {
	p := s.proof
	if p == nil {
		return nil, errNoProof
	}
	root := p.empty
	if root == 0 {
		if s.coreID == 0 {
			return nil, errNoProof
		}
		hints := make([]uint32, 0, len(s.core)+1)
		for _, l := range s.core {
			hints = append(hints, p.add([]Lit{l}, nil))
		}
		root = p.add(nil, append(hints, s.coreID))
	}
	return p.trim(root), nil
}

// trim returns the part of a proof that a clause needs.
func (p *proofLog) trim(root uint32) *Proof {
	needed := make([]bool, root+1)
	needed[root] = true
	for id := root; id > 0; id-- {
		if needed[id] {
			for _, h := range p.hintsOf(id) {
				needed[h] = true
			}
		}
	}
	out := &Proof{}
	number := make([]int, root+1)
	for id := uint32(1); id <= root; id++ {
		if needed[id] && len(p.hintsOf(id)) == 0 {
			number[id] = len(out.Original) + 1
			out.Original = append(out.Original, Clause{ID: number[id], Lits: p.litsOf(id)})
		}
	}
	for id := uint32(1); id <= root; id++ {
		if !needed[id] || len(p.hintsOf(id)) == 0 {
			continue
		}
		number[id] = len(out.Original) + len(out.Derived) + 1
		c := Clause{ID: number[id], Lits: p.litsOf(id)}
		for _, h := range p.hintsOf(id) {
			c.Hints = append(c.Hints, number[h])
		}
		out.Derived = append(out.Derived, c)
	}
	return out
}
