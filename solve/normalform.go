package solve

import (
	"math/big"

	"ludex/game"
	"ludex/solve/internal/matrix"
)

// payoffs are values by player, or by another list of sides.
type payoffs []*big.Rat

// A normalForm is the matrix game of a state with simultaneous moves: the payoffs of
// every profile of choices, with chance averaged out.
type normalForm struct {
	who         []int     // the players who have a choice
	size        []int     // how many choices each of them has
	payoffs     []payoffs // by profile, the last one's choice changing fastest
	edges       []int     // by profile: the edge that it means, or the first one if chance decides
	chanceMoves int       // how many edges a profile has
}

// normalForm returns the normal form of a state, given the payoffs of its edges.
func (g *graph) normalForm(p *position, edge func(i int) payoffs) *normalForm {
	st := &normalForm{chanceMoves: 1}
	profiles := 1
	for i, r := range g.players {
		if n := len(p.moves[r]); n > 1 {
			st.who, st.size = append(st.who, i), append(st.size, n)
			profiles *= n
		}
	}
	if g.random != game.NoRole {
		st.chanceMoves = len(p.moves[g.random])
	}
	st.payoffs, st.edges = make([]payoffs, profiles), make([]int, profiles)
	for i := range profiles * st.chanceMoves {
		profile, lot := g.profile(p, i)
		if lot == 0 {
			st.edges[profile] = i
		}
		st.payoffs[profile] = st.payoffs[profile].plus(edge(i))
	}
	if st.chanceMoves > 1 {
		part := big.NewRat(1, int64(st.chanceMoves))
		for _, w := range st.payoffs {
			w.scale(part)
		}
	}
	return st
}

// profile returns the profile of an edge, and its move of chance.
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

// plus adds two payoffs. The result may be one of them if the other is nil.
func (w payoffs) plus(v payoffs) payoffs {
	if w == nil {
		return v
	}
	out := make(payoffs, len(w))
	for i := range w {
		out[i] = new(big.Rat).Add(w[i], v[i])
	}
	return out
}

// scale multiplies payoffs in place.
func (w payoffs) scale(by *big.Rat) {
	for i := range w {
		w[i].Mul(w[i], by)
	}
}

// digit returns the choice of one of the players in a profile.
func (st *normalForm) digit(profile, who int) int {
	for i := len(st.size) - 1; i > who; i-- {
		profile /= st.size[i]
	}
	return profile % st.size[who]
}

// against returns the payoff matrix of one player, by its own choice and the choices
// of all others together. A player without a choice has one row.
func (st *normalForm) against(who int, of func(payoffs) *big.Rat) [][]*big.Rat {
	rows := 1
	if who >= 0 {
		rows = st.size[who]
	}
	out := make([][]*big.Rat, rows)
	for profile, w := range st.payoffs {
		row := 0
		if who >= 0 {
			row = st.digit(profile, who)
		}
		out[row] = append(out[row], of(w))
	}
	return out
}

// solveConstantSum solves a two-player constant-sum game. The profile is -1 if the
// solution is mixed.
func (st *normalForm) solveConstantSum(sum *big.Rat) (w payoffs, profile int, lots *matrix.Solution, err error) {
	lots, err = matrix.Solve(st.against(0, func(w payoffs) *big.Rat { return w[st.who[0]] }))
	if err != nil {
		return nil, -1, nil, err
	}
	w = make(payoffs, 2)
	w[st.who[0]], w[st.who[1]] = lots.Value, new(big.Rat).Sub(sum, lots.Value)
	row, column := pureChoice(lots.Row), pureChoice(lots.Column)
	if row < 0 || column < 0 {
		return w, -1, lots, nil
	}
	return w, row*st.size[1] + column, lots, nil
}

// pureChoice returns the choice of a pure strategy, or -1.
func pureChoice(strategy []*big.Rat) int {
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
