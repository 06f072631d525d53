package solve

// run runs the requested method, or those that suit what is known of the game. An
// error may say that the method is unsuited, and why.
func (s *session) run() error {
	switch s.opt.Method {
	case AlphaBeta:
		return s.twoPlayers(true, false)
	case ProofNumber:
		return s.twoPlayers(false, true)
	case Retrograde:
		return s.retrograde()
	case BreadthFirst:
		return s.breadthFirst()
	case IterativeDeepening:
		return s.iterativeDeepening()
	case NestedMonteCarlo:
		return s.nestedSearch(0)
	case Induction:
		return s.backwardInduction()
	}
	v := &s.survey
	switch {
	case v.simultaneous || v.chance || v.notCompetitive || len(s.players) > 2:
		return s.backwardInduction()
	case len(s.players) == 1:
		return s.puzzle()
	case v.loops:
		return s.twoPlayersWithLoops()
	default:
		return s.twoPlayers(true, true)
	}
}

// puzzle solves a game of one player: by breadth-first search, or, if memory does
// not suffice, by finding a good line and then searching for a better one.
func (s *session) puzzle() error {
	if err := s.breadthFirst(); err != nil || s.result.Outcome == Solved || !s.allow(0) {
		return err
	}
	if err := s.nestedSearch(nestedShare); err != nil || s.result.Outcome == Solved || !s.allow(0) {
		return err
	}
	return s.iterativeDeepening()
}

// twoPlayersWithLoops solves a strictly competitive game that can go on forever: by
// retrograde analysis, or, if there are too many states, by searching for a win.
func (s *session) twoPlayersWithLoops() error {
	if err := s.retrograde(); err != nil || s.result.Outcome == Solved || !s.allow(0) {
		return err
	}
	return s.twoPlayers(true, false)
}
