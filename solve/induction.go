package solve

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"ludex/game"
	"ludex/solve/internal/matrix"
)

// maxBits bounds the size of numerators and denominators.
const maxBits = 1 << 14

// backwardInduction values all states from their successors, starting from the
// terminal ones.
func (s *session) backwardInduction() error {
	s.result.Method = Induction
	g, err := s.graph()
	if err != nil || s.stopped() {
		return err
	}
	order, ok := g.order()
	if !ok {
		s.result.Reason = Endless
		return nil
	}
	in := &induction{graph: g, values: make([]*big.Rat, len(g.states)*len(g.players)), maxTotal: true}
	in.sum = in.constantSum()
	if err := in.run(order); err != nil || s.stopped() {
		return err
	}
	if in.ambiguous {
		s.result.Reason = NoSingleValue
		return g.boundByMaximin(order)
	}
	return in.report(order)
}

// An induction values all states of an acyclic graph.
type induction struct {
	*graph
	values    []*big.Rat // by state and player
	sum       *big.Rat   // the constant sum of the goals of two players, or nil
	maxTotal  bool       // ties of the own goal are broken by the largest sum
	ambiguous bool       // a stage has no single solution
}

// constantSum returns the sum of the goals of two players, or nil if it is not
// constant.
func (in *induction) constantSum() *big.Rat {
	if len(in.players) != 2 {
		return nil
	}
	sum := -1
	for n := range in.states {
		if in.states[n].kind != over {
			continue
		}
		goals := in.goalsOf(uint32(n))
		if total := int(goals[0]) + int(goals[1]); sum != total {
			if sum >= 0 {
				return nil
			}
			sum = total
		}
	}
	return big.NewRat(int64(sum), 1)
}

// whole holds the goal values as fractions, which are never changed.
var whole = func() (out [maxGoal + 1]*big.Rat) {
	for i := range out {
		out[i] = big.NewRat(int64(i), 1)
	}
	return out
}()

// of returns the payoffs of a state.
func (in *induction) of(n uint32) payoffs {
	k := len(in.players)
	return in.values[int(n)*k : (int(n)+1)*k]
}

// run values all states in their order.
func (in *induction) run(order []uint32) error {
	for i, n := range order {
		if i%checkEvery == 0 && in.spend(0) {
			return nil
		}
		d, err := in.decide(n, in.store.At(n), in.out(n))
		if err != nil || in.ambiguous {
			return err
		}
		copy(in.of(n), d.payoffs)
		for _, v := range d.payoffs {
			if v.Denom().BitLen() > maxBits {
				in.full()
			}
		}
	}
	return nil
}

// A decision is the value of a state, and the choice behind it.
type decision struct {
	payoffs payoffs
	edge    int              // the edge that is followed, or -1 if chance or a mixed strategy decides
	game    *normalForm      // of a state in which several decide
	mixed   *matrix.Solution // if strategies are mixed
}

// decide values a state with a number, whose successors are valued.
func (in *induction) decide(n uint32, s game.State, out []uint32) (decision, error) {
	node := &in.states[n]
	switch node.kind {
	case over:
		d := decision{edge: -1}
		for _, goal := range in.goalsOf(n) {
			d.payoffs = append(d.payoffs, whole[goal])
		}
		return d, nil
	case turn:
		return in.choose(n, out), nil
	default:
		return in.simultaneous(s, out)
	}
}

// choose values a state in which one player decides.
func (in *induction) choose(n uint32, out []uint32) decision {
	who := in.playerOf(game.Role(in.states[n].mover))
	d := decision{edge: -1}
	for i, to := range out {
		if w := in.of(to); d.edge < 0 || in.better(w, d.payoffs, who) {
			d.edge, d.payoffs = i, w
		}
	}
	return d
}

// playerOf returns the index of a role among the players, or 0.
func (g *graph) playerOf(r game.Role) int {
	for i, p := range g.players {
		if p == r {
			return i
		}
	}
	return 0
}

// better reports whether a player prefers v to w.
func (in *induction) better(v, w payoffs, who int) bool {
	if order := v[who].Cmp(w[who]); order != 0 {
		return order > 0
	}
	if order := v.total().Cmp(w.total()); order != 0 {
		return order > 0 == in.maxTotal
	}
	for i := range v {
		if order := v[i].Cmp(w[i]); order != 0 {
			return order > 0
		}
	}
	return false
}

// total returns the sum of the payoffs.
func (w payoffs) total() *big.Rat {
	out := new(big.Rat)
	for _, v := range w {
		out.Add(out, v)
	}
	return out
}

// simultaneous values a state in which chance or several players decide.
func (in *induction) simultaneous(s game.State, out []uint32) (decision, error) {
	p := position{state: s}
	if err := in.classify(&p); err != nil {
		return decision{}, err
	}
	st := in.normalForm(&p, func(i int) payoffs { return in.of(out[i]) })
	d := decision{game: st}
	profile := 0
	switch {
	case len(st.who) == 0:
	case len(st.who) == 1:
		for i, w := range st.payoffs {
			if in.better(w, st.payoffs[profile], st.who[0]) {
				profile = i
			}
		}
	case in.sum != nil:
		var err error
		if d.payoffs, profile, d.mixed, err = st.solveConstantSum(in.sum); err != nil {
			return decision{}, err
		}
	default:
		profile = st.dominanceSolution()
		in.ambiguous = profile < 0
	}
	d.edge = -1
	if profile >= 0 {
		if d.payoffs == nil {
			d.payoffs = st.payoffs[profile]
		}
		if st.chanceMoves == 1 {
			d.edge = st.edges[profile]
		}
	}
	return d, nil
}

// report sets the value of the root and a line of best play.
func (in *induction) report(order []uint32) error {
	in.result.Outcome = Solved
	value := append(payoffs(nil), in.of(0)...)
	for i, r := range in.players {
		in.narrowTo(r, value[i], value[i])
	}
	if err := in.play(); err != nil {
		return err
	}
	if in.sum != nil {
		return nil
	}
	in.maxTotal = false
	if err := in.run(order); err != nil || in.stopped() || in.ambiguous {
		return err
	}
	if other := in.of(0); !value.equal(other) {
		in.note(fmt.Sprintf("choices between equal goals mattered; if they are made to give all roles together least, the goals are %s", other))
	}
	return nil
}

// equal reports whether two payoffs are the same.
func (w payoffs) equal(v payoffs) bool {
	for i := range w {
		if w[i].Cmp(v[i]) != 0 {
			return false
		}
	}
	return true
}

// String returns the payoffs, separated by commas.
func (w payoffs) String() string {
	words := make([]string, len(w))
	for i, v := range w {
		words[i] = v.RatString()
	}
	return strings.Join(words, ", ")
}

// play writes the line of best play into the result, up to the first chance or mixed
// move.
func (in *induction) play() error {
	var p position
	p.state = slices.Clone(in.root)
	for n := uint32(0); ; {
		if err := in.classify(&p); err != nil {
			return err
		}
		if p.kind == over {
			in.result.Complete = true
			return nil
		}
		states, out, err := in.children(&p)
		if err != nil {
			return err
		}
		d, err := in.decide(n, p.state, out)
		if err != nil {
			return err
		}
		if d.edge < 0 {
			in.reportMixed(&p, d)
			return nil
		}
		in.appendStep(p.edge(d.edge), states[d.edge])
		n, p.state = out[d.edge], states[d.edge]
	}
}

// reportMixed sets the mixed strategies of a state.
func (in *induction) reportMixed(p *position, d decision) {
	if d.mixed == nil || pureChoice(d.mixed.Row) >= 0 && pureChoice(d.mixed.Column) >= 0 {
		return
	}
	in.result.Mixed = make([][]MixedMove, in.roles)
	for i, strategy := range [][]*big.Rat{d.mixed.Row, d.mixed.Column} {
		r := in.players[d.game.who[i]]
		for j, probability := range strategy {
			if probability.Sign() > 0 {
				in.result.Mixed[r] = append(in.result.Mixed[r], MixedMove{p.moves[r][j], probability})
			}
		}
	}
}

// edge returns the joint move of an edge. The slice is reused.
func (p *position) edge(i int) []game.Move {
	for r := len(p.moves) - 1; r >= 0; r-- {
		n := len(p.moves[r])
		p.joint[r] = p.moves[r][i%n]
		i /= n
	}
	return p.joint
}
