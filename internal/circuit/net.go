package circuit

import "slices"

// A lit is a node of a net, or its negation: twice the number of the node, plus
// 1 if it is negated.
type lit int32

// Node 0 is true in every net.
const (
	litTrue  lit = 0
	litFalse lit = 1
)

func (l lit) node() int32   { return int32(l >> 1) }
func (l lit) negated() bool { return l&1 == 1 }

// A nodeKind says what a node stands for.
type nodeKind uint8

const (
	kindTrue  nodeKind = iota
	kindState          // state bit x
	kindMoves          // the role's move lies in set x
	kindLoop           // feedback x of a loop
	kindAnd            // all of its arguments hold
)

// A node of a net. Disjunctions are negated conjunctions of negations.
type node struct {
	kind  nodeKind
	x     int32
	args  []lit  // of a conjunction, ascending
	roles uint64 // of a conjunction: the roles with a set of moves among the arguments
}

// A net is a Boolean circuit in which equal conjunctions are one node. A node's
// arguments have smaller numbers than the node, except through loops.
type net struct {
	nodes []node
	table []int32 // conjunctions by hash; 0 is a free place
	arena []lit   // where arguments are kept
	moves moveSets
	vars  []loopVar
	marks []mark // by node
	epoch uint32
	limit int  // on the number of nodes
	over  bool // the limit was passed
	watch *canceller

	lits      lits        // scratch
	factorers []*factorer // by depth of nesting
}

// A mark says with which sign a node occurs in the current conjunction.
type mark struct {
	epoch uint32
	sign  lit
}

// A loopVar is a node that is fed back: nodes that depend on each other have the
// values of their least fixpoint, and value is what the node becomes.
type loopVar struct {
	node  int32
	value lit
}

// newNet returns a net with only the node true. The moves of the roles are given
// as for [moveSets.init].
func newNet(live [][]int32, lim *limits) *net {
	n := &net{table: make([]int32, 1<<10), limit: lim.nodes, watch: lim.watch}
	n.moves.init(live)
	n.add(node{kind: kindTrue})
	return n
}

func (n *net) add(nd node) int32 {
	n.watch.tick()
	n.nodes = append(n.nodes, nd)
	n.marks = append(n.marks, mark{})
	if len(n.nodes) > n.limit {
		n.over = true
	}
	return int32(len(n.nodes) - 1)
}

// state adds the node of a state bit.
func (n *net) state(bit int32) lit { return lit(n.add(node{kind: kindState, x: bit}) << 1) }

// loopVar adds a node that is fed back; its value is set later.
func (n *net) loopVar() lit {
	id := n.add(node{kind: kindLoop, x: int32(len(n.vars))})
	n.vars = append(n.vars, loopVar{node: id, value: litFalse})
	return lit(id << 1)
}

func hashArgs(args []lit) uint64 {
	h := uint64(len(args))
	for _, a := range args {
		h = (h ^ uint64(uint32(a))) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

// cons returns the conjunction of arguments that are sorted, distinct and
// simplified. Very long ones are split, because networks count arguments.
func (n *net) cons(args []lit) lit {
	if len(args) > maxArgs {
		half := n.cons(args[:len(args)/2])
		other := n.cons(args[len(args)/2:])
		return n.cons([]lit{min(half, other), max(half, other)})
	}
	mask := uint64(len(n.table) - 1)
	p := hashArgs(args) & mask
	for n.table[p] != 0 {
		if slices.Equal(n.nodes[n.table[p]].args, args) {
			return lit(n.table[p] << 1)
		}
		p = (p + 1) & mask
	}
	id := n.add(node{kind: kindAnd, args: n.keep(args), roles: n.rolesOf(args)})
	n.table[p] = id
	if len(n.nodes)*2 > len(n.table) {
		n.grow()
	}
	return lit(id << 1)
}

// keep copies arguments to permanent memory.
func (n *net) keep(args []lit) []lit {
	if len(n.arena)+len(args) > cap(n.arena) {
		n.arena = make([]lit, 0, max(1<<12, len(args)))
	}
	start := len(n.arena)
	n.arena = append(n.arena, args...)
	return n.arena[start:len(n.arena):len(n.arena)]
}

// rolesOf returns the roles that sets of moves among the arguments belong to, as
// bits. Roles from 64 on are left out, which only costs some sharing.
func (n *net) rolesOf(args []lit) uint64 {
	var roles uint64
	for _, a := range args {
		if nd := &n.nodes[a.node()]; nd.kind == kindMoves {
			roles |= 1 << n.moves.sets[nd.x].role
		}
	}
	return roles
}

func (n *net) grow() {
	n.table = make([]int32, 2*len(n.table))
	mask := uint64(len(n.table) - 1)
	for i := range n.nodes {
		if n.nodes[i].kind != kindAnd {
			continue
		}
		p := hashArgs(n.nodes[i].args) & mask
		for n.table[p] != 0 {
			p = (p + 1) & mask
		}
		n.table[p] = int32(i)
	}
}

// lits is a stack of literals: scratch memory of functions that call each
// other.
type lits struct{ stack []lit }

// push adds literals.
func (s *lits) push(l ...lit) { s.stack = append(s.stack, l...) }

// mark returns the height of the stack, for release.
func (s *lits) mark() int { return len(s.stack) }

// release takes away everything above a mark.
func (s *lits) release(mark int) { s.stack = s.stack[:mark] }
