package solve

import (
	"slices"

	"ludex/game"
)

// line finds a line of best play, given the goal of the first player. It is cut
// short if the budget ends.
func (s *session) line(d search, goal uint8) error {
	p := position{state: slices.Clone(s.root)}
	for range maxPly {
		if err := s.classify(&p); err != nil {
			return err
		}
		if p.kind == over {
			s.result.Complete = true
			return nil
		}
		if p.kind != turn {
			return unsuited(p.kind)
		}
		d.advance()
		i := -1
		if s.expand(&p) {
			i = s.bestChoice(d, &p, goal)
		}
		if i < 0 {
			return s.err
		}
		s.appendStep(p.choose(i), p.children[i])
		p.state = append(p.state[:0], p.children[i]...)
	}
	return nil
}

// bestChoice returns a choice of a turn that holds the goal, or -1 if none could be
// found in time.
func (s *session) bestChoice(d search, p *position, goal uint8) int {
	by := byFirst
	if r := s.survey.order; r != nil {
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

// knownChoice returns a choice that is known to hold the goal, or -1. The winner
// takes the one that was easiest to prove, and the loser the hardest one.
func (s *session) knownChoice(d search, p *position, by side, goal uint8) int {
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

// clearLine removes the line.
func (s *session) clearLine() {
	s.result.Line, s.result.Final = nil, s.root
	s.result.Complete, s.result.Shortest = false, false
}

// appendStep appends a joint move and its state to the line.
func (s *session) appendStep(joint []game.Move, to game.State) {
	s.result.Line = append(s.result.Line, slices.Clone(joint))
	s.result.Final = slices.Clone(to)
}
