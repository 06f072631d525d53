package solve

import "errors"

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
	case BestFirst:
		return s.bestFirst()
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
	if err := s.bestFirst(); err != nil && !errors.Is(err, errNoEstimates) || s.result.Outcome == Solved || !s.allow(0) {
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

// Reasons why a method does not fit a game. Some are discovered only during the
// search.
var (
	errSimultaneous    = errors.New("several roles decide at once")
	errChance          = errors.New("chance has a part in it")
	errNotCompetitive  = errors.New("it needs two roles of whom one gets more exactly if the other gets less")
	errNotSinglePlayer = errors.New("it needs a game for one player")
	errLoop            = errors.New("a play can go on for ever")
	errNoEstimates     = errors.New("the engine has no estimates for it")
)

// isUnsuited reports whether an error says that a method is unsuited.
func isUnsuited(err error) bool {
	for _, m := range []error{errSimultaneous, errChance, errNotCompetitive, errNotSinglePlayer, errLoop, errNoEstimates} {
		if errors.Is(err, m) {
			return true
		}
	}
	return false
}

// unsuited returns why a position is not a turn in a play that ends.
func unsuited(k kind) error {
	switch k {
	case simultaneous:
		return errSimultaneous
	case chance:
		return errChance
	default:
		return errLoop
	}
}
