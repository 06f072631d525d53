package infotracker

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/knowledge"
)

// search draws developments by depth-first search in a random order, one search per
// development.
func (s *sampler) search(ctx context.Context) ([]knowledge.Development, error) {
	s.work = 0
	var out []knowledge.Development
	for len(out) < s.opt.Count {
		d, err := s.searchOne(ctx)
		if _, limit := err.(*knowledge.LimitError); limit && len(out) > 0 {
			return out, nil // fewer than wanted, but some
		}
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// A searchNode is a state on the current path and its untried joint moves.
type searchNode struct {
	at    particle
	moves []game.Move
}

// searchOne searches for one development. It keeps only the current path.
func (s *sampler) searchOne(ctx context.Context) (knowledge.Development, error) {
	deepest := 0
	stack := []searchNode{{at: particle{state: s.initial()}}}
	if err := s.open(&stack[0], 0); err != nil {
		return knowledge.Development{}, err
	}
	for len(stack) > 0 {
		step := len(stack) - 1
		if step == len(s.view.Steps) {
			return stack[step].at.last.development(step), nil
		}
		if ctx.Err() != nil {
			return knowledge.Development{}, ctx.Err()
		}
		deepest = max(deepest, step)
		top := &stack[step]
		if len(top.moves) == 0 {
			stack = stack[:step]
			continue
		}
		next := searchNode{at: s.choose(top)}
		if err := s.open(&next, step+1); err != nil {
			return knowledge.Development{}, err
		}
		stack = append(stack, next)
	}
	if s.incomplete {
		return knowledge.Development{}, &knowledge.LimitError{What: "joint moves of one state", Limit: maxSearched}
	}
	return knowledge.Development{}, &knowledge.InconsistentError{Step: deepest + 1,
		What: fmt.Sprintf("%s cannot have this view: %s", s.game.Roles()[s.view.Role], s.view.Steps[deepest])}
}

// open computes the joint moves of a node that are consistent with the view.
func (s *sampler) open(b *searchNode, step int) error {
	if step == len(s.view.Steps) {
		return s.machine.Err()
	}
	_, _, err := s.continuations(b.at.state, step)
	b.moves = append([]game.Move(nil), s.found...)
	return err
}

// choose removes one of the moves of a node and makes it.
func (s *sampler) choose(b *searchNode) particle {
	n := len(s.joint)
	last := len(b.moves)/n - 1
	i := s.rand.Choose(last + 1)
	s.found = append(s.found[:0], b.moves[i*n:(i+1)*n]...)
	copy(b.moves[i*n:(i+1)*n], b.moves[last*n:])
	b.moves = b.moves[:last*n]
	p := b.at
	s.makeMove(&p, 0)
	return p
}
