package bestfirst

import (
	"context"
	"fmt"

	"ludex/game"
)

// expand computes the children of a node and their values.
func (s *search) expand(ctx context.Context, n *node) error {
	if s.machine.Terminal(n.state) { // the root
		n.solved = true
		return s.end(n.state, n.own)
	}
	if err := s.findRole(n); err != nil {
		return err
	}
	if err := s.step(n); err != nil {
		return err
	}
	n.children = make([]child, len(n.moves))
	n.values = make([]float32, len(n.moves)*len(n.own))
	s.stats.states += uint64(len(n.moves))
	for i := range n.children {
		if s.ends[i] {
			n.children[i].solved = true
			if err := s.end(s.states[i], n.of(i)); err != nil {
				return err
			}
		}
	}
	if err := s.eval.value(ctx, n, s.states); err != nil {
		return err
	}
	n.update(s.random)
	return s.machine.Err()
}

// findRole finds out who decides, and lists the moves. If nobody has a choice, the first
// role decides.
func (s *search) findRole(n *node) error {
	role := game.Role(nobody)
	for r := range s.legal {
		s.legal[r] = s.machine.Legal(n.state, game.Role(r), s.legal[r][:0])
		switch {
		case s.machine.Err() != nil:
			return s.machine.Err()
		case len(s.legal[r]) == 0:
			return fmt.Errorf("%s has no legal move", s.game.Roles()[r])
		case len(s.legal[r]) == 1:
		case role != nobody:
			return errSimultaneous
		default:
			role = game.Role(r)
		}
	}
	n.role = max(role, 0)
	n.moves = append([]game.Move(nil), s.legal[n.role]...)
	return nil
}

// step computes the states after the moves, and which of them are terminal.
func (s *search) step(n *node) error {
	s.joints = s.joints[:0]
	for _, m := range n.moves {
		at := len(s.joints)
		for r := range s.legal {
			s.joints = append(s.joints, s.legal[r][0])
		}
		s.joints[at+int(n.role)] = m
	}
	s.states = s.states[:0]
	if s.expander != nil {
		s.states = s.expander.Expand(n.state, s.joints, s.states)
	} else {
		roles := len(s.legal)
		for i := range n.moves {
			s.states = game.Extend(s.states, 1)
			s.states[i] = s.machine.Next(n.state, s.joints[i*roles:(i+1)*roles], s.states[i])
		}
	}
	s.ends = s.ends[:0]
	if s.ending != nil {
		s.ends = s.ending.Ending(n.state, s.joints, s.ends)
		return s.machine.Err()
	}
	for _, state := range s.states {
		s.ends = append(s.ends, s.machine.Terminal(state))
	}
	return s.machine.Err()
}

// end computes the values of a terminal state.
func (s *search) end(state game.State, values []float32) error {
	for r := range values {
		if game.Role(r) == s.random {
			continue
		}
		s.goals = s.machine.Goals(state, game.Role(r), s.goals[:0])
		if s.machine.Err() == nil && len(s.goals) != 1 {
			return fmt.Errorf("%s has %d goal values at the end of a play", s.game.Roles()[r], len(s.goals))
		}
		if len(s.goals) == 1 {
			values[r] = float32(s.goals[0]) / 100
		}
	}
	return s.machine.Err()
}
