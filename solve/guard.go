package solve

import (
	"math/big"

	"ludex/game"
	"ludex/solve/matrix"
)

// guard finds what every player can be sure of whatever the others do, and what
// it can hope for if they all do what is best for it. These are bounds of every
// sensible way to play a game that has no single value.
func (g *graph) guard(order []uint32) error {
	for i, r := range g.players {
		gd := &guardian{graph: g, player: i, values: make([]worth, len(g.states))}
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

// A guardian values states for one player: what it is sure of, and what it can
// hope for.
type guardian struct {
	*graph
	player int
	values []worth
}

// value values a state whose edges lead to states that are valued.
func (g *guardian) value(n uint32) (worth, error) {
	if g.states[n].kind == over {
		goal := whole[g.goalsOf(n)[g.player]]
		return worth{goal, goal}, nil
	}
	out := g.out(n)
	if g.states[n].kind == turn {
		return g.turn(n), nil
	}
	p := position{state: g.store.At(n)}
	if err := g.look(&p); err != nil {
		return nil, err
	}
	st := g.stage(&p, func(i int) worth { return g.values[out[i]] })
	return g.meet(st)
}

// turn values a state in which one player decides.
func (g *guardian) turn(n uint32) worth {
	mine := g.player == g.playerOf(game.Role(g.states[n].mover))
	var best worth
	for _, to := range g.out(n) {
		w := g.values[to]
		if best == nil {
			best = worth{w[0], w[1]}
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

// meet values a state in which several decide.
func (g *guardian) meet(st *stage) (worth, error) {
	who := -1
	for i, p := range st.who {
		if p == g.player {
			who = i
		}
	}
	sure, err := matrix.Solve(st.against(who, func(w worth) *big.Rat { return w[0] }))
	if err != nil {
		return nil, err
	}
	hope := st.worth[0][1]
	for _, w := range st.worth {
		if w[1].Cmp(hope) > 0 {
			hope = w[1]
		}
	}
	return worth{sure.Value, hope}, nil
}
