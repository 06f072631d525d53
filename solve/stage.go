package solve

import (
	"math/big"

	"ludex/game"
	"ludex/solve/matrix"
)

// A worth is what something is worth to several sides, by the order of their
// list.
type worth []*big.Rat

// A stage is a state as those see it who decide there at once: what each
// combination of their choices, a profile, is worth. Chance has been averaged
// out.
type stage struct {
	who   []int   // the players who have a choice
	size  []int   // how many choices each of them has
	worth []worth // by profile, the last one's choice changing fastest
	edges []int   // by profile: the edge that it means, or the first one if chance decides
	luck  int     // how many edges a profile has
}

// stage returns a state as its deciders see it, given what its edges are worth.
func (g *graph) stage(p *position, edge func(i int) worth) *stage {
	st := &stage{luck: 1}
	profiles := 1
	for i, r := range g.players {
		if n := len(p.moves[r]); n > 1 {
			st.who, st.size = append(st.who, i), append(st.size, n)
			profiles *= n
		}
	}
	if g.random != game.NoRole {
		st.luck = len(p.moves[g.random])
	}
	st.worth, st.edges = make([]worth, profiles), make([]int, profiles)
	for i := range profiles * st.luck {
		profile, lot := g.profile(p, i)
		if lot == 0 {
			st.edges[profile] = i
		}
		st.worth[profile] = st.worth[profile].plus(edge(i))
	}
	if st.luck > 1 {
		part := big.NewRat(1, int64(st.luck))
		for _, w := range st.worth {
			w.scale(part)
		}
	}
	return st
}

// profile returns which profile an edge belongs to, and which move of chance.
func (g *graph) profile(p *position, edge int) (profile, lot int) {
	step := 1
	for r := len(p.moves) - 1; r >= 0; r-- {
		n := len(p.moves[r])
		digit := edge % n
		edge /= n
		if game.Role(r) == g.random {
			lot = digit
			continue
		}
		profile += digit * step
		step *= n
	}
	return profile, lot
}

// plus adds two worths. The result may be one of them if the other is nil.
func (w worth) plus(v worth) worth {
	if w == nil {
		return v
	}
	out := make(worth, len(w))
	for i := range w {
		out[i] = new(big.Rat).Add(w[i], v[i])
	}
	return out
}

// scale multiplies a worth that is a sum and so belongs to nobody else.
func (w worth) scale(by *big.Rat) {
	for i := range w {
		w[i].Mul(w[i], by)
	}
}

// digit returns the choice of one of the deciders in a profile.
func (st *stage) digit(profile, who int) int {
	for i := len(st.size) - 1; i > who; i-- {
		profile /= st.size[i]
	}
	return profile % st.size[who]
}

// against returns the matrix of what one of the deciders gets, by its own choice
// and those of all others together. A player who does not decide has one row.
func (st *stage) against(who int, of func(worth) *big.Rat) [][]*big.Rat {
	rows := 1
	if who >= 0 {
		rows = st.size[who]
	}
	out := make([][]*big.Rat, rows)
	for profile, w := range st.worth {
		row := 0
		if who >= 0 {
			row = st.digit(profile, who)
		}
		out[row] = append(out[row], of(w))
	}
	return out
}

// rivalry solves a stage of two players whose goals add up to a constant. The
// profile is -1 if they have to draw lots.
func (st *stage) rivalry(sum *big.Rat) (w worth, profile int, lots *matrix.Solution, err error) {
	lots, err = matrix.Solve(st.against(0, func(w worth) *big.Rat { return w[st.who[0]] }))
	if err != nil {
		return nil, -1, nil, err
	}
	w = make(worth, 2)
	w[st.who[0]], w[st.who[1]] = lots.Value, new(big.Rat).Sub(sum, lots.Value)
	row, column := certain(lots.Row), certain(lots.Column)
	if row < 0 || column < 0 {
		return w, -1, lots, nil
	}
	return w, row*st.size[1] + column, lots, nil
}

// certain returns the choice that a strategy always makes, or -1.
func certain(strategy []*big.Rat) int {
	choice := -1
	for i, p := range strategy {
		if p.Sign() > 0 {
			if choice >= 0 {
				return -1
			}
			choice = i
		}
	}
	return choice
}
