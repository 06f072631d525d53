package prove

import (
	"context"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/sat"
)

// A reasoner decides questions about the literals of a graph. It gives gates to a solver
// when they are needed.
type reasoner struct {
	graph   *aig.Graph
	solver  *sat.Solver
	known   []bool          // by node: the solver has its clauses
	direct  bool            // the number of a variable is that of its node
	number  []uint32        // by node: its variable, unless that is direct
	used    uint32          // variables
	trivial bool            // a literal of the last question was false
	without map[uint32]bool // nodes whose meaning it does not know
	clause  []sat.Lit       // scratch
	lits    []aig.Lit       // scratch
	users   []uint8         // by node: how many gates use it, up to 2
}

// newReasoner returns a reasoner. One with proofs numbers variables as nodes.
func newReasoner(g *aig.Graph, proofs bool) *reasoner {
	return &reasoner{graph: g, solver: sat.New(proofs), direct: proofs}
}

// lit returns the solver's literal for one of the graph, which must not be a constant.
func (r *reasoner) lit(l aig.Lit) sat.Lit {
	r.give(l.Node())
	return r.of(l)
}

func (r *reasoner) of(l aig.Lit) sat.Lit {
	if r.direct {
		return sat.Lit(l)
	}
	return sat.Lit(r.number[l.Node()]<<1 | uint32(l&1))
}

// newVar returns a variable that stands for no node.
func (r *reasoner) newVar() sat.Lit {
	r.used++
	r.solver.Grow(r.used)
	return sat.Lit(r.used << 1)
}

// give adds the clauses of a node and of all that it depends on.
func (r *reasoner) give(node uint32) {
	for len(r.known) < r.graph.Len() {
		r.known = append(r.known, false)
		r.number = append(r.number, 0)
	}
	r.count()
	stack := []uint32{node}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r.known[id] || id == 0 {
			continue
		}
		r.variable(id)
		r.known[id] = true
		if !r.graph.IsAnd(id) || r.without[id] {
			continue
		}
		out := r.of(aig.Lit(id << 1))
		clause := append(r.clause[:0], out)
		for _, l := range r.conjuncts(id) {
			r.variable(l.Node())
			r.solver.Add(out.Not(), r.of(l))
			clause = append(clause, r.of(l).Not())
			stack = append(stack, l.Node())
		}
		r.solver.Add(clause...)
		r.clause = clause
	}
}

// maxConjuncts bounds the conjuncts of a node that are not its arguments.
const maxConjuncts = 2000

// conjuncts returns the literals of which a node is the conjunction. Conjunctions that nothing
// else uses get no variable, unless variables are numbered as nodes.
func (r *reasoner) conjuncts(id uint32) []aig.Lit {
	out := r.lits[:0]
	stack := []uint32{id}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		a, b := r.graph.Args(id)
		for _, l := range [...]aig.Lit{a, b} {
			n := l.Node()
			if !r.direct && len(out)+len(stack) < maxConjuncts && !l.Negated() && r.users[n] == 1 && r.graph.IsAnd(n) && !r.known[n] && !r.without[n] {
				stack = append(stack, n)
			} else if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	r.lits = out
	return out
}

// count counts the uses of nodes.
func (r *reasoner) count() {
	for id := len(r.users); id < r.graph.Len(); id++ {
		r.users = append(r.users, 0)
		if r.graph.IsAnd(uint32(id)) {
			a, b := r.graph.Args(uint32(id))
			r.users[a.Node()] = min(r.users[a.Node()]+1, 2)
			r.users[b.Node()] = min(r.users[b.Node()]+1, 2)
		}
	}
}

// variable numbers a node.
func (r *reasoner) variable(id uint32) {
	if r.direct || r.number[id] != 0 {
		return
	}
	r.used++
	r.number[id] = r.used
}

// assert makes a literal hold for ever.
func (r *reasoner) assert(l aig.Lit) {
	switch l {
	case aig.True:
	case aig.False:
		r.solver.Add()
	default:
		r.solver.Add(r.lit(l))
	}
}

// assume appends a literal to assumptions. It returns false if the literal is false.
func (r *reasoner) assume(list []sat.Lit, l aig.Lit) ([]sat.Lit, bool) {
	switch l {
	case aig.True:
		return list, true
	case aig.False:
		return list, false
	}
	return append(list, r.lit(l)), true
}

// solve asks whether literals can all hold.
func (r *reasoner) solve(ctx context.Context, limits sat.Limits, lits ...aig.Lit) sat.Status {
	var list []sat.Lit
	for _, l := range lits {
		var ok bool
		if list, ok = r.assume(list, l); !ok {
			r.trivial = true
			return sat.Unsatisfiable
		}
	}
	r.trivial = false
	return r.solver.Solve(ctx, list, limits)
}

// core returns literals of the last question that cannot all hold. It is empty if one of
// them is false.
func (r *reasoner) core() []sat.Lit {
	if r.trivial {
		return nil
	}
	return r.solver.Core()
}

// prefer makes the solver try a literal first where nothing speaks against it.
func (r *reasoner) prefer(l aig.Lit) {
	x := r.lit(l)
	r.solver.Prefer(x)
}

// knows reports whether the solver knows the node of a literal.
func (r *reasoner) knows(l aig.Lit) bool {
	return int(l.Node()) < len(r.known) && r.known[l.Node()]
}

// value returns what a literal is in the solution that was found last. Nodes that the
// solver does not know are false.
func (r *reasoner) value(l aig.Lit) bool {
	if l <= aig.True {
		return l == aig.True
	}
	if !r.knows(l) {
		return l.Negated()
	}
	return r.solver.Value(r.of(l))
}
