package solve

import (
	"math/big"

	"ludex/game"
	"ludex/solve/internal/matrix"
)

// boundByMaximin computes for every player the value that it can guarantee against
// all others, and the highest value that it can get. These bound any solution of a
// game without a single value.
func (g *graph) boundByMaximin(order []uint32) error {
	for i, r := range g.players {
		gd := &maximinBounds{graph: g, player: i, values: make([]payoffs, len(g.states))}
		for _, n := range order {
			if g.spend(0) {
				return nil
			}
			w, err := gd.value(n)
			if err != nil {
				return err
			}
			gd.values[n] = w
		}
		g.narrowTo(r, gd.values[0][0], gd.values[0][1])
	}
	return nil
}

// maximinBounds values states for one player: its maximin value and its highest
// value.
type maximinBounds struct {
	*graph
	player int
	values []payoffs
}

// value values a state whose successors are valued.
func (g *maximinBounds) value(n uint32) (payoffs, error) {
	if g.states[n].kind == over {
		goal := whole[g.goalsOf(n)[g.player]]
		return payoffs{goal, goal}, nil
	}
	out := g.out(n)
	if g.states[n].kind == turn {
		return g.turn(n), nil
	}
	p := position{state: g.store.At(n)}
	if err := g.classify(&p); err != nil {
		return nil, err
	}
	st := g.normalForm(&p, func(i int) payoffs { return g.values[out[i]] })
	return g.simultaneous(st)
}

// turn values a state in which one player decides.
func (g *maximinBounds) turn(n uint32) payoffs {
	mine := g.player == g.playerOf(game.Role(g.states[n].mover))
	var best payoffs
	for _, to := range g.out(n) {
		w := g.values[to]
		if best == nil {
			best = payoffs{w[0], w[1]}
			continue
		}
		if w[0].Cmp(best[0]) > 0 == mine {
			best[0] = w[0]
		}
		if w[1].Cmp(best[1]) > 0 {
			best[1] = w[1]
		}
	}
	return best
}

// simultaneous values a state in which several players decide.
func (g *maximinBounds) simultaneous(st *normalForm) (payoffs, error) {
	who := -1
	for i, p := range st.who {
		if p == g.player {
			who = i
		}
	}
	sure, err := matrix.Solve(st.against(who, func(w payoffs) *big.Rat { return w[0] }))
	if err != nil {
		return nil, err
	}
	hope := st.payoffs[0][1]
	for _, w := range st.payoffs {
		if w[1].Cmp(hope) > 0 {
			hope = w[1]
		}
	}
	return payoffs{sure.Value, hope}, nil
}
