package equilibrium

import (
	"math/big"

	"ludex/internal/simplex"
)

// A sequenceForm is the linear program of player 0 (von Stengel 1996): choose a
// realization plan, and a value for each set of player 1, so that player 1 cannot
// push player 0 below these values. Payoffs are those of player 0 less half of the
// constant sum.
//
// The variables are the non-empty sequences of player 0, followed by the sets of
// player 1. The rows are the sets of player 0, which constrain the realization plan,
// followed by the non-empty sequences of player 1.
type sequenceForm struct {
	tree  *Tree
	half  *big.Rat
	gains []leafGain
}

// A leafGain is the payoff of player 0 at the leaves with the same sequences,
// weighted by chance.
type leafGain struct {
	seq    [2]int32
	amount *big.Rat
}

func newSequenceForm(t *Tree, sum int) *sequenceForm {
	f := &sequenceForm{tree: t, half: big.NewRat(int64(sum), 2)}
	at := map[[2]int32]*big.Rat{}
	t.walk(func(node int, seq []int32, chance *big.Rat) {
		if t.set[node] != isLeaf {
			return
		}
		pair := [2]int32{seq[0], seq[1]}
		if at[pair] == nil {
			at[pair] = new(big.Rat)
			f.gains = append(f.gains, leafGain{pair, at[pair]})
		}
		amount := big.NewRat(int64(t.payoff[2*t.first[node]]), 1)
		amount.Sub(amount, f.half)
		at[pair].Add(at[pair], amount.Mul(amount, chance))
	})
	return f
}

// variable returns the variable of a sequence of player 0, or -1 for the empty one.
func (f *sequenceForm) variable(seq int32) int {
	if seq < 2 {
		return -1
	}
	return int(seq) - 2
}

// own returns the number of non-empty sequences of player 0.
func (f *sequenceForm) own() int {
	n := 0
	for _, s := range f.tree.setsOf(0) {
		n += int(s.count)
	}
	return n
}

// row returns the row of a sequence of player 1, or -1 for the empty one.
func (f *sequenceForm) row(seq int32) int {
	if seq < 2 {
		return -1
	}
	return f.tree.Sets(0) + int(seq) - 2 - f.own()
}

// program returns the linear program.
func (f *sequenceForm) program() simplex.Problem {
	t, own := f.tree, f.own()
	one, minus := big.NewRat(1, 1), big.NewRat(-1, 1)
	p := simplex.Problem{Variables: own + t.Sets(1), Free: make([]bool, own+t.Sets(1))}
	p.Rows = make([]simplex.Row, t.Sets(0)+t.sequences-2-own)
	for i, s := range t.setsOf(0) {
		r := &p.Rows[i]
		r.Sense = simplex.Equal
		for a := range s.count {
			r.Terms = append(r.Terms, simplex.Term{Variable: f.variable(s.first + a), Factor: one})
		}
		if before := f.variable(s.parent); before >= 0 {
			r.Terms = append(r.Terms, simplex.Term{Variable: before, Factor: minus})
		} else {
			r.Right = one
		}
	}
	for i, s := range t.setsOf(1) {
		value := own + i
		p.Free[value] = true
		for a := range s.count {
			r := &p.Rows[f.row(s.first+a)]
			r.Terms = append(r.Terms, simplex.Term{Variable: value, Factor: one})
		}
		if before := f.row(s.parent); before >= 0 {
			r := &p.Rows[before]
			r.Terms = append(r.Terms, simplex.Term{Variable: value, Factor: minus})
		} else {
			p.Objective = append(p.Objective, simplex.Term{Variable: value, Factor: one})
		}
	}
	f.addGains(&p)
	return p
}

// addGains adds the payoffs of player 0 to the rows of player 1's sequences, and to
// the objective for player 1's empty sequence.
func (f *sequenceForm) addGains(p *simplex.Problem) {
	for _, g := range f.gains {
		v, i := f.variable(g.seq[0]), f.row(g.seq[1])
		switch {
		case v >= 0 && i >= 0:
			p.Rows[i].Terms = append(p.Rows[i].Terms, simplex.Term{Variable: v, Factor: new(big.Rat).Neg(g.amount)})
		case v >= 0:
			p.Objective = append(p.Objective, simplex.Term{Variable: v, Factor: g.amount})
		case i >= 0:
			p.Rows[i].Right = g.amount
		}
	}
}

// read converts a solution of the program into strategies.
func (f *sequenceForm) read(s *simplex.Solution) *exactSolution {
	t := f.tree
	plan := make([]*big.Rat, t.sequences)
	plan[0], plan[1] = big.NewRat(1, 1), big.NewRat(1, 1)
	for seq := int32(2); int(seq) < t.sequences; seq++ {
		if v := f.variable(seq); v < f.own() {
			plan[seq] = s.X[v]
		} else {
			plan[seq] = s.Dual[f.row(seq)]
		}
	}
	value := new(big.Rat).Set(s.Value)
	for _, g := range f.gains {
		if g.seq == [2]int32{0, 1} { // leaves without any choice
			value.Add(value, g.amount)
		}
	}
	return &exactSolution{
		Values:   []*big.Rat{new(big.Rat).Add(f.half, value), new(big.Rat).Sub(f.half, value)},
		Strategy: f.behaviourStrategy(plan),
		Pivots:   s.Pivots,
	}
}

// behaviourStrategy converts realization plans into action probabilities. In sets
// that the player's own choices never reach, it takes a best response to the other
// player, with equal probabilities of the best actions.
func (f *sequenceForm) behaviourStrategy(plan []*big.Rat) []*big.Rat {
	t := f.tree
	out := make([]*big.Rat, t.sequences)
	for p := range t.players {
		out[p] = big.NewRat(1, 1)
		got := f.against(p, plan)
		own := t.setsOf(p)
		for i := len(own) - 1; i >= 0; i-- {
			s := own[i]
			choice := out[s.first : s.first+s.count]
			if plan[s.parent].Sign() == 0 {
				bestOf(got[s.first:s.first+s.count], choice)
			} else {
				for a := range choice {
					choice[a] = new(big.Rat).Quo(plan[s.first+int32(a)], plan[s.parent])
				}
			}
			for a, c := range choice {
				got[s.parent].Add(got[s.parent], new(big.Rat).Mul(c, got[s.first+int32(a)]))
			}
		}
	}
	return out
}

// against returns the direct value of each sequence of a player against the other
// player's plan.
func (f *sequenceForm) against(player int, plan []*big.Rat) []*big.Rat {
	got := make([]*big.Rat, f.tree.sequences)
	for i := range got {
		got[i] = new(big.Rat)
	}
	for _, g := range f.gains {
		amount := new(big.Rat).Mul(g.amount, plan[g.seq[1-player]])
		if player == 1 {
			amount.Neg(amount)
		}
		got[g.seq[player]].Add(got[g.seq[player]], amount)
	}
	return got
}

// bestOf makes the best actions equally likely.
func bestOf(got, choice []*big.Rat) {
	best, n := got[0], int64(0)
	for _, g := range got {
		switch order := g.Cmp(best); {
		case order > 0:
			best, n = g, 1
		case order == 0:
			n++
		}
	}
	for a, g := range got {
		if choice[a] = new(big.Rat); g.Cmp(best) == 0 {
			choice[a].SetFrac64(1, n)
		}
	}
}

// optimum solves a game of a single player.
func (t *Tree) optimum() *exactSolution {
	got := make([]*big.Rat, t.sequences)
	for i := range got {
		got[i] = new(big.Rat)
	}
	t.walk(func(node int, seq []int32, chance *big.Rat) {
		if t.set[node] == isLeaf {
			payoff := big.NewRat(int64(t.payoff[t.first[node]]), 1)
			got[seq[0]].Add(got[seq[0]], payoff.Mul(payoff, chance))
		}
	})
	e := &exactSolution{Strategy: make([]*big.Rat, t.sequences)}
	e.Strategy[0] = big.NewRat(1, 1)
	for i := len(t.sets) - 1; i >= 0; i-- {
		s := t.sets[i]
		best := s.first
		for a := s.first; a < s.first+s.count; a++ {
			if e.Strategy[a] = new(big.Rat); got[a].Cmp(got[best]) > 0 {
				best = a
			}
		}
		e.Strategy[best].SetInt64(1)
		got[s.parent].Add(got[s.parent], got[best])
	}
	e.Values = []*big.Rat{got[0]}
	return e
}
