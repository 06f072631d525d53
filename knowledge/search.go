package knowledge

import (
	"context"
	"fmt"

	"ludex/game"
)

// search draws by looking for developments depth first in a random order, once
// for each that is wanted.
func (s *sampler) search(ctx context.Context) ([]Development, error) {
	s.work = 0
	var out []Development
	for len(out) < s.opt.Count {
		d, err := s.searchOne(ctx)
		if _, limit := err.(*LimitError); limit && len(out) > 0 {
			return out, nil // fewer than wanted, but some
		}
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// A branch is a state on the way down and the joint moves that are left to try.
type branch struct {
	at    particle
	moves []game.Move
}

// searchOne looks for one development. Only the branches on the way down are
// kept, so it needs little memory.
func (s *sampler) searchOne(ctx context.Context) (Development, error) {
	deepest := 0
	stack := []branch{{at: particle{state: s.initial()}}}
	if err := s.open(&stack[0], 0); err != nil {
		return Development{}, err
	}
	for len(stack) > 0 {
		step := len(stack) - 1
		if step == len(s.view.Steps) {
			return stack[step].at.last.development(step), nil
		}
		if ctx.Err() != nil {
			return Development{}, ctx.Err()
		}
		deepest = max(deepest, step)
		top := &stack[step]
		if len(top.moves) == 0 {
			stack = stack[:step]
			continue
		}
		next := branch{at: s.choose(top)}
		if err := s.open(&next, step+1); err != nil {
			return Development{}, err
		}
		stack = append(stack, next)
	}
	if s.drawn {
		return Development{}, &LimitError{"joint moves of one state", maxSearched}
	}
	return Development{}, &InconsistentError{deepest + 1,
		fmt.Sprintf("%s cannot have this view: %s", s.game.Roles()[s.view.Role], s.view.Steps[deepest])}
}

// open finds the joint moves of a branch that fit the view.
func (s *sampler) open(b *branch, step int) error {
	if step == len(s.view.Steps) {
		return s.machine.Err()
	}
	_, _, err := s.continuations(b.at.state, step)
	b.moves = append([]game.Move(nil), s.found...)
	return err
}

// choose takes one of the moves of a branch away and follows it.
func (s *sampler) choose(b *branch) particle {
	n := len(s.joint)
	last := len(b.moves)/n - 1
	i := s.rand.Choose(last + 1)
	s.found = append(s.found[:0], b.moves[i*n:(i+1)*n]...)
	copy(b.moves[i*n:(i+1)*n], b.moves[last*n:])
	b.moves = b.moves[:last*n]
	p := b.at
	s.follow(&p, 0)
	return p
}
