package solve

import (
	"fmt"
	"math/big"
	"strings"

	"ludex/game"
	"ludex/solve/matrix"
)

// maxBits is how long the numbers of a fraction may become.
const maxBits = 1 << 14

// induct solves a game by backward induction: from the ends of plays, what every
// state is worth to all players follows from what the next ones are worth.
func (s *session) induct() error {
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
	in := &inductor{graph: g, values: make([]*big.Rat, len(g.states)*len(g.players)), kind: true}
	in.sum = in.constant()
	if err := in.run(order); err != nil || s.stopped() {
		return err
	}
	if in.unclear {
		s.result.Reason = NoSingleValue
		return g.guard(order)
	}
	return in.report(order)
}

// An inductor values all states of a graph without loops.
type inductor struct {
	*graph
	values  []*big.Rat // by state and player
	sum     *big.Rat   // what the goals of two players always add up to, or nil
	kind    bool       // between equal goals of one's own, the one with the largest sum is taken
	unclear bool       // a stage has no single solution
}

// constant returns what the goals of two players add up to, or nil if this is not
// always the same.
func (in *inductor) constant() *big.Rat {
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

// whole has the goal values as fractions, which are never changed.
var whole = func() (out [maxGoal + 1]*big.Rat) {
	for i := range out {
		out[i] = big.NewRat(int64(i), 1)
	}
	return out
}()

// of returns what a state is worth.
func (in *inductor) of(n uint32) worth {
	k := len(in.players)
	return in.values[int(n)*k : (int(n)+1)*k]
}

// run values all states in their order.
func (in *inductor) run(order []uint32) error {
	for i, n := range order {
		if i%checkEvery == 0 && in.spend(0) {
			return nil
		}
		d, err := in.decide(n)
		if err != nil || in.unclear {
			return err
		}
		copy(in.of(n), d.worth)
		for _, v := range d.worth {
			if v.Denom().BitLen() > maxBits {
				in.full()
			}
		}
	}
	return nil
}

// A decision is what a state is worth, and why.
type decision struct {
	worth worth
	edge  int              // the edge that is followed, or -1 if chance or lots decide
	stage *stage           // of a state in which several decide
	lots  *matrix.Solution // if they draw lots
}

// decide values a state whose edges lead to states that are valued.
func (in *inductor) decide(n uint32) (decision, error) {
	node := &in.states[n]
	switch node.kind {
	case over:
		d := decision{edge: -1}
		for _, goal := range in.goalsOf(n) {
			d.worth = append(d.worth, whole[goal])
		}
		return d, nil
	case turn:
		return in.choose(n), nil
	default:
		return in.meet(n)
	}
}

// choose values a state in which one player decides.
func (in *inductor) choose(n uint32) decision {
	who := in.playerOf(game.Role(in.states[n].mover))
	d := decision{edge: -1}
	for i, to := range in.out(n) {
		if w := in.of(to); d.edge < 0 || in.better(w, d.worth, who) {
			d.edge, d.worth = i, w
		}
	}
	return d
}

// playerOf returns the place of a role among the players, or 0.
func (g *graph) playerOf(r game.Role) int {
	for i, p := range g.players {
		if p == r {
			return i
		}
	}
	return 0
}

// better reports whether a player prefers one worth to another.
func (in *inductor) better(v, w worth, who int) bool {
	if order := v[who].Cmp(w[who]); order != 0 {
		return order > 0
	}
	if order := v.total().Cmp(w.total()); order != 0 {
		return order > 0 == in.kind
	}
	for i := range v {
		if order := v[i].Cmp(w[i]); order != 0 {
			return order > 0
		}
	}
	return false
}

// total returns what all sides get together.
func (w worth) total() *big.Rat {
	out := new(big.Rat)
	for _, v := range w {
		out.Add(out, v)
	}
	return out
}

// meet values a state in which chance or several players decide.
func (in *inductor) meet(n uint32) (decision, error) {
	p := position{state: in.store.At(n)}
	if err := in.look(&p); err != nil {
		return decision{}, err
	}
	out := in.out(n)
	st := in.stage(&p, func(i int) worth { return in.of(out[i]) })
	d := decision{stage: st}
	profile := 0
	switch {
	case len(st.who) == 0:
	case len(st.who) == 1:
		for i, w := range st.worth {
			if in.better(w, st.worth[profile], st.who[0]) {
				profile = i
			}
		}
	case in.sum != nil:
		var err error
		if d.worth, profile, d.lots, err = st.rivalry(in.sum); err != nil {
			return decision{}, err
		}
	default:
		profile = st.dominant()
		in.unclear = profile < 0
	}
	d.edge = -1
	if profile >= 0 {
		if d.worth == nil {
			d.worth = st.worth[profile]
		}
		if st.luck == 1 {
			d.edge = st.edges[profile]
		}
	}
	return d, nil
}

// report notes what the root is worth and a line of best play.
func (in *inductor) report(order []uint32) error {
	in.result.Outcome = Solved
	value := append(worth(nil), in.of(0)...)
	for i, r := range in.players {
		in.narrowTo(r, value[i], value[i])
	}
	if err := in.play(); err != nil {
		return err
	}
	if in.sum != nil {
		return nil
	}
	in.kind = false
	if err := in.run(order); err != nil || in.stopped() || in.unclear {
		return err
	}
	if other := in.of(0); !value.equal(other) {
		in.note(fmt.Sprintf("choices between equal goals mattered; if they are made to give all roles together least, the goals are %s", other))
	}
	return nil
}

// equal reports whether two worths are the same.
func (w worth) equal(v worth) bool {
	for i := range w {
		if w[i].Cmp(v[i]) != 0 {
			return false
		}
	}
	return true
}

// String returns the worths with commas between them.
func (w worth) String() string {
	words := make([]string, len(w))
	for i, v := range w {
		words[i] = v.RatString()
	}
	return strings.Join(words, ", ")
}

// play writes the line of best play into the result, up to where chance or lots
// decide.
func (in *inductor) play() error {
	var p position
	for n := uint32(0); ; {
		p.state = in.store.At(n)
		if err := in.look(&p); err != nil {
			return err
		}
		if p.kind == over {
			in.result.Complete = true
			return nil
		}
		d, err := in.decide(n)
		if err != nil {
			return err
		}
		if d.edge < 0 {
			in.draw(&p, d)
			return nil
		}
		n = in.out(n)[d.edge]
		in.step(p.edge(d.edge), in.store.At(n))
	}
}

// draw notes the lots that players draw in a state.
func (in *inductor) draw(p *position, d decision) {
	if d.lots == nil || certain(d.lots.Row) >= 0 && certain(d.lots.Column) >= 0 {
		return
	}
	in.result.Lots = make([][]Lot, in.roles)
	for i, strategy := range [][]*big.Rat{d.lots.Row, d.lots.Column} {
		r := in.players[d.stage.who[i]]
		for j, probability := range strategy {
			if probability.Sign() > 0 {
				in.result.Lots[r] = append(in.result.Lots[r], Lot{p.moves[r][j], probability})
			}
		}
	}
}

// edge returns the joint move of an edge. The slice is used again.
func (p *position) edge(i int) []game.Move {
	for r := len(p.moves) - 1; r >= 0; r-- {
		n := len(p.moves[r])
		p.joint[r] = p.moves[r][i%n]
		i /= n
	}
	return p.joint
}
