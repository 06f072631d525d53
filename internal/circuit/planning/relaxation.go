package planning

import "ludex/internal/scc"

// maxRelaxed is the number of words of rules from which on estimates are too slow to help: at
// a million they take 10 to 20 milliseconds.
const maxRelaxed = 1_000_000

// A Relaxation is the delete relaxation of a problem: whatever can become true, or false,
// stays possible. It is a graph of conditions. A condition becomes possible, at a cost, if
// one of its causes does: a single condition, or all conditions of a conjunction.
//
// The conditions 2·a and 2·a+1 say that atom a holds and that it does not. Further ones say
// that a rule does not apply.
type Relaxation struct {
	facts      []Fact
	conditions int
	free       []int32 // conditions that cost nothing in any state
	counted    []bool  // by bit: the fact is part of a counter, and costs nothing
	needed     []bool  // by bit: the fact occurs

	single  edges // from a condition to those that it makes possible alone
	price   []int32
	joint   edges   // from a condition to the conjunctions that it is part of
	size    []int32 // by conjunction: of how many conditions
	effect  []int32 // by conjunction: the condition that it makes possible
	targets []target
}

// edges are lists of numbers, by condition.
type edges struct {
	first []int32
	to    []int32
}

func (e *edges) of(c int32) []int32 { return e.to[e.first[c]:e.first[c+1]] }

// A target is a goal value and the condition for it.
type target struct {
	value     int
	condition int32
}

// NewRelaxation returns the relaxation of a problem, or nil if it is too large. The counter
// of a relevance costs nothing.
func (p *Problem) NewRelaxation(counted func(bit int) bool) *Relaxation {
	if len(p.Rules) > maxRelaxed {
		return nil
	}
	b := &relaxer{ruleIndex: newRuleIndex(p), out: &Relaxation{facts: p.State, conditions: 2 * p.Atoms}}
	b.out.counted = make([]bool, len(p.State))
	for bit := range p.State {
		b.out.counted[bit] = counted(bit)
	}
	b.build()
	return b.out
}

// A relaxer builds a relaxation.
type relaxer struct {
	*ruleIndex
	out       *Relaxation
	needed    []bool // by atom: goals or the end depend on it
	recursive []bool // by atom
	singles   []cause
	joints    []cause // from a condition to a conjunction
}

// A cause is an edge.
type cause struct{ from, to, price int32 }

// build builds everything that goals depend on.
func (b *relaxer) build() {
	b.findRecursive()
	roots := []int32{b.Terminal}
	for _, g := range b.Goals {
		roots = append(roots, g.Atom)
	}
	b.needed = make([]bool, b.Atoms)
	b.extendNeeded(b.needed, roots)
	for again := true; again; { // a fact changes by a move, which must be legal
		again = false
		var legal []int32
		for _, m := range b.Moves {
			if m.Does != None && b.needed[m.Does] && !b.needed[m.Legal] {
				legal = append(legal, m.Legal)
				again = true
			}
		}
		b.extendNeeded(b.needed, legal)
	}
	b.addFacts()
	b.addMoves()
	for a := range int32(b.Atoms) {
		if b.needed[a] && b.fact[a] == None && !b.does[a] {
			b.addRules(a)
		}
	}
	for _, g := range b.Goals {
		// A goal counts where the play ends.
		c := b.condition()
		b.conjunction([]int32{2 * g.Atom, b.endCondition()}, c)
		b.out.targets = append(b.out.targets, target{g.Value, c})
	}
	b.out.single, b.out.price = collect(b.singles, b.out.conditions)
	b.out.joint, _ = collect(b.joints, b.out.conditions)
}

// endCondition returns the condition that the play ends.
func (b *relaxer) endCondition() int32 {
	if b.Terminal == None {
		return b.condition() // which is never possible
	}
	return 2 * b.Terminal
}

// condition returns a new condition.
func (b *relaxer) condition() int32 {
	b.out.conditions++
	return int32(b.out.conditions - 1)
}

// conjunction makes a condition possible by others.
func (b *relaxer) conjunction(parts []int32, effect int32) {
	switch len(parts) {
	case 0:
		b.out.free = append(b.out.free, effect)
		return
	case 1:
		b.singles = append(b.singles, cause{parts[0], effect, 0})
		return
	}
	n := int32(len(b.out.size))
	for _, c := range parts {
		b.joints = append(b.joints, cause{c, n, 0})
	}
	b.out.size, b.out.effect = append(b.out.size, int32(len(parts))), append(b.out.effect, effect)
}

// addFacts lets facts change at the price of a move.
func (b *relaxer) addFacts() {
	b.out.needed = make([]bool, len(b.State))
	for bit, f := range b.State {
		b.out.needed[bit] = b.needed[f.Atom]
		if !b.needed[f.Atom] || b.out.counted[bit] {
			continue
		}
		if f.Next == None {
			b.out.free = append(b.out.free, 2*f.Atom+1)
			continue
		}
		b.singles = append(b.singles, cause{2 * f.Next, 2 * f.Atom, 1}, cause{2*f.Next + 1, 2*f.Atom + 1, 1})
	}
}

// addMoves lets moves be made if they are legal. Any move can be left out.
func (b *relaxer) addMoves() {
	for _, m := range b.Moves {
		if m.Does != None && b.needed[m.Does] {
			b.singles = append(b.singles, cause{2 * m.Legal, 2 * m.Does, 0})
			b.out.free = append(b.out.free, 2*m.Does+1)
		}
	}
}

// addRules lets an atom hold if all conditions of a rule are possible, and not hold if in
// every rule one condition can fail. An atom that depends on itself may always fail: what
// only supports itself does not hold.
func (b *relaxer) addRules(a int32) {
	rules := b.rules(a)
	for _, at := range rules {
		b.conjunction(b.body(at), 2*a)
	}
	if b.recursive[a] {
		b.out.free = append(b.out.free, 2*a+1)
		return
	}
	var fails []int32
	for _, at := range rules {
		body := b.body(at)
		if len(body) == 1 {
			fails = append(fails, body[0]^1)
			continue
		}
		c := b.condition()
		for _, l := range body {
			b.singles = append(b.singles, cause{l ^ 1, c, 0})
		}
		fails = append(fails, c)
	}
	b.conjunction(fails, 2*a+1)
}

// findRecursive finds the atoms that depend on themselves in one state.
func (b *relaxer) findRecursive() {
	g := &scc.Graph{Ends: make([]int32, b.Atoms)}
	b.recursive = make([]bool, b.Atoms)
	for a := range int32(b.Atoms) {
		for _, at := range b.rules(a) {
			for _, l := range b.body(at) {
				g.Edges = append(g.Edges, l>>1)
				b.recursive[a] = b.recursive[a] || l>>1 == a
			}
		}
		g.Ends[a] = int32(len(g.Edges))
	}
	component, count := g.Components()
	size := make([]int32, count)
	for _, c := range component {
		size[c]++
	}
	for a, c := range component {
		b.recursive[a] = b.recursive[a] || size[c] > 1
	}
}

// collect sorts edges by where they begin.
func collect(list []cause, conditions int) (edges, []int32) {
	e := edges{make([]int32, conditions+2), make([]int32, len(list))}
	price := make([]int32, len(list))
	for _, c := range list {
		e.first[c.from+2]++
	}
	for i := 2; i < len(e.first); i++ {
		e.first[i] += e.first[i-1]
	}
	for _, c := range list {
		at := &e.first[c.from+1]
		e.to[*at], price[*at] = c.to, c.price
		*at++
	}
	return e, price
}
