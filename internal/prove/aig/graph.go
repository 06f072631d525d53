// Package aig holds and-inverter graphs: Boolean circuits of conjunctions of two inputs
// and negations, in which equal conjunctions exist once. It evaluates 64 assignments at a
// time, copies graphs under a substitution, and reads and writes the AIGER format.
package aig

import "slices"

// A Lit is a node of a graph or its negation, as in AIGER: twice the number of the node,
// plus 1 if it is negated. Node 0 is false.
type Lit uint32

// The constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Node returns the number of the literal's node.
func (l Lit) Node() uint32 { return uint32(l >> 1) }

// Negated reports whether the literal is a negation.
func (l Lit) Negated() bool { return l&1 == 1 }

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// A gate is a node. Inputs have themselves on both sides, so that a conjunction, whose
// arguments have smaller numbers, is told apart.
type gate struct{ a, b Lit }

// A Graph is an and-inverter graph. Its zero value is not usable; see [New].
type Graph struct {
	gates  []gate
	inputs []uint32 // nodes
	table  []uint32 // conjunctions by hash; 0 is a free place
}

// New returns a graph without inputs.
func New() *Graph { return &Graph{gates: make([]gate, 1), table: make([]uint32, 1<<10)} }

// Len returns the number of nodes, the constant included.
func (g *Graph) Len() int { return len(g.gates) }

// Inputs returns how many inputs there are.
func (g *Graph) Inputs() int { return len(g.inputs) }

// Input adds an input.
func (g *Graph) Input() Lit {
	id := uint32(len(g.gates))
	self := Lit(id << 1)
	g.gates = append(g.gates, gate{self, self})
	g.inputs = append(g.inputs, id)
	return self
}

// IsAnd reports whether a node is a conjunction.
func (g *Graph) IsAnd(node uint32) bool { return node != 0 && g.gates[node].a.Node() != node }

// Args returns the arguments of a conjunction.
func (g *Graph) Args(node uint32) (Lit, Lit) { return g.gates[node].a, g.gates[node].b }

// Support returns the inputs that a literal depends on.
func (g *Graph) Support(l Lit) map[uint32]bool {
	support, seen := map[uint32]bool{}, map[uint32]bool{0: true}
	for stack := []uint32{l.Node()}; len(stack) > 0; {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case seen[node]:
		case g.IsAnd(node):
			a, b := g.Args(node)
			stack = append(stack, a.Node(), b.Node())
		default:
			support[node] = true
		}
		seen[node] = true
	}
	return support
}

// Cone returns how many conjunctions a literal depends on, or the given number if there are
// more.
func (g *Graph) Cone(l Lit, most int) int {
	seen := map[uint32]bool{}
	stack := []uint32{l.Node()}
	for len(stack) > 0 && len(seen) < most {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[id] || !g.IsAnd(id) {
			continue
		}
		seen[id] = true
		a, b := g.Args(id)
		stack = append(stack, a.Node(), b.Node())
	}
	return len(seen)
}

// Conjuncts returns the literals whose conjunction a literal is, and that are no
// conjunctions themselves.
func (g *Graph) Conjuncts(l Lit) []Lit {
	var list []Lit
	seen := map[Lit]bool{}
	for stack := []Lit{l}; len(stack) > 0; {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case seen[l]:
		case g.IsAnd(l.Node()) && !l.Negated():
			a, b := g.Args(l.Node())
			stack = append(stack, a, b)
		default:
			list = append(list, l)
		}
		seen[l] = true
	}
	return list
}

// And returns the conjunction of two literals.
func (g *Graph) And(a, b Lit) Lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == False || a == b.Not():
		return False
	case a == True || a == b:
		return b
	}
	if l, ok := g.absorb(a, b); ok {
		return l
	}
	if l, ok := g.absorb(b, a); ok {
		return l
	}
	return g.cons(a, b)
}

// absorb simplifies a conjunction by the arguments of its second part.
func (g *Graph) absorb(a, b Lit) (Lit, bool) {
	if !g.IsAnd(b.Node()) {
		return 0, false
	}
	x, y := g.Args(b.Node())
	if b.Negated() {
		switch {
		case a == x.Not() || a == y.Not():
			return a, true
		case a == x:
			return g.And(a, y.Not()), true
		case a == y:
			return g.And(a, x.Not()), true
		}
		return 0, false
	}
	switch {
	case a == x.Not() || a == y.Not():
		return False, true
	case a == x || a == y:
		return b, true
	}
	return 0, false
}

func hash(a, b Lit) uint64 {
	h := (uint64(a)<<32 | uint64(b)) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// cons finds or adds a conjunction.
func (g *Graph) cons(a, b Lit) Lit {
	mask := uint64(len(g.table) - 1)
	p := hash(a, b) & mask
	for ; g.table[p] != 0; p = (p + 1) & mask {
		if id := g.table[p]; g.gates[id] == (gate{a, b}) {
			return Lit(id << 1)
		}
	}
	id := uint32(len(g.gates))
	g.gates = append(g.gates, gate{a, b})
	g.table[p] = id
	if 2*len(g.gates) > len(g.table) {
		g.grow()
	}
	return Lit(id << 1)
}

func (g *Graph) grow() {
	g.table = make([]uint32, 2*len(g.table))
	mask := uint64(len(g.table) - 1)
	for id := range g.gates {
		if !g.IsAnd(uint32(id)) {
			continue
		}
		p := hash(g.gates[id].a, g.gates[id].b) & mask
		for g.table[p] != 0 {
			p = (p + 1) & mask
		}
		g.table[p] = uint32(id)
	}
}

// Or returns the disjunction of two literals.
func (g *Graph) Or(a, b Lit) Lit { return g.And(a.Not(), b.Not()).Not() }

// Implies returns the literal that is false where a holds and b does not.
func (g *Graph) Implies(a, b Lit) Lit { return g.And(a, b.Not()).Not() }

// Equal returns the literal that says whether two have the same value.
func (g *Graph) Equal(a, b Lit) Lit { return g.And(g.Implies(a, b), g.Implies(b, a)) }

// All returns the conjunction of a list. The order of the list does not matter.
func (g *Graph) All(list []Lit) Lit {
	list = slices.Clone(list)
	slices.Sort(list)
	list = slices.Compact(list)
	for i := range list {
		if i > 0 && list[i] == list[i-1].Not() {
			return False
		}
	}
	return g.tree(list)
}

// tree returns the conjunction of a list as a tree of low depth.
func (g *Graph) tree(list []Lit) Lit {
	switch len(list) {
	case 0:
		return True
	case 1:
		return list[0]
	}
	half := len(list) / 2
	return g.And(g.tree(list[:half]), g.tree(list[half:]))
}

// Any returns the disjunction of a list.
func (g *Graph) Any(list []Lit) Lit {
	not := make([]Lit, len(list))
	for i, l := range list {
		not[i] = l.Not()
	}
	return g.All(not).Not()
}

// AtMostOne returns the literal that says that no two of a list hold.
func (g *Graph) AtMostOne(list []Lit) Lit {
	some, two := False, False
	for _, l := range list {
		two = g.Or(two, g.And(some, l))
		some = g.Or(some, l)
	}
	return two.Not()
}

// AtLeast returns the literals that say that at least one, two and so on, up to a number, of a
// list hold.
func (g *Graph) AtLeast(most int, list []Lit) []Lit {
	least := make([]Lit, most)
	for _, l := range list {
		for k := most - 1; k > 0; k-- {
			least[k] = g.Or(least[k], g.And(least[k-1], l))
		}
		if most > 0 {
			least[0] = g.Or(least[0], l)
		}
	}
	return least
}

// Exactly returns the literal that says that a number of a list hold.
func (g *Graph) Exactly(n int, list []Lit) Lit {
	least := g.AtLeast(min(n+1, len(list)), list)
	all := True
	if n > 0 {
		if n > len(list) {
			return False
		}
		all = least[n-1]
	}
	if n < len(least) {
		all = g.And(all, least[n].Not())
	}
	return all
}
