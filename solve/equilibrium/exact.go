package equilibrium

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"ludex/internal/simplex"
)

// ErrNotRivals is reported if a game is to be solved exactly that is neither one
// of a single player nor one in which one of two gets what the other loses.
var ErrNotRivals = errors.New("exact solutions are for one player, and for two whose payoffs always add up to the same")

// An Exact is an equilibrium in fractions.
type Exact struct {
	Values   []*big.Rat // by player
	Strategy []*big.Rat // by sequence: how likely its last action is
	Pivots   int        // steps of the simplex method
}

// Profile returns the strategies with rounded numbers.
func (e *Exact) Profile() Profile {
	p := make(Profile, len(e.Strategy))
	for i, x := range e.Strategy {
		p[i], _ = x.Float64()
	}
	return p
}

// Exact finds an equilibrium in fractions. Two rivals are solved by the linear
// program of the sequence form; its duals are the other player's strategy.
func (t *Tree) Exact(ctx context.Context) (*Exact, error) {
	if t.players == 1 {
		return t.optimum(), nil
	}
	sum, ok := t.Rivals()
	if !ok {
		return nil, ErrNotRivals
	}
	f := newSequenceForm(t, sum)
	s, err := simplex.Maximise(ctx, f.program())
	if err != nil {
		return nil, fmt.Errorf("sequence form: %w", err)
	}
	return f.read(s), nil
}

// ExactActions returns the part of an exact strategy that is about one set of a
// player, which counts from 0.
func (t *Tree) ExactActions(e *Exact, player, number int) []*big.Rat {
	s := t.setsOf(player)[number]
	return e.Strategy[s.first : s.first+s.count]
}
