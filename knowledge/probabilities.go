package knowledge

import (
	"errors"
	"fmt"
	"math/big"

	"ludex/game"
)

// A Situation is a state in which a role has to choose a move.
type Situation struct {
	Role  game.Role
	State game.State
	Legal []game.Move
	View  *View // the role's view; nil unless Policy.ByView is set
}

// A Policy is a model of how other roles move. The zero value chooses uniformly
// among the legal moves.
type Policy struct {
	// Weights returns relative weights of the legal moves. Nil means that all are
	// equally likely. It is not called for random.
	Weights func(Situation) []uint64
	// ByView passes the role's view to the policy. Developments that lead to one
	// state by different views are then kept apart, which takes longer.
	ByView bool
}

// ErrPolicy is returned for a policy that does not return one weight per legal move,
// or only zeros.
var ErrPolicy = errors.New("a policy must give one weight to each legal move, and not all of them zero")

// ErrImpossible is returned for a view that has probability zero under the policies
// of the others.
var ErrImpossible = errors.New("the view has the probability zero")

// probabilities compute the probabilities of sets as integers with one common factor
// per set, which is much faster than fractions.
type probabilities struct {
	policy Policy
	self   game.Role // whose own moves are given, or NoRole
	common number    // denominator of the step
	vector map[situationKey][]uint64
}

type situationKey struct {
	role  game.Role
	state StateID
	view  ViewID
}

func newProbabilities(p Policy, self game.Role) *probabilities {
	return &probabilities{policy: p, self: self, vector: map[situationKey][]uint64{}}
}

// tracked returns the roles whose views the policy needs.
func (w *probabilities) tracked(m *Model) RoleSet {
	if w.policy.Weights == nil || !w.policy.ByView {
		return 0
	}
	roles := Roles(m.players...)
	if w.self != game.NoRole {
		roles &^= Roles(w.self)
	}
	return roles
}

// prepareWeights computes a common denominator of all joint moves of the step, and
// the factor of each member of the old set.
func (x *stepper) prepareWeights() error {
	w := x.probabilities
	w.common = number{small: 1}
	divisors := make([]number, len(x.from.states))
	for i, s := range x.from.states {
		p, err := x.position(s)
		if err != nil {
			return err
		}
		divisors[i] = number{small: 1}
		if p.status != live {
			continue
		}
		for r := range x.game.Roles() {
			total, err := x.total(i, p, game.Role(r))
			if err != nil {
				return err
			}
			divisors[i] = divisors[i].times(total)
		}
		w.common = lcm(w.common, divisors[i])
	}
	x.factors = divisors
	for i, d := range divisors {
		x.factors[i] = x.from.mass.at(i).times(w.common.over(d))
	}
	return nil
}

// total returns the sum of the weights of a role's moves.
func (x *stepper) total(i int, p position, r game.Role) (number, error) {
	if r == x.probabilities.self {
		return number{small: 1}, nil
	}
	weights, err := x.weights(i, p, r)
	if err != nil {
		return number{}, err
	}
	if weights == nil {
		return number{small: uint64(len(x.legal(p, r)))}, nil
	}
	var sum countList
	sum.push()
	for _, n := range weights {
		sum.add(0, number{small: n})
	}
	if sum.at(0).isZero() {
		return number{}, fmt.Errorf("%s: %w", x.game.Roles()[r], ErrPolicy)
	}
	return sum.at(0), nil
}

// weights calls the policy for a role at a member of the old set, once per
// situation.
func (x *stepper) weights(i int, p position, r game.Role) ([]uint64, error) {
	w := x.probabilities
	if w.policy.Weights == nil || r == x.game.Random() {
		return nil, nil
	}
	key := situationKey{r, x.from.states[i], NoView}
	situation := Situation{Role: r, State: x.State(key.state), Legal: x.legal(p, r)}
	if w.policy.ByView {
		key.view = x.from.ViewID(i, r)
	}
	if known, ok := w.vector[key]; ok {
		return known, nil
	}
	if w.policy.ByView {
		view := x.View(r, key.view)
		situation.View = &view
	}
	weights := w.policy.Weights(situation)
	if weights != nil && len(weights) != len(situation.Legal) {
		return nil, fmt.Errorf("%s: %w", x.game.Roles()[r], ErrPolicy)
	}
	w.vector[key] = weights
	return weights, nil
}

// chance returns the probability of an edge, in units of the member's factor.
func (x *stepper) chance(i int, edge int32) number {
	n := number{small: 1}
	if x.probabilities.policy.Weights == nil {
		return n
	}
	p := x.positions[x.from.states[i]]
	for r := range x.digits {
		if game.Role(r) == x.probabilities.self {
			continue
		}
		if weights, _ := x.weights(i, p, game.Role(r)); weights != nil { // errors were reported before
			n = n.times(number{small: weights[x.digits[r].index(edge)]})
		}
	}
	return n
}

// finishWeights divides the integers by their greatest common divisor.
func (x *stepper) finishWeights() {
	divisor := x.to.mass.reduce()
	x.to.scale = new(big.Rat).SetFrac(divisor.big(), x.probabilities.common.big())
	x.to.scale.Mul(x.to.scale, x.from.scale)
}
