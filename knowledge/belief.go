package knowledge

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"ludex/game"
)

// A Belief is the probability distribution over states of a role with a view, if the
// other roles move by a policy and random uniformly. The role's own moves are given
// and not evidence.
type Belief struct {
	set     *Set
	states  []StateID
	weights []*big.Int
	total   *big.Int
}

// Belief computes the belief of a view's role exactly. With the zero value of
// policy, every other role moves uniformly.
func (m *Model) Belief(ctx context.Context, v View, policy Policy) (*Belief, error) {
	w := newProbabilities(policy, v.Role)
	set, err := m.filterView(ctx, v, w.tracked(m), w)
	if err != nil {
		return nil, err
	}
	b := &Belief{set: set, total: set.mass.sum()}
	if b.total.Sign() == 0 {
		return nil, ErrImpossible
	}
	at := map[StateID]int{}
	for i, s := range set.states {
		k, ok := at[s]
		if !ok {
			k = len(b.states)
			at[s] = k
			b.states, b.weights = append(b.states, s), append(b.weights, new(big.Int))
		}
		b.weights[k].Add(b.weights[k], set.mass.at(i).big())
	}
	return b, nil
}

// Len returns the number of different states.
func (b *Belief) Len() int { return len(b.states) }

// State returns the state with an index. The caller must not change it.
func (b *Belief) State(i int) game.State { return b.set.model.State(b.states[i]) }

// P returns the probability of a state.
func (b *Belief) P(i int) *big.Rat { return new(big.Rat).SetFrac(b.weights[i], b.total) }

// Order returns the indexes of the states, the most likely ones first.
func (b *Belief) Order() []int {
	order := make([]int, len(b.states))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(b.weights[j].Cmp(b.weights[i]), cmp.Compare(i, j))
	})
	return order
}
