// Package analyse finds out whether a game is well made: whether it always
// ends, can always be played on and can be won. Where the states can be
// exhausted the answers are proofs; where not, they say how much was tried.
package analyse

import (
	"context"
	"encoding/binary"
	"errors"

	"ludex/game"
)

// Limits bounds how much of a game is explored.
type Limits struct {
	States int // how many different states; 0 is 200,000
	Edges  int // how many joint moves between them; 0 is 5,000,000
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

// maxMoves is how many moves the joint moves of a graph may have together, so that
// it stays small also for many roles.
const maxMoves = 50_000_000

// ErrLimit is reported when a game has more states than the limits allow.
var ErrLimit = errors.New("the game has more states than the limit")

// A graph is the whole state space of a game, as far as it was explored.
type graph struct {
	game   game.Game
	states []game.State
	nodes  []node
	edges  []edge
	joints []game.Move // of edge e: from e·roles on
	index  map[string]int32
	roles  int
}

type node struct {
	parent    int32 // the edge by which it was first reached, -1 at the root
	from      int32 // the state that edge leaves from
	firstEdge int32
	edgeCount int32
	terminal  bool
	idle      int32 // a role without a legal move, or -1
}

type edge struct{ to int32 }

// explore visits all states breadth first, so that witnesses are short.
func explore(ctx context.Context, g game.Game, limits Limits) (*graph, error) {
	limits = limits.withDefaults()
	limits.Edges = min(limits.Edges, maxMoves/len(g.Roles()))
	gr := &graph{game: g, index: map[string]int32{}, roles: len(g.Roles())}
	m := g.NewMachine()
	m.Bind(ctx)
	gr.add(m.Initial(nil), -1, -1)
	moves := make([][]game.Move, gr.roles)
	var scratch game.State
	for i := int32(0); int(i) < len(gr.states); i++ {
		s := gr.states[i]
		gr.nodes[i].firstEdge = int32(len(gr.edges))
		if gr.nodes[i].terminal = m.Terminal(s); gr.nodes[i].terminal {
			continue
		}
		for r := range moves {
			if moves[r] = m.Legal(s, game.Role(r), moves[r][:0]); len(moves[r]) == 0 && gr.nodes[i].idle < 0 {
				gr.nodes[i].idle = int32(r)
			}
		}
		for joint := range game.JointMoves(moves) {
			scratch = m.Next(s, joint, scratch[:0])
			if len(gr.edges) >= limits.Edges || len(gr.states) > limits.States {
				return gr, ErrLimit
			}
			if len(gr.edges)&255 == 0 && ctx.Err() != nil {
				return gr, ctx.Err()
			}
			e := int32(len(gr.edges))
			gr.joints = append(gr.joints, joint...)
			gr.edges = append(gr.edges, edge{gr.add(scratch, e, i)})
			gr.nodes[i].edgeCount++
		}
	}
	return gr, nil
}

// add returns the number of a state, which is copied if it is new.
func (gr *graph) add(s game.State, parent, from int32) int32 {
	key := make([]byte, 0, 8*len(s))
	for _, w := range s {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	if i, ok := gr.index[string(key)]; ok {
		return i
	}
	i := int32(len(gr.states))
	gr.index[string(key)] = i
	gr.states = append(gr.states, append(game.State(nil), s...))
	gr.nodes = append(gr.nodes, node{parent: parent, from: from, idle: -1})
	return i
}

func (gr *graph) joint(e int32) []game.Move {
	return gr.joints[int(e)*gr.roles : (int(e)+1)*gr.roles]
}

// outgoing returns the numbers of the edges that leave a state.
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

// loop returns a state that can be reached from itself and the moves around,
// or -1 if there is none (depth-first search without recursion).
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
