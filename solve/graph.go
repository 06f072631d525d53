package solve

import (
	"cmp"

	"ludex/game"
	"ludex/solve/internal/memory"
)

// A graph has all states of a game that can be reached from the root, which is
// state 0. Of states that are images of each other it has one, whose successors may be
// images of those of the others.
type graph struct {
	*session
	store  *memory.Store
	states []graphNode
	to     []uint32 // the targets of edges
	goals  []uint8  // of terminal states, by player
}

// A graphNode is one state. Its edges are in the order of the joint moves, with the
// last role changing fastest.
type graphNode struct {
	first uint64 // its first edge; in a terminal state, its first goal
	count uint32 // number of edges
	mover int16  // the role that decides in a turn, or game.NoRole
	kind  kind
}

// graph computes all states. If the budget stops it, the graph is not complete.
func (s *session) graph() (*graph, error) {
	g := &graph{session: s, store: memory.NewStore()}
	g.store.Add(s.orbits.of(s.root))
	var p position
	for n := uint32(0); int(n) < g.store.Len() && !s.stopped(); n++ {
		p.state = g.store.At(n)
		if err := s.classify(&p); err != nil {
			return nil, err
		}
		node := graphNode{first: uint64(len(g.to)), mover: int16(p.mover), kind: p.kind}
		var err error
		switch p.kind {
		case over:
			node.first = uint64(len(g.goals))
			err = g.end(p.state)
		case turn, chance:
			g.branch(&p)
		case simultaneous:
			g.branchJoint(&p)
		}
		if err != nil {
			return nil, err
		}
		if p.kind != over {
			node.count = uint32(uint64(len(g.to)) - node.first)
		}
		g.states = append(g.states, node)
		s.result.Stored = uint64(g.store.Len())
		if g.bytes() > s.opt.Memory {
			s.full()
		}
	}
	return g, nil
}

// bytes returns how much memory is in use.
func (g *graph) bytes() int64 {
	return g.store.Bytes() + int64(cap(g.states))*16 + int64(cap(g.to))*4 + int64(cap(g.goals))
}

// end records the goals of a state where the play has ended.
func (g *graph) end(s game.State) error {
	for _, r := range g.players {
		goal, err := g.goal(s, r)
		if err != nil {
			return err
		}
		g.goals = append(g.goals, uint8(goal))
	}
	return nil
}

// branch adds the edges of a state in which one role decides.
func (g *graph) branch(p *position) {
	g.expand(p)
	for _, child := range p.children {
		g.link(child)
	}
}

// branchJoint adds the edges of a state in which several roles decide.
func (g *graph) branchJoint(p *position) {
	var next game.State
	for joint := range game.JointMoves(p.moves) {
		next = g.machine.Next(p.state, joint, next[:0])
		g.link(next)
		if g.spend(1) {
			return
		}
	}
}

// link adds an edge.
func (g *graph) link(to game.State) {
	n, _ := g.store.Add(g.orbits.of(to))
	g.to = append(g.to, n)
}

// children returns the states after all joint moves of a position, in the order of edges, and
// their numbers.
func (g *graph) children(p *position) (states []game.State, numbers []uint32, err error) {
	for joint := range game.JointMoves(p.moves) {
		next := g.machine.Next(p.state, joint, nil)
		n, ok := g.store.Find(g.orbits.of(next))
		if !ok {
			return nil, nil, cmp.Or(g.machine.Err(), errReplay)
		}
		states, numbers = append(states, next), append(numbers, n)
	}
	return states, numbers, nil
}

// out returns the successors of a state.
func (g *graph) out(n uint32) []uint32 {
	node := &g.states[n]
	if node.kind == over {
		return nil
	}
	return g.to[node.first : node.first+uint64(node.count)]
}

// goalsOf returns the goals of the players at a terminal state.
func (g *graph) goalsOf(n uint32) []uint8 {
	at := g.states[n].first
	return g.goals[at : at+uint64(len(g.players))]
}

// order returns the states in reverse topological order, successors first. It
// returns false if there is a cycle.
func (g *graph) order() ([]uint32, bool) {
	const open, done = 1, 2
	mark := make([]uint8, len(g.states))
	next := make([]uint32, len(g.states)) // by state: the edge to follow next
	order := make([]uint32, 0, len(g.states))
	path := []uint32{0}
	mark[0] = open
	for len(path) > 0 {
		n := path[len(path)-1]
		if edges := g.out(n); int(next[n]) < len(edges) {
			child := edges[next[n]]
			next[n]++
			switch mark[child] {
			case open:
				return nil, false
			case done:
			default:
				mark[child] = open
				path = append(path, child)
			}
			continue
		}
		mark[n] = done
		order = append(order, n)
		path = path[:len(path)-1]
	}
	return order, true
}
