package circuit

// A graph is the common view of a net and a gate net: nodes that are computed from
// others.
type graph interface {
	size() int
	// dependencies returns what a node is computed from, feedback included.
	dependencies(id int32) []lit
	// feedback reports whether a node is fed back.
	feedback(id int32) bool
	// looped reports whether any node is.
	looped() bool
}

func (n *net) size() int              { return len(n.nodes) }
func (n *net) feedback(id int32) bool { return n.nodes[id].kind == kindLoop }
func (n *net) looped() bool           { return len(n.vars) > 0 }

func (n *net) dependencies(id int32) []lit {
	if nd := &n.nodes[id]; nd.kind == kindLoop {
		return []lit{n.vars[nd.x].value}
	}
	return n.nodes[id].args
}

func (g *gateNet) size() int              { return len(g.gates) }
func (g *gateNet) feedback(id int32) bool { return g.gates[id].kind == gateLoop }
func (g *gateNet) looped() bool           { return len(g.vars) > 0 }

func (g *gateNet) dependencies(id int32) []lit {
	x := &g.gates[id]
	if x.kind == gateLoop {
		return []lit{g.vars[x.x].value}
	}
	return x.inputs()
}

// A part of a program is run as a whole.
type part uint8

const (
	partNone     part = iota // needed by nothing
	partLegal                // what legality and the end need
	partGoals                // what only the goals need
	partNext                 // what only the next state needs, and perhaps the percepts
	partPercepts             // what only the percepts need
	numParts
)

// classify says to which part each node belongs. What the goals and something
// else need is computed with legality; it cannot depend on moves.
func classify(g graph, r *roots) []part {
	const legal, goals, next, percepts = 1, 2, 4, 8
	need := make([]uint8, g.size())
	var todo []int32
	mark := func(list []lit, what uint8) {
		for _, l := range list {
			if need[l.node()]&what == 0 {
				need[l.node()] |= what
				todo = append(todo, l.node())
			}
		}
	}
	needed := func(list []lit, what uint8) {
		mark(list, what)
		for len(todo) > 0 {
			id := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			mark(g.dependencies(id), what)
		}
	}
	needed([]lit{r.terminal}, legal)
	for _, l := range r.legal {
		needed(l, legal)
	}
	needed(r.goals, goals)
	needed(r.next, next)
	needed(r.percepts, percepts)
	parts := make([]part, g.size())
	for i, n := range need {
		switch n {
		case 0:
		case goals:
			parts[i] = partGoals
		case next, next | percepts:
			parts[i] = partNext
		case percepts:
			parts[i] = partPercepts
		default:
			parts[i] = partLegal
		}
	}
	return parts
}
