package lanes

import (
	"context"
	"math"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/sat"
	"ludex/internal/prove/transition"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// ProveSymmetries is a [rbgplay.SymmetryProver] for the rules of a game. It proves nothing
// about games that have no circuit, and says of which positions what it proves is true.
//
// The circuit of a game is right about a set of positions: those in which cells and variables
// hold values of their domains, and of each unique set of pieces there is at most one. Moves
// lead from values of the domains to values of the domains, and that unique sets stay so in all plays
// from a position is shown by counting. So if that position is one of them, then so are
// all that plays from there lead to, and if the domains of a cell and its image are the same, so
// are their images.
//
// A symmetry permutes the bits of the circuit's states and, with them, its moves, each of which
// stands for one move of the game. It is proved if four formulas hold for all values of the bits
// that such a position can have: the image of a move is legal in the image of a state if the
// move is legal in the state, the bits after it are the images of those after the move, and the
// image is terminal if the state is, with the same goals. What has no bit has no influence on the rest
// of a play, and may differ. Then values are the same by induction over the length of plays. A permutation of the moves
// keeps their number, too, and therefore what chance does.
//
// Each formula compares two outputs of one circuit, with its inputs permuted for one of them. Many
// of these are the same node of an and-inverter graph; for the others a SAT solver shows that they
// cannot differ.
func ProveSymmetries(ctx context.Context, g *rbg.Game, list []rbgplay.BoardSymmetry, opt Options) (proved rbgplay.ProvedSymmetries) {
	p, err := newSymmetryProver(ctx, g, opt)
	if err != nil {
		return proved
	}
	d := p.encoding
	proved.Covers = func(from *rbgplay.Position) bool {
		_, ok := newLoader(d).load(g, from, nil)
		return ok && d.graph.staysUnique(from)
	}
	for _, m := range p.moves {
		proved.Moves = append(proved.Moves, m.actions)
	}
	for _, y := range list {
		images, ok := productOf(proved.List, y)
		if !ok {
			images, ok = p.prove(y)
		}
		if ok {
			proved.List = append(proved.List, rbgplay.ProvedSymmetry{BoardSymmetry: y, Moves: images})
		}
		if ctx.Err() != nil || p.gaveUp {
			break
		}
	}
	return proved
}

// productOf returns the images of moves under a symmetry that is the product of two that are
// proved, if it is one.
func productOf(proved []rbgplay.ProvedSymmetry, y rbgplay.BoardSymmetry) (moves []int32, ok bool) {
	for _, a := range proved {
		for _, b := range proved {
			if a.Keeps == y.Keeps && b.Keeps == y.Keeps && slices.Equal(composed(a.Cells, b.Cells), y.Cells) {
				return composed(a.Moves, b.Moves), true
			}
		}
	}
	return nil, false
}

// composed returns the map that applies a and then b.
func composed(a, b []int32) []int32 {
	out := make([]int32, len(a))
	for i, to := range a {
		out[i] = b[to]
	}
	return out
}

// maxSymmetryGates bounds the circuit in which symmetries are proved.
const maxSymmetryGates = 200_000

// A symmetryProver proves symmetries of one game.
type symmetryProver struct {
	*encoding
	ctx    context.Context
	system *transition.System
	step   aig.Lit // a legal step is made
	bitOf  map[bitName]int
	moves  []*move // of all roles, in the order of the circuit
	first  []int   // by role: its first move
	sat    *sat.Solver
	held   []aig.Lit // that hold in all positions about which the circuit is right
	given  int       // how many nodes the solver has
	gaveUp bool      // a question was too hard

	differences []aig.Lit // between a state and its image, which were found never to hold
	assumptions []sat.Lit // scratch
}

// A bitName says what a bit means.
type bitName struct {
	kind    bitKind
	slot, n int32
}

func newSymmetryProver(ctx context.Context, g *rbg.Game, opt Options) (*symmetryProver, error) {
	opt.Exact = true
	gr, err := usableGraph(g, opt, math.MaxInt)
	if err != nil {
		return nil, err
	}
	gr.ungrouped = true
	if opt.MaxNodes == 0 {
		opt.MaxNodes = defaultNodes
	}
	d, err := encode(ctx, g, gr, opt)
	if err != nil {
		return nil, err
	}
	if !d.domains.contains(d.reached) {
		return nil, refuse("moves lead out of the domains")
	}
	p := &symmetryProver{encoding: d, ctx: ctx, bitOf: map[bitName]int{}, sat: sat.New(true)}
	if p.system, err = transition.New(ctx, d.spec, maxSymmetryGates); err != nil {
		return nil, err
	}
	p.step = p.system.Step()
	for i := range d.bits[:d.live] {
		p.bitOf[d.bits[i].name()] = i
	}
	for _, list := range d.moveOf {
		p.first = append(p.first, len(p.moves))
		for _, m := range list {
			if len(m.moves) != 1 {
				return nil, refuse("moves share a move of the circuit")
			}
			p.moves = append(p.moves, m.moves[0])
		}
	}
	p.assume()
	return p, nil
}

func (b *bit) name() bitName { return bitName{b.kind, b.slot, b.n} }

// contains reports whether other domains are subsets.
func (s *domains) contains(o *domains) bool {
	for c := range s.pieces {
		if o.pieces[c]&^s.pieces[c] != 0 || o.at.has(int32(c)) && !s.at.has(int32(c)) {
			return false
		}
	}
	for v := range s.values {
		for n, reached := range o.values[v] {
			if reached && !s.values[v][n] {
				return false
			}
		}
	}
	return true
}

// keptBy reports whether a cell and its image have the same domain.
func (s *domains) keptBy(y rbgplay.BoardSymmetry) bool {
	for c, to := range y.Cells {
		if s.pieces[c] != s.pieces[to] || !y.Keeps && s.at.has(int32(c)) != s.at.has(to) {
			return false
		}
	}
	return true
}

// assume gives the solver what holds in all positions about which the circuit is right.
func (p *symmetryProver) assume() {
	slots := make([][]aig.Lit, len(p.base.version.slots))
	phases, at := []aig.Lit(nil), []aig.Lit(nil)
	over := aig.False
	switches := map[int][]aig.Lit{} // by phase
	for i := range p.bits[:p.live] {
		l := p.system.State[i].Lit
		switch b := &p.bits[i]; b.kind {
		case bitSlot:
			slots[b.slot] = append(slots[b.slot], l)
		case bitAt:
			at = append(at, l)
		case bitPhase:
			phases = append(phases, l)
		case bitSwitch:
			switches[p.phaseOf[b.n]] = append(switches[p.phaseOf[b.n]], l)
		case bitOver:
			over = l
		}
	}
	g := p.system.Graph
	for _, list := range append(slots, phases, at) {
		p.hold(g.AtMostOne(list))
	}
	for _, list := range switches {
		p.hold(g.AtMostOne(list))
	}
	if len(phases) == p.phases {
		p.hold(g.Any(phases))
	}
	if len(at) == len(p.domains.at.list()) {
		p.hold(g.Or(over, g.Any(at)))
	}
	for _, mask := range p.graph.unique {
		p.hold(g.AtMostOne(p.piecesOf(mask)))
	}
}

// piecesOf returns the bits that say that a cell holds one of some pieces.
func (p *symmetryProver) piecesOf(mask uint64) []aig.Lit {
	var list []aig.Lit
	for i := range p.bits[:p.live] {
		if b := &p.bits[i]; b.kind == bitSlot && int(b.slot) < p.cells && mask>>b.n&1 == 1 {
			list = append(list, p.system.State[i].Lit)
		}
	}
	return list
}

// prove proves a symmetry, and returns the images of moves.
func (p *symmetryProver) prove(y rbgplay.BoardSymmetry) (moves []int32, ok bool) {
	if !p.domains.keptBy(y) {
		return nil, false
	}
	bits, ok := p.imageBits(y)
	if !ok {
		return nil, false
	}
	if moves, ok = p.imageMoves(y); !ok {
		return nil, false
	}
	s := p.system
	p.differences = nil
	c := aig.NewCopier(s.Graph, s.Graph)
	for i, to := range bits {
		c.Set(s.State[to].Lit, s.State[i].Lit)
	}
	for m, to := range moves {
		c.Set(p.moveIn(to).Does, p.moveIn(int32(m)).Does)
	}
	for _, r := range s.Roles {
		noop := r.Moves[len(r.Moves)-1].Does
		c.Set(noop, noop)
	}
	if !p.keepsEnds(c) || !p.keepsMoves(c, moves) {
		return nil, false
	}
	for i, to := range bits {
		if !p.sameAfterMoves(s.State[i].Next, c.Copy(s.State[to].Next)) {
			return nil, false
		}
	}
	return moves, p.confirm() == nil
}

// moveIn returns a move in the transition system.
func (p *symmetryProver) moveIn(m int32) *transition.Move {
	role := p.moves[m].role
	return &p.system.Roles[role].Moves[int(m)-p.first[role]]
}

// keepsEnds reports whether images are terminal where states are, with the same goals.
func (p *symmetryProver) keepsEnds(c *aig.Copier) bool {
	if !p.same(p.system.Terminal, c.Copy(p.system.Terminal)) {
		return false
	}
	for _, r := range p.system.Roles {
		for _, goal := range r.Goals {
			if !p.same(goal.Lit, c.Copy(goal.Lit)) {
				return false
			}
		}
	}
	return true
}

// keepsMoves reports whether the images of moves are legal where the moves are. Doing nothing,
// which is the last move of each role, is its own image.
func (p *symmetryProver) keepsMoves(c *aig.Copier, moves []int32) bool {
	for m, to := range moves {
		if !p.same(p.moveIn(int32(m)).Legal, c.Copy(p.moveIn(to).Legal)) {
			return false
		}
	}
	for _, r := range p.system.Roles {
		if noop := r.Moves[len(r.Moves)-1].Legal; !p.same(noop, c.Copy(noop)) {
			return false
		}
	}
	return true
}
