package solve

import (
	"slices"

	"ludex/game"
)

// line finds a line of best play of two rivals, or of a single player, given what
// the first gets. It is cut short if the budget ends.
func (s *session) line(d decider, goal uint8) error {
	p := position{state: slices.Clone(s.root)}
	for range maxPly {
		if err := s.look(&p); err != nil {
			return err
		}
		if p.kind == over {
			s.result.Complete = true
			return nil
		}
		if p.kind != turn {
			return misfit(p.kind)
		}
		d.advance()
		i := -1
		if s.expand(&p) {
			i = s.bestChoice(d, &p, goal)
		}
		if i < 0 {
			return s.err
		}
		s.step(p.choose(i), p.children[i])
		p.state = append(p.state[:0], p.children[i]...)
	}
	return nil
}

// bestChoice returns a choice of a turn that holds the goal, or -1 if none could
// be found in time.
func (s *session) bestChoice(d decider, p *position, goal uint8) int {
	by := byFirst
	if r := s.survey.rivals; r != nil {
		by = r.side(p.mover)
	}
	if best := s.knownChoice(d, p, by, goal); best >= 0 {
		return best
	}
	for i, child := range p.children {
		if p.mover == game.NoRole || d.holds(child, by, goal, true) {
			return i
		}
		if s.stopped() {
			break
		}
	}
	return -1
}

// knownChoice returns a choice that is known to hold the goal, or -1. Who wins
// takes the one that was easiest to prove, and who loses the one that was
// hardest, to make it difficult for the other.
func (s *session) knownChoice(d decider, p *position, by side, goal uint8) int {
	wins := (goal > drawn) == (by == byFirst)
	best, effort := -1, uint64(0)
	for i, child := range p.children {
		if !d.holds(child, by, goal, false) {
			continue
		}
		if e := d.effort(child); best < 0 || wins && e < effort || !wins && e > effort {
			best, effort = i, e
		}
	}
	return best
}

// restart forgets the line.
func (s *session) restart() {
	s.result.Line, s.result.Final = nil, s.root
	s.result.Complete, s.result.Shortest = false, false
}

// step adds a joint move and the state that it leads to to the line.
func (s *session) step(joint []game.Move, to game.State) {
	s.result.Line = append(s.result.Line, slices.Clone(joint))
	s.result.Final = slices.Clone(to)
}
