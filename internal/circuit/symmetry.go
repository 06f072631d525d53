package circuit

import (
	"context"
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/internal/automorphism"
)

var (
	_ game.Symmetric   = (*Game)(nil)
	_ game.OrbitFinder = (*Game)(nil)
)

const (
	maxSymmetries    = 64
	maxSymmetryNodes = 400_000 // of a graph
)

// Symmetries implements [game.Symmetric]. They are automorphisms of the ground rules:
// permutations of facts, moves and roles that map the rules onto themselves. This is
// checked rule by rule, so they are proved. A game whose ground rules were not kept has none.
func (g *Game) Symmetries(ctx context.Context) []game.Symmetry {
	found, _ := g.symmetries(ctx)
	return found
}

// symmetries returns the symmetries with the moves of each.
func (g *Game) symmetries(ctx context.Context) (found []game.Symmetry, moves [][][]game.Move) {
	s := g.spec
	if len(s.Rules) == 0 || s.Atoms > maxSymmetryNodes || s.Hidden {
		return nil, nil
	}
	x := newRuleGraph(s)
	if x.graph.Len() > maxSymmetryNodes {
		return nil, nil
	}
	for _, p := range automorphism.Find(ctx, &x.graph, maxSymmetries, x.preserves) {
		y := x.symmetry(p)
		// Permutations may differ in moves only.
		if !y.IsIdentity() && !slices.ContainsFunc(found, func(z game.Symmetry) bool { return slices.Equal(y.Features, z.Features) }) {
			found, moves = append(found, y), append(moves, x.movesOf(p))
		}
	}
	return found, moves
}

// StateSymmetries implements [game.OrbitFinder]: the symmetries that keep the roles. They
// hold for all states, so what was found is kept.
func (g *Game) StateSymmetries(ctx context.Context, _ game.State) []game.StateSymmetry {
	g.orbits.Lock()
	defer g.orbits.Unlock()
	if g.orbits.found {
		return g.orbits.list
	}
	list := g.stateSymmetries(ctx)
	if ctx.Err() == nil {
		g.orbits.found, g.orbits.list = true, list
	}
	return list
}

// stateSymmetries returns the symmetries that keep the roles. The features of a state are its
// bits.
func (g *Game) stateSymmetries(ctx context.Context) []game.StateSymmetry {
	var found []game.StateSymmetry
	list, moves := g.symmetries(ctx)
	for i, y := range list {
		keeps := true
		for r, to := range y.Roles {
			keeps = keeps && game.Role(r) == to
		}
		if keeps {
			found = append(found, newBitSymmetry(y.Features, moves[i]))
		}
	}
	return found
}

// A bitSymmetry is a symmetry that permutes the bits of states.
type bitSymmetry struct {
	bits  []int32       // by bit: its image
	moves [][]game.Move // by role and move: its image
	back  [][]game.Move // by role and move: the one whose image it is
}

func newBitSymmetry(images []int32, moves [][]game.Move) *bitSymmetry {
	y := &bitSymmetry{bits: images, moves: moves}
	for _, images := range moves {
		back := make([]game.Move, len(images))
		for m, to := range images {
			back[to] = game.Move(m)
		}
		y.back = append(y.back, back)
	}
	return y
}

// Image implements [game.StateSymmetry].
func (y *bitSymmetry) Image(s, bound, dst game.State) (game.State, bool) {
	dst = slices.Grow(dst[:0], len(s))[:len(s)]
	clear(dst)
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			to := y.bits[i<<6+bits.TrailingZeros64(w)]
			dst[to>>6] |= 1 << (to & 63)
		}
	}
	return dst, bound == nil || slices.Compare(dst, bound) < 0
}

// Fixes implements [game.StateSymmetry].
func (y *bitSymmetry) Fixes(mask game.State) bool {
	for bit, to := range y.bits {
		if mask[bit>>6]>>(bit&63)&1 == 1 && to != int32(bit) {
			return false
		}
	}
	return true
}

// Move implements [game.StateSymmetry].
func (y *bitSymmetry) Move(r game.Role, m game.Move) (game.Move, bool) { return y.moves[r][m], true }

// MoveBack implements [game.StateSymmetry].
func (y *bitSymmetry) MoveBack(r game.Role, m game.Move) (game.Move, bool) {
	return y.back[r][m], true
}

// quickRules is the size of ground rules, in literals and heads, up to which symmetries are
// found in milliseconds. With twenty times as many it takes seconds.
const quickRules = 10_000

// FindsQuickly implements [game.OrbitFinder].
func (g *Game) FindsQuickly() bool { return len(g.spec.Rules) <= quickRules }

// A ruleGraph is the graph of ground rules: a node for each atom, rule, state bit, move,
// role and goal.
type ruleGraph struct {
	graph              automorphism.Graph
	spec               *Spec
	bits, moves, roles int // where the nodes of a kind begin
	moveStart          []int
	ruleAt             []int32 // by rule: where it is in the spec
}

// The colours of nodes.
const (
	atomNode uint64 = iota + 1
	ruleNode
	bitNode
	moveNode
	roleNode
	goalNode
	terminalNode
)

// The kinds of edges.
const (
	headEdge automorphism.Kind = iota + 1
	positiveEdge
	negativeEdge
	trueEdge
	nextEdge
	legalEdge
	doesEdge
	roleEdge
	atomEdge
)

func newRuleGraph(s *Spec) *ruleGraph {
	x := &ruleGraph{spec: s}
	for range s.Atoms {
		x.graph.Node(atomNode)
	}
	x.addRules()
	x.roles = x.graph.Len()
	for r := range s.Roles {
		x.graph.Node(roleNode, boolean(r == s.Random))
	}
	x.addBits()
	x.addMoves()
	x.addEnds()
	return x
}

func boolean(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// addRules adds the rules. They are determined by their atoms.
func (x *ruleGraph) addRules() {
	rules := x.spec.Rules
	for at := 0; at < len(rules); at += 2 + int(rules[at+1]) {
		x.ruleAt = append(x.ruleAt, int32(at))
		r := x.graph.FreeNode(ruleNode, uint64(rules[at+1]))
		x.graph.Link(r, rules[at], headEdge)
		for _, l := range rules[at+2 : at+2+int(rules[at+1])] {
			kind := positiveEdge
			if l&1 == 1 {
				kind = negativeEdge
			}
			x.graph.Link(r, l>>1, kind)
		}
	}
}

// addBits adds the bits of a state.
func (x *ruleGraph) addBits() {
	x.bits = x.graph.Len()
	for i, bit := range x.spec.State {
		n := x.graph.Node(bitNode, boolean(i+1 == x.spec.Uncounted))
		x.link(n, bit.Atom, trueEdge)
		x.link(n, bit.Next, nextEdge)
	}
}

// addMoves adds the moves of all roles.
func (x *ruleGraph) addMoves() {
	x.moves = x.graph.Len()
	for r, list := range x.spec.Moves {
		x.moveStart = append(x.moveStart, x.graph.Len()-x.moves)
		for _, m := range list {
			n := x.graph.Node(moveNode)
			x.graph.Link(n, int32(x.roles+r), roleEdge)
			x.link(n, m.Legal, legalEdge)
			x.link(n, m.Does, doesEdge)
		}
	}
}

// addEnds adds goals and the end of a play.
func (x *ruleGraph) addEnds() {
	for _, goal := range x.spec.Goals {
		n := x.graph.FreeNode(goalNode, uint64(goal.Value))
		x.graph.Link(n, int32(x.roles+goal.Role), roleEdge)
		x.graph.Link(n, goal.Atom, atomEdge)
	}
	x.link(x.graph.Node(terminalNode), x.spec.Terminal, atomEdge)
}

// link adds an edge to an atom, if there is one.
func (x *ruleGraph) link(n, atom int32, k automorphism.Kind) {
	if atom >= 0 {
		x.graph.Link(n, atom, k)
	}
}

// symmetry returns the images of bits and roles.
func (x *ruleGraph) symmetry(p automorphism.Permutation) game.Symmetry {
	y := game.Symmetry{Features: make([]int32, len(x.spec.State)), Roles: make([]game.Role, len(x.spec.Roles))}
	for i := range y.Features {
		y.Features[i] = p[x.bits+i] - int32(x.bits)
	}
	for r := range y.Roles {
		y.Roles[r] = game.Role(int(p[x.roles+r]) - x.roles)
	}
	return y
}

// movesOf returns the images of moves, by role.
func (x *ruleGraph) movesOf(p automorphism.Permutation) [][]game.Move {
	out := make([][]game.Move, len(x.spec.Moves))
	for r, list := range x.spec.Moves {
		first := x.moveStart[int(p[x.roles+r])-x.roles]
		for i := range list {
			out[r] = append(out[r], game.Move(int(p[x.moves+x.moveStart[r]+i])-x.moves-first))
		}
	}
	return out
}
