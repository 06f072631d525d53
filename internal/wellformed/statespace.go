// Package wellformed checks whether a game is well-formed: whether every play ends,
// every role always has a legal move, and the game can be won. If the states can be
// enumerated the answers are proofs; otherwise they come from random playouts.
package wellformed

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"

	"ludex/game"
)

// Limits bound the exploration of a game.
type Limits struct {
	States int // how many different states; 0 is 200,000
	Edges  int // how many joint moves between them; 0 is 5,000,000

	// Progress is told how many states, and then playouts, were looked at, of how many at
	// most. It may be nil.
	Progress func(what string, done, most int)
}

// report tells how far a search has come.
func (l *Limits) report(what string, done, most int) {
	if l.Progress != nil {
		l.Progress(what, done, most)
	}
}

func (l Limits) withDefaults() Limits {
	if l.States == 0 {
		l.States = 200_000
	}
	if l.Edges == 0 {
		l.Edges = 5_000_000
	}
	return l
}

// reportEvery is the number of states between reports of progress.
const reportEvery = 256

// maxMoves bounds the total length of the joint moves of a graph.
const maxMoves = 50_000_000

// ErrLimit is returned if a game has more states than the limits allow.
var ErrLimit = errors.New("the game has more states than the limit")

// A graph is the state space of a game, as far as it was explored.
type graph struct {
	game     game.Game
	states   []game.State
	nodes    []node
	edges    []edge
	joints   []game.Move // the joint move of edge e begins at e·roles
	index    map[string]int32
	roles    int
	limits   Limits
	key      Key
	expanded int // how many states have all their joint moves explored
}

type node struct {
	parent    int32 // the edge by which it was first reached, -1 at the root
	from      int32 // the state that edge leaves from
	firstEdge int32
	edgeCount int32
	terminal  bool
	stuckRole int32 // a role without a legal move, or -1
}

type edge struct{ to int32 }

// explore visits all states breadth first, so that counterexamples are short. After
// an error, the graph holds what was found so far.
func explore(ctx context.Context, g game.Game, limits Limits, key Key) (*graph, error) {
	if key == nil {
		key = stateKey
	}
	limits = limits.withDefaults()
	limits.Edges = min(limits.Edges, maxMoves/len(g.Roles()))
	gr := &graph{game: g, index: map[string]int32{}, roles: len(g.Roles()), limits: limits, key: key}
	m := g.NewMachine()
	m.Bind(ctx)
	initial := m.Initial(nil)
	if err := m.Err(); err != nil {
		return gr, err
	}
	gr.add(initial, -1, -1)
	moves := make([][]game.Move, gr.roles)
	for ; gr.expanded < len(gr.states); gr.expanded++ {
		if err := gr.expand(ctx, m, int32(gr.expanded), moves); err != nil {
			return gr, err
		}
		if gr.expanded%reportEvery == 0 {
			gr.limits.report("states", gr.expanded, gr.limits.States)
		}
	}
	return gr, nil
}

// expand computes the joint moves of a state and their successors.
func (gr *graph) expand(ctx context.Context, m game.Machine, i int32, moves [][]game.Move) error {
	s, n := gr.states[i], node{parent: gr.nodes[i].parent, from: gr.nodes[i].from, firstEdge: int32(len(gr.edges)), stuckRole: -1}
	n.terminal = m.Terminal(s)
	for r := range moves {
		if moves[r] = moves[r][:0]; n.terminal {
			continue
		}
		if moves[r] = m.Legal(s, game.Role(r), moves[r]); len(moves[r]) == 0 && n.stuckRole < 0 {
			n.stuckRole = int32(r)
		}
	}
	if err := cmp.Or(m.Err(), ctx.Err()); err != nil {
		return err
	}
	gr.nodes[i] = n
	var next game.State
	for joint := range game.JointMoves(moves) {
		next = m.Next(s, joint, next[:0])
		if err := cmp.Or(m.Err(), gr.within(ctx)); err != nil {
			return err
		}
		e := int32(len(gr.edges))
		gr.joints = append(gr.joints, joint...)
		gr.edges = append(gr.edges, edge{gr.add(next, e, i)})
		gr.nodes[i].edgeCount++
	}
	return nil
}

// within returns an error if the exploration has to end, and nil if it may go on.
func (gr *graph) within(ctx context.Context) error {
	if len(gr.edges) >= gr.limits.Edges || len(gr.states) > gr.limits.States {
		return ErrLimit
	}
	if len(gr.edges)&255 == 0 {
		return ctx.Err()
	}
	return nil
}

// A Key appends a key of a state to dst. States with equal keys must be bisimilar:
// the same joint moves are legal and lead to states with equal keys again, and
// termination and goals are the same.
type Key func(s game.State, dst []byte) []byte

// stateKey is the key that distinguishes all states.
func stateKey(s game.State, dst []byte) []byte {
	for _, w := range s {
		dst = binary.LittleEndian.AppendUint64(dst, w)
	}
	return dst
}

// add returns the number of a state. It copies the state if it is new.
func (gr *graph) add(s game.State, parent, from int32) int32 {
	key := gr.key(s, make([]byte, 0, 8*len(s)))
	if i, ok := gr.index[string(key)]; ok {
		return i
	}
	i := int32(len(gr.states))
	gr.index[string(key)] = i
	gr.states = append(gr.states, append(game.State(nil), s...))
	gr.nodes = append(gr.nodes, node{parent: parent, from: from, stuckRole: -1})
	return i
}

func (gr *graph) joint(e int32) []game.Move {
	return gr.joints[int(e)*gr.roles : (int(e)+1)*gr.roles]
}

// outgoing returns the edges of a state.
func (gr *graph) outgoing(i int32) (first, end int32) {
	return gr.nodes[i].firstEdge, gr.nodes[i].firstEdge + gr.nodes[i].edgeCount
}

// path returns the joint moves that lead to a state, as text.
func (gr *graph) path(i int32) []string {
	var reversed []string
	for i != 0 {
		reversed = append(reversed, game.JointText(gr.game, gr.joint(gr.nodes[i].parent)))
		i = gr.nodes[i].from
	}
	out := make([]string, len(reversed))
	for k, t := range reversed {
		out[len(out)-1-k] = t
	}
	return out
}

// loop returns a state on a cycle and the moves of the cycle, or -1 if there is none
// (depth-first search without recursion).
func (gr *graph) loop() (start int32, around []string) {
	const open, done = 1, 2
	mark := make([]uint8, len(gr.states))
	next := make([]int32, len(gr.states))
	var stack, via []int32
	for root := range gr.states {
		if mark[root] != 0 {
			continue
		}
		stack = append(stack[:0], int32(root))
		via = append(via[:0], -1)
		mark[root] = open
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			first, end := gr.outgoing(i)
			if first+next[i] == end {
				mark[i] = done
				stack, via = stack[:len(stack)-1], via[:len(via)-1]
				continue
			}
			e := first + next[i]
			next[i]++
			to := gr.edges[e].to
			switch mark[to] {
			case 0:
				mark[to] = open
				stack, via = append(stack, to), append(via, e)
			case open:
				return to, gr.around(stack, via, to, e)
			}
		}
	}
	return -1, nil
}

// around lists the moves from a state on the stack back to it.
func (gr *graph) around(stack, via []int32, to, last int32) []string {
	k := 0
	for stack[k] != to {
		k++
	}
	var out []string
	for _, e := range via[k+1:] {
		out = append(out, game.JointText(gr.game, gr.joint(e)))
	}
	return append(out, game.JointText(gr.game, gr.joint(last)))
}
