package knowledge

import (
	"math/big"
	"strings"

	"ludex/game"
)

// Step returns the number of the step that the development has reached.
func (d Development) Step() int { return len(d.Joints) + 1 }

// Text returns the joint moves in one line, or a phrase if there are none.
func (d Development) Text(g game.Game) string {
	if len(d.Joints) == 0 {
		return "no moves"
	}
	return strings.Join(d.Texts(g), " ; ")
}

// Step returns the number of the step that the members have reached.
func (s *Set) Step() int { return s.steps + 1 }

// Before returns the set one step earlier from which this one was made, or nil.
func (s *Set) Before() *Set { return s.prev }

// Set returns the role's information set.
func (b *Belief) Set() *Set { return b.set }

// Probability returns the probability of a property of the state.
func (b *Belief) Probability(holds func(game.State) bool) *big.Rat {
	sum := new(big.Int)
	for i, w := range b.weights {
		if holds(b.State(i)) {
			sum.Add(sum, w)
		}
	}
	return new(big.Rat).SetFrac(sum, b.total)
}

// Indistinguishable reports whether a role cannot distinguish two developments at a
// step, which may be before their ends. Developments that do not both reach the step
// are distinguishable.
func (m *Model) Indistinguishable(a, b Development, r game.Role, step int) (bool, error) {
	if err := m.checkPlayers(r); err != nil {
		return false, err
	}
	s, err := m.Follow(a)
	if err != nil {
		return false, err
	}
	t, err := m.Follow(b)
	if err != nil {
		return false, err
	}
	if step < 1 || step > len(s.Views) || step > len(t.Views) {
		return false, nil
	}
	return s.Views[step-1][r] == t.Views[step-1][r], nil
}

// Initial is the number of the initial state.
const Initial = initial
