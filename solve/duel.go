package solve

const (
	// firstSlice is how many states alpha-beta search computes before the other
	// method gets its turn, and sliceGrowth by how much slices grow from turn to
	// turn. A search begins again with every slice, so there should be few.
	firstSlice  = 1 << 14
	sliceGrowth = 4
	// otherShare is which part of states and memory the other method gets: one in
	// so many.
	otherShare = 4
)

// duel solves a game of two rivals who take turns, by alpha-beta search, by
// proof-number search, or by both in turn. Alpha-beta search is the better one
// most of the time; where there are long forced lines it is far worse.
func (s *session) duel(alphaBeta, proofNumber bool) error {
	if s.survey.rivals == nil || s.survey.unlike {
		return errNotRivals
	}
	if alphaBeta && s.survey.loops {
		return s.attackDeeper()
	}
	deciders := s.deciders(alphaBeta, proofNumber)
	known := anything
	for slice := uint64(firstSlice); ; slice *= sliceGrowth {
		for _, d := range deciders {
			if !s.allow(slice / d.share) {
				return s.undecided(known)
			}
			s.result.Method = d.method
			known = known.meet(d.refine(s.root, known))
			if s.err != nil {
				return s.err
			}
			if known.exact() {
				return s.decided(d, known)
			}
		}
		// More random plays tell better which moves to try first.
		if s.allow(0) {
			if err := s.sample(int(slice), int(slice/guessShare)); err != nil {
				return err
			}
			if s.survey.unlike {
				return errNotRivals
			}
		}
	}
}

// A named decider knows which method it is, and which part of a slice it gets.
type named struct {
	decider
	method Method
	share  uint64
}

// deciders returns those that are wanted.
func (s *session) deciders(alphaBeta, proofNumber bool) []named {
	if !proofNumber {
		return []named{{s.newAttacker(s.opt.Memory), AlphaBeta, 1}}
	}
	if !alphaBeta {
		return []named{{s.newProver(s.opt.Memory), ProofNumber, 1}}
	}
	other := s.opt.Memory / otherShare
	return []named{
		{s.newAttacker(s.opt.Memory - other), AlphaBeta, 1},
		{s.newProver(other), ProofNumber, otherShare},
	}
}

// attackDeeper looks for wins of either side in a game that can go on for ever,
// with a horizon that grows as long as the budget lasts.
func (s *session) attackDeeper() error {
	s.result.Method = AlphaBeta
	if !s.allow(0) {
		return s.undecided(anything)
	}
	a := s.newAttacker(s.opt.Memory)
	known := anything
	for depth := int32(1); depth < maxPly && !s.stopped(); depth = deeper(depth) {
		known = known.meet(a.wins(s.root, known, depth))
		if s.err != nil {
			return s.err
		}
		if known.exact() {
			return s.decided(named{a, AlphaBeta, 1}, known)
		}
	}
	return s.undecided(known)
}

// undecided notes the bounds of both rivals.
func (s *session) undecided(known span) error {
	r := s.survey.rivals
	other := r.opposite(known)
	s.narrow(r.first, int64(known.low), int64(known.high))
	s.narrow(r.second, int64(other.low), int64(other.high))
	return s.err
}

// decided notes the goals of both rivals and finds a line of best play.
func (s *session) decided(d named, known span) error {
	s.result.Outcome, s.result.Method = Solved, d.method
	if err := s.undecided(known); err != nil {
		return err
	}
	s.allow(0)
	return s.line(d, known.low)
}
