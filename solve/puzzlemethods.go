package solve

import "math"

// breadthFirst looks for a shortest line to the highest goal by visiting all states,
// unless the highest possible goal is found first.
func (s *session) breadthFirst() error {
	s.result.Method = BreadthFirst
	if len(s.players) > 1 {
		return errNotSinglePlayer
	}
	p := newPuzzleSearch(s.walker, s.orbits, s.root, s.opt.Memory, false)
	for !p.solved && !s.stopped() {
		if err := p.breadth.run(math.MaxInt); err != nil {
			return err
		}
	}
	s.reportPuzzle(p)
	return nil
}

// bestFirst looks for a line to the highest goal by the estimates of the relaxed rules. It
// may prove that there is none before it has visited all states.
func (s *session) bestFirst() error {
	s.result.Method = BestFirst
	if len(s.players) > 1 {
		return errNotSinglePlayer
	}
	p := newPuzzleSearch(s.walker, s.orbits, s.root, s.opt.Memory, false)
	if p.guided == nil {
		return errNoEstimates
	}
	if err := p.guided.run(math.MaxInt); err != nil {
		return err
	}
	s.reportPuzzle(p)
	return nil
}

// reportPuzzle records what a search found, if it is better than what is known.
func (s *session) reportPuzzle(p *puzzleSearch) {
	s.result.Stored = uint64(p.graph.store.Len())
	known := s.result.Complete && s.result.Goals[p.player].Low.Num().Int64() >= int64(p.best)
	s.narrow(p.player, int64(max(p.best, 0)), int64(max(p.high, 0)))
	if p.solved {
		s.result.Outcome = Solved
	}
	if p.best < 0 {
		if p.solved && !p.merged {
			s.note("no play ends; one that goes on for ever counts 0")
		}
		return
	}
	if known {
		return
	}
	s.result.Line, s.result.Final, s.result.Complete = p.line, p.final, true
	s.result.Shortest = p.solved && p.by == BreadthFirst && p.complete(p.best)
}
