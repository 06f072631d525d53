package sat

import (
	"slices"
	"unsafe"
)

// asLits returns words of the arena as literals, which have the same representation.
func asLits(words []uint32) []Lit {
	return unsafe.Slice((*Lit)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// learn derives a clause from a conflict, undoes levels and assigns what follows.
func (s *Solver) learn(conflict ref) {
	clause, level := s.analyse(conflict)
	id := s.logLearned(clause, conflict)
	glue := s.glue(clause)
	s.back(level)
	s.decay()
	if len(clause) == 1 {
		s.assign(clause[0], 0)
		s.units[clause[0].Var()] = id
		return
	}
	c := s.newClause(clause, glue|learned, id)
	s.learnts = append(s.learnts, c)
	s.attach(c)
	s.assign(clause[0], c)
}

// analyse returns the clause of the first unique implication point, its asserting literal
// first and one of the next level second, and the level to go back to.
func (s *Solver) analyse(conflict ref) ([]Lit, int) {
	clause := append(s.scratch[:0], 0)
	open, at, top := 0, len(s.trail)-1, int32(len(s.starts))
	var p Lit
	for c := conflict; ; {
		for _, l := range s.lits(c) {
			v := l.Var()
			if l == p || s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.seen[v] = true
			s.raise(v)
			if s.level[v] == top {
				open++
			} else {
				clause = append(clause, l)
			}
		}
		for !s.seen[s.trail[at].Var()] {
			at--
		}
		p = s.trail[at]
		at--
		c = s.reason[p.Var()]
		s.seen[p.Var()] = false
		if open--; open == 0 {
			break
		}
	}
	clause[0] = p.Not()
	clause = s.minimise(clause)
	s.scratch = clause
	level := 0
	if len(clause) > 1 {
		high := 1
		for i := 2; i < len(clause); i++ {
			if s.level[clause[i].Var()] > s.level[clause[high].Var()] {
				high = i
			}
		}
		clause[1], clause[high] = clause[high], clause[1]
		level = int(s.level[clause[1].Var()])
	}
	return clause, level
}

// minimise drops literals that the others imply, and clears the marks. A literal is
// dropped if all literals of its reason are in the clause, dropped or of level 0.
func (s *Solver) minimise(clause []Lit) []Lit {
	var dropped []Lit
	for _, l := range clause[1:] {
		if r := s.reason[l.Var()]; r != 0 && s.covered(r, l) {
			dropped = append(dropped, l)
		}
	}
	for _, l := range clause[1:] {
		s.seen[l.Var()] = false
	}
	for _, l := range dropped {
		s.seen[l.Var()] = true
	}
	kept := clause[:1]
	for _, l := range clause[1:] {
		if !s.seen[l.Var()] {
			kept = append(kept, l)
		}
	}
	for _, l := range dropped {
		s.seen[l.Var()] = false
	}
	return kept
}

// covered reports whether all other literals of a reason are marked or of level 0.
func (s *Solver) covered(r ref, l Lit) bool {
	for _, x := range s.lits(r) {
		if x.Var() != l.Var() && !s.seen[x.Var()] && s.level[x.Var()] > 0 {
			return false
		}
	}
	return true
}

// glue counts the levels of a clause.
func (s *Solver) glue(clause []Lit) uint32 {
	s.stamp++
	n := uint32(0)
	for _, l := range clause {
		if lv := s.level[l.Var()]; s.glueSet[lv] != s.stamp {
			s.glueSet[lv] = s.stamp
			n++
		}
	}
	return n
}

func (s *Solver) raise(v uint32) {
	s.activity[v] += s.bump
	if s.activity[v] > 1e100 {
		for i := range s.activity {
			s.activity[i] *= 1e-100
		}
		s.bump *= 1e-100
	}
	s.order.raised(v, s.activity)
}

func (s *Solver) decay() { s.bump /= 0.95 }

// final finds the assumptions that lead to the negation of another one.
func (s *Solver) final(a Lit) {
	s.core = append(s.core[:0:0], a)
	s.seen[a.Var()] = true
	if s.level[a.Var()] == 0 {
		s.seen[a.Var()] = false
		s.logCore(a)
		return
	}
	for i := len(s.trail) - 1; i >= s.starts[0]; i-- {
		l := s.trail[i]
		if !s.seen[l.Var()] {
			continue
		}
		s.seen[l.Var()] = false
		if r := s.reason[l.Var()]; r == 0 {
			s.core = append(s.core, l)
		} else {
			for _, x := range s.lits(r) {
				if s.level[x.Var()] > 0 && x != l {
					s.seen[x.Var()] = true
				}
			}
		}
	}
	s.logCore(a)
}

// reduce deletes half of the learned clauses: those that span many levels.
func (s *Solver) reduce() {
	s.reduced++
	s.next = s.conflicts + 4000 + 600*s.reduced
	locked := func(c ref) bool {
		l := s.lits(c)[0]
		return s.values[l] == isTrue && s.reason[l.Var()] == c
	}
	glue := func(c ref) uint32 { return s.arena[c+atGlue] &^ learned }
	var removable []ref
	kept := s.learnts[:0]
	for _, c := range s.learnts {
		if glue(c) <= 2 || locked(c) {
			kept = append(kept, c)
		} else {
			removable = append(removable, c)
		}
	}
	slices.SortStableFunc(removable, func(a, b ref) int { return int(glue(a)) - int(glue(b)) })
	half := len(removable) / 2
	kept = append(kept, removable[:half]...)
	for _, c := range removable[half:] {
		s.wasted += header + int(s.arena[c+atSize])
		s.arena[c+atID] = 0
	}
	slices.Sort(kept)
	s.learnts = kept
	for i := range s.watches {
		s.watches[i] = slices.DeleteFunc(s.watches[i], func(w watch) bool { return s.arena[w.clause+atID] == 0 })
	}
	if s.wasted > len(s.arena)/2 {
		s.compact()
	}
}

// compact moves the clauses together.
func (s *Solver) compact() {
	moved := make(map[ref]ref, len(s.learnts))
	arena := make([]uint32, 1, len(s.arena)-s.wasted)
	for at := ref(1); int(at) < len(s.arena); {
		end := at + header + ref(s.arena[at+atSize])
		if s.arena[at+atID] != 0 {
			moved[at] = ref(len(arena))
			arena = append(arena, s.arena[at:end]...)
		}
		at = end
	}
	s.arena, s.wasted = arena, 0
	for i, c := range s.learnts {
		s.learnts[i] = moved[c]
	}
	for i := range s.watches {
		for k := range s.watches[i] {
			s.watches[i][k].clause = moved[s.watches[i][k].clause]
		}
	}
	for _, l := range s.trail {
		if r := s.reason[l.Var()]; r != 0 {
			s.reason[l.Var()] = moved[r]
		}
	}
}
