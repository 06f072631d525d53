package infoset

import "ludex/game"

// The effort of estimating leaf values.
const (
	estimatePlayouts = 128
	estimateStates   = 8
)

// estimateLeafValues estimates the value of random play by playouts, and the best
// value with perfect information by the best result of these playouts and of single
// steps from some states.
func (s *beliefSearch) estimateLeafValues(b belief, maxSteps int) {
	p := game.NewPlayout(s.game, s.machine)
	best, sum, goals := 0.0, 0.0, []int(nil)
	for range estimatePlayouts {
		p.Reset(s.table.states[s.sampleState(b)], s.rng.Uint64())
		for !p.Over() && p.Steps < maxSteps && p.Step() == nil {
		}
		g := goalOf(s.machine, p.State, s.role, &goals)
		best, sum = max(best, g), sum+g
	}
	s.randomValue = sum / estimatePlayouts
	for range estimateStates {
		id := s.sampleState(b)
		moves := s.table.legal(id)
		if s.limit > 0 && s.states+len(moves) > s.limit/4 {
			break
		}
		for _, branch := range s.expand(belief{{id, 1}}, moves) {
			best = max(best, branch.endedValue)
		}
	}
	if s.bestValue = best; best <= s.randomValue {
		s.bestValue = 1
	}
}

// sampleState draws a state of a belief.
func (s *beliefSearch) sampleState(b belief) int32 {
	at := s.rng.float()
	for _, m := range b {
		if at -= m.weight; at < 0 {
			return m.state
		}
	}
	return b[len(b)-1].state
}
