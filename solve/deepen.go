package solve

// deepen looks for a better line of a single player than the one that is known,
// by searches with a horizon that grows by one, so that the first line with a
// goal is a shortest one. The table remembers dead ends, from where no such line
// ends before the horizon, and forgets the least of them when it is full.
func (s *session) deepen() error {
	s.result.Method = IterativeDeepening
	if len(s.players) > 1 {
		return errNotAlone
	}
	a := s.newAttacker(s.opt.Memory)
	for depth := int32(1); depth < maxPly && !s.stopped(); depth++ {
		if done, err := s.reach(a, depth); done || err != nil {
			return err
		}
	}
	return s.err
}

// reach looks for the highest goal before a horizon. It reports whether nothing
// better lies beyond.
func (s *session) reach(a *attacker, depth int32) (done bool, err error) {
	for !s.stopped() {
		low := uint8(s.result.Goals[a.first].Low.Num().Int64())
		a.horizon = depth
		known := anything
		if low < maxGoal {
			known = a.attack(s.root, byFirst, low+1)
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
		s.restart()
		if err := s.line(a, known.low); err != nil {
			return false, err
		}
		s.result.Shortest = s.result.Complete
	}
	return false, s.err
}
