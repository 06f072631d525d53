package solve

const (
	// firstSlice is the number of states of the first slice of alpha-beta search,
	// and sliceGrowth the growth factor of slices. A search restarts with every
	// slice, so there should be few.
	firstSlice  = 1 << 14
	sliceGrowth = 4
	// proofNumberShare is the share of states and memory for proof-number search:
	// one in this many.
	proofNumberShare = 4
)

// twoPlayers solves a strictly competitive game by alpha-beta search, proof-number
// search, or both in alternation. Alpha-beta search is usually better; with long
// forced lines it is far worse.
func (s *session) twoPlayers(alphaBeta, proofNumber bool) error {
	if s.survey.order == nil || s.survey.notCompetitive {
		return errNotCompetitive
	}
	if alphaBeta && s.survey.loops {
		return s.searchDeeper()
	}
	deciders := s.searches(alphaBeta, proofNumber)
	known := unknown
	for slice := uint64(firstSlice); ; slice *= sliceGrowth {
		for _, d := range deciders {
			if !s.allow(slice / d.share) {
				return s.reportBounds(known)
			}
			s.result.Method = d.method
			known = known.intersect(d.refine(s.root, known))
			if s.err != nil {
				return s.err
			}
			if known.exact() {
				return s.reportSolved(d, known)
			}
		}
		// More random plays improve the move ordering.
		if s.allow(0) {
			if err := s.sample(int(slice), int(slice/priorShare)); err != nil {
				return err
			}
			if s.survey.notCompetitive {
				return errNotCompetitive
			}
		}
	}
}

// A namedSearch is a search with its method and its share of a slice.
type namedSearch struct {
	search
	method Method
	share  uint64
}

// searches returns the searches to run.
func (s *session) searches(alphaBeta, proofNumber bool) []namedSearch {
	if !proofNumber {
		return []namedSearch{{s.newAlphaBetaSearch(s.opt.Memory), AlphaBeta, 1}}
	}
	if !alphaBeta {
		return []namedSearch{{s.newProofNumberSearch(s.opt.Memory), ProofNumber, 1}}
	}
	other := s.opt.Memory / proofNumberShare
	return []namedSearch{
		{s.newAlphaBetaSearch(s.opt.Memory - other), AlphaBeta, 1},
		{s.newProofNumberSearch(other), ProofNumber, proofNumberShare},
	}
}

// searchDeeper looks for wins of either side in a game that can go on forever, with
// a growing horizon.
func (s *session) searchDeeper() error {
	s.result.Method = AlphaBeta
	if !s.allow(0) {
		return s.reportBounds(unknown)
	}
	a := s.newAlphaBetaSearch(s.opt.Memory)
	known := unknown
	for depth := int32(1); depth < maxPly && !s.stopped(); depth = deeper(depth) {
		known = known.intersect(a.searchWins(s.root, known, depth))
		if s.err != nil {
			return s.err
		}
		if known.exact() {
			return s.reportSolved(namedSearch{a, AlphaBeta, 1}, known)
		}
	}
	return s.reportBounds(known)
}

// reportBounds sets the bounds of both players.
func (s *session) reportBounds(known interval) error {
	r := s.survey.order
	other := r.opposite(known)
	s.narrow(r.first, int64(known.low), int64(known.high))
	s.narrow(r.second, int64(other.low), int64(other.high))
	return s.err
}

// reportSolved sets the goals of both players and finds a line of best play.
func (s *session) reportSolved(d namedSearch, known interval) error {
	s.result.Outcome, s.result.Method = Solved, d.method
	if err := s.reportBounds(known); err != nil {
		return err
	}
	s.allow(0)
	return s.line(d, known.low)
}
