package solve

// iterativeDeepening looks for a better line of a single player than the known one,
// with a horizon that grows by one, so that the first line with a goal is a shortest
// one. The table stores dead ends, from which no such line ends before the horizon.
func (s *session) iterativeDeepening() error {
	s.result.Method = IterativeDeepening
	if len(s.players) > 1 {
		return errNotSinglePlayer
	}
	a := s.newAlphaBetaSearch(s.opt.Memory)
	for depth := int32(1); depth < maxPly && !s.stopped(); depth++ {
		if done, err := s.searchDepth(a, depth); done || err != nil {
			return err
		}
	}
	return s.err
}

// searchDepth looks for the highest goal up to a horizon. It reports whether nothing
// better lies beyond.
func (s *session) searchDepth(a *alphaBetaSearch, depth int32) (done bool, err error) {
	for !s.stopped() {
		low := uint8(s.result.Goals[a.first].Low.Num().Int64())
		a.horizon = depth
		known := unknown
		if low < maxGoal {
			known = a.search(s.root, byFirst, low+1)
		}
		if known.high <= low || low == maxGoal {
			s.result.Outcome = Solved
			s.narrow(a.first, int64(low), int64(low))
			return true, s.err
		}
		if known.low <= low {
			break // not before this horizon
		}
		s.narrow(a.first, int64(known.low), maxGoal)
		s.clearLine()
		if err := s.line(a, known.low); err != nil {
			return false, err
		}
		s.result.Shortest = s.result.Complete
	}
	return false, s.err
}
