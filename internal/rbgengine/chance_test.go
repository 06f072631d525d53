package rbgengine

import (
	"math/big"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/solve/equilibrium"
)

// dice is a race with a die of two sides: who cannot go as far as it says has lost.
const dice = `
#players = red(100), blue(100), random(1)
#pieces = e, r, b, none, one, two
#variables =
#board = rectangle(up, down, left, right,
    [r, e, e, e]
    [b, e, e, e]
    [none, none, none, none])
#anywhere = (up* + down*) (left* + right*)
#die = anywhere {! {? left} + {? down}}
#throw(me; other) = ->random die ([one] + [two]) [$ me = 0, other = 100]
#go(p; n) = anywhere {p} [e] right^n {e} [p]
#turn(me; other; p) =
    throw(me; other)
    ->me die ({one} [none] go(p; 1) + {two} [none] go(p; 2))
    ->> ({? anywhere {p} {! right}} [$ me = 100, other = 0] ->me {} + {! anywhere {p} {! right}})
#rules = ->> (turn(red; blue; r) turn(blue; red; b))*
`

// wins returns the probability that who is to throw wins the race.
func wins(mine, other int) *big.Rat {
	sum := new(big.Rat)
	for die := 1; die <= 2; die++ {
		switch to := mine + die; {
		case to == 3:
			sum.Add(sum, big.NewRat(1, 1))
		case to < 3:
			sum.Add(sum, big.NewRat(1, 1))
			sum.Sub(sum, wins(other, to))
		}
	}
	return sum.Mul(sum, big.NewRat(1, 2))
}

// TestChance checks that a player named random moves by chance on all engines: who wins
// how often is known, and random has no goal.
func TestChance(t *testing.T) {
	g := rbgenginetest.Parse(t, dice)
	ref := open(t, g, Options{Opening: game.Opening{Engine: Reference}})
	expected, _ := new(big.Rat).Mul(wins(0, 0), big.NewRat(100, 1)).Float64()
	for _, engine := range []string{Reference, Sets, Lanes} {
		o := open(t, g, Options{Opening: game.Opening{Engine: engine, Through: true}})
		if o.Random() != 2 {
			t.Fatalf("%s: chance is role %d", engine, o.Random())
		}
		m := o.NewMachine()
		if goals := m.Goals(m.Initial(nil), 2, nil); len(goals) > 0 {
			t.Errorf("%s: random has the goals %v", engine, goals)
		}
		if _, err := (enginecompare.Comparison{Plies: 300, Seed: 1}).Run(t.Context(), ref, o); err != nil {
			t.Errorf("%s: %v", engine, err)
		}
		tree, err := equilibrium.FromGame(t.Context(), o, nil, equilibrium.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		res, err := equilibrium.Solve(t.Context(), tree.Tree, equilibrium.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Assessment.Values; len(got) != 2 || got[0] != expected {
			t.Errorf("%s: the values are %v, want %v for red", engine, got, expected)
		}
	}
}
