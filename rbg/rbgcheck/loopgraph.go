package rbgcheck

import "ludex/internal/scc"

// A loopGraph is the part of a loop that can be reached: pairs, numbered in the order of
// their discovery, and the edges between them.
type loopGraph struct {
	*loop
	number  map[pair]int32
	pairs   []pair
	ways    scc.Graph
	changes [][2]int32 // the edges whose action changes something
}

func newLoopGraph(l *loop) *loopGraph { return &loopGraph{loop: l, number: map[pair]int32{}} }

func (g *loopGraph) add(at pair) int32 {
	n, known := g.number[at]
	if !known {
		n = int32(len(g.pairs))
		g.number[at] = n
		g.pairs = append(g.pairs, at)
	}
	return n
}

// explore adds everything that can be reached from the pairs, within the limit of steps.
func (g *loopGraph) explore() {
	for n := 0; n < len(g.pairs); n++ {
		if g.steps <= maxSteps {
			g.leave(int32(n))
		}
		g.ways.Ends = append(g.ways.Ends, int32(len(g.ways.Edges)))
	}
}

// leave follows the edges of a pair.
func (g *loopGraph) leave(n int32) {
	at := g.pairs[n]
	for _, i := range g.out[at.node] {
		next, ok := g.follow(i, at.cell)
		if !ok {
			continue
		}
		to := g.add(next)
		g.ways.Edges = append(g.ways.Edges, to)
		if e := g.edges[i].expr; e != nil && e.Kind.IsModifier() {
			g.changes = append(g.changes, [2]int32{n, to})
		}
	}
}

// changing reports whether a cycle changes something.
func (g *loopGraph) changing() bool {
	component, _ := g.ways.Components()
	for _, c := range g.changes {
		if component[c[0]] == component[c[1]] {
			return true
		}
	}
	return false
}
