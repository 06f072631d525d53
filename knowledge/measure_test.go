package knowledge

import (
	"context"
	"fmt"
	"math/big"

	"ludex/game"
)

// An Outcome is a successor state and its probability.
type Outcome struct {
	State StateID
	P     *big.Rat
}

// Measure returns the probability measure π over the states after a joint move of
// all roles other than random, whose entry in the joint move is ignored. Without
// random there is one outcome. The probabilities add up to one.
func (m *Model) Measure(s StateID, joint []game.Move) ([]Outcome, error) {
	p, err := m.position(s)
	if err != nil {
		return nil, err
	}
	if p.status != live {
		return nil, fmt.Errorf("the play does not go on: %w", ErrNotLegal)
	}
	choices := [][]game.Move{joint}
	if random := m.game.Random(); random != game.NoRole && len(joint) == len(m.game.Roles()) {
		choices = choices[:0]
		for _, move := range m.legal(p, random) {
			full := append([]game.Move(nil), joint...)
			full[random] = move
			choices = append(choices, full)
		}
	}
	var out []Outcome
	counts := map[StateID]int64{}
	for _, full := range choices {
		edge := m.edgeOf(p, full)
		if edge < 0 {
			return nil, fmt.Errorf("%s: %w", m.illegal(p, full), ErrNotLegal)
		}
		to, err := m.successor(s, p, edge)
		if err != nil {
			return nil, err
		}
		if counts[to]++; counts[to] == 1 {
			out = append(out, Outcome{State: to})
		}
	}
	for i := range out {
		out[i].P = big.NewRat(counts[out[i].State], int64(len(choices)))
	}
	return out, nil
}

// A Chance is a development and its probability.
type Chance struct {
	Development Development
	P           *big.Rat
}

// Distribution returns all developments of a number of joint moves, and those that
// end earlier, with their probabilities if all roles move by the policy and random
// uniformly. The probabilities add up to one.
func (m *Model) Distribution(ctx context.Context, steps int, policy Policy) ([]Chance, error) {
	if steps < 1 {
		return []Chance{{P: big.NewRat(1, 1)}}, nil
	}
	sets, err := m.Unfold(ctx, UnfoldOptions{Steps: steps, ByDevelopment: true, Weigh: true, Policy: policy})
	if err != nil {
		return nil, err
	}
	var out []Chance
	for _, set := range sets {
		for i := range set.Len() {
			ended, err := set.Ended(i)
			if err != nil {
				return nil, err
			}
			if ended || set.steps == steps {
				out = append(out, Chance{set.Development(i), set.Probability(i)})
			}
		}
	}
	return out, nil
}
