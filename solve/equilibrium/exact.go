package equilibrium

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"ludex/internal/simplex"
)

// ErrNotConstantSum is returned by Tree.Exact for games other than single-player and
// two-player constant-sum games.
var ErrNotConstantSum = errors.New("exact solutions are for one player, and for two whose payoffs always add up to the same")

// An exactSolution is an equilibrium in fractions.
type exactSolution struct {
	Values   []*big.Rat // by player
	Strategy []*big.Rat // by sequence: how likely its last action is
	Pivots   int        // steps of the simplex method
}

// Profile returns the strategies as floating-point numbers.
func (e *exactSolution) Profile() Profile {
	p := make(Profile, len(e.Strategy))
	for i, x := range e.Strategy {
		p[i], _ = x.Float64()
	}
	return p
}

// exact computes an equilibrium in fractions. Two-player constant-sum games are
// solved by the linear program of the sequence form; its dual solution is the other
// player's strategy.
func (t *Tree) exact(ctx context.Context) (*exactSolution, error) {
	if t.players == 1 {
		return t.optimum(), nil
	}
	sum, ok := t.TwoPlayerConstantSum()
	if !ok {
		return nil, ErrNotConstantSum
	}
	f := newSequenceForm(t, sum)
	s, err := simplex.Maximise(ctx, f.program())
	if err != nil {
		return nil, fmt.Errorf("sequence form: %w", err)
	}
	return f.read(s), nil
}

// ExactActions returns the part of an exact strategy for one set of a player,
// counted from 0.
func (t *Tree) ExactActions(e *exactSolution, player, number int) []*big.Rat {
	s := t.setsOf(player)[number]
	return e.Strategy[s.first : s.first+s.count]
}
