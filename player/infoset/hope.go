package infoset

import "ludex/game"

// How much is looked at to find out what can be hoped for.
const (
	hopePlays  = 128
	hopeStates = 8
)

// expect finds out what a role gets that plays at random, and what the best is
// that one who sees everything can hope for: the best that happened in some random
// plays, or one step after some of the states.
func (s *beliefSearch) expect(b belief, maxSteps int) {
	p := game.NewPlayout(s.game, s.machine)
	best, sum, goals := 0.0, 0.0, []int(nil)
	for range hopePlays {
		p.Reset(s.table.states[s.any(b)], s.dice.Uint64())
		for !p.Over() && p.Steps < maxSteps && p.Step() == nil {
		}
		g := goalOf(s.machine, p.State, s.role, &goals)
		best, sum = max(best, g), sum+g
	}
	s.blind = sum / hopePlays
	for range hopeStates {
		id := s.any(b)
		moves := s.table.legal(id)
		if s.limit > 0 && s.states+len(moves) > s.limit/4 {
			break
		}
		for _, branch := range s.spread(belief{{id, 1}}, moves) {
			best = max(best, branch.done)
		}
	}
	if s.hope = best; best <= s.blind {
		s.hope = 1
	}
}

// any draws a state of a belief.
func (s *beliefSearch) any(b belief) int32 {
	at := s.dice.fraction()
	for _, m := range b {
		if at -= m.weight; at < 0 {
			return m.state
		}
	}
	return b[len(b)-1].state
}
