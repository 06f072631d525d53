package knowledge

import (
	"context"
	"math/big"

	"ludex/game"
)

// UnfoldOptions configure [Model.Unfold].
type UnfoldOptions struct {
	Steps int     // how many joint moves at most; 0 is as many as there are
	Track RoleSet // the roles whose views are kept apart
	// ByDevelopment keeps all developments apart, also those that lead to the
	// same state and views.
	ByDevelopment bool
	// Weigh computes how likely each member is if all roles move by the policy
	// and random uniformly.
	Weigh  bool
	Policy Policy
}

// Probability returns the probability of a member, or nil if that was not requested.
// In an information set, the moves of its role are given, and the members'
// probabilities add up to the probability of the view.
func (s *Set) Probability(i int) *big.Rat {
	if s.mass == nil {
		return nil
	}
	p := new(big.Rat).SetInt(s.mass.at(i).big())
	return p.Mul(p, s.scale)
}

// Ended reports whether no development of a member can continue: the play is over,
// or a role has no legal move.
func (s *Set) Ended(i int) (bool, error) {
	p, err := s.model.position(s.states[i])
	return p.status != live, err
}

// Unfold returns all legal developments: those without a joint move, those with one,
// and so on, until there are no more or Steps is reached. After an error it returns
// the sets that are complete.
func (m *Model) Unfold(ctx context.Context, opt UnfoldOptions) ([]*Set, error) {
	if err := m.checkPlayers(opt.Track.List()...); err != nil {
		return nil, err
	}
	var w *probabilities
	if opt.Weigh {
		w = newProbabilities(opt.Policy, game.NoRole)
		opt.Track |= w.tracked(m)
	}
	set := m.start(opt.Track, opt.ByDevelopment)
	if opt.Weigh {
		set.setCertain()
	}
	sets := []*Set{set}
	b := &budget{limit: m.limits.Developments}
	for opt.Steps == 0 || len(sets) <= opt.Steps {
		next, err := m.step(ctx, set, all, b, w)
		if err != nil {
			return sets, err
		}
		if next.Len() == 0 {
			break
		}
		sets, set = append(sets, next), next
	}
	return sets, nil
}
