package solve

// run tries the method that was asked for, or those that fit what is known of
// the game. An error that is a misfit says what else is to be known.
func (s *session) run() error {
	switch s.opt.Method {
	case AlphaBeta:
		return s.duel(true, false)
	case ProofNumber:
		return s.duel(false, true)
	case Retrograde:
		return s.retrograde()
	case BreadthFirst:
		return s.breadthFirst()
	case IterativeDeepening:
		return s.deepen()
	case NestedMonteCarlo:
		return s.nest(0)
	case Induction:
		return s.induct()
	}
	v := &s.survey
	switch {
	case v.together || v.chance || v.unlike || len(s.players) > 2:
		return s.induct()
	case len(s.players) == 1:
		return s.puzzle()
	case v.loops:
		return s.endless()
	default:
		return s.duel(true, true)
	}
}

// puzzle solves a game for one player: by looking at all states, or, if they are
// too many, by looking for a good line and then by searching for a better one.
func (s *session) puzzle() error {
	if err := s.breadthFirst(); err != nil || s.result.Outcome == Solved || !s.allow(0) {
		return err
	}
	if err := s.nest(nestedShare); err != nil || s.result.Outcome == Solved || !s.allow(0) {
		return err
	}
	return s.deepen()
}

// endless solves a game of two rivals that can go on for ever: by looking at all
// states, or, if they are too many, by looking for a win.
func (s *session) endless() error {
	if err := s.retrograde(); err != nil || s.result.Outcome == Solved || !s.allow(0) {
		return err
	}
	return s.duel(true, false)
}
