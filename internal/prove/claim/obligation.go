package claim

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/lrat"
	"ludex/internal/prove/transition"
)

// An Obligation is a list of literals of a graph that cannot all hold. Its proof begins
// with clauses that say that they do, and what gates compute.
type Obligation struct {
	Name  string
	Roots []aig.Lit
}

// A Proof shows that an obligation is met: clauses in the DIMACS format, in which the
// number of a variable is that of a node, and a derivation in the LRAT format.
type Proof struct{ CNF, LRAT []byte }

// Check returns an error unless a proof shows the obligation.
func (o *Obligation) Check(g *aig.Graph, p *Proof) error {
	clauses, err := lrat.ReadCNF(bytes.NewReader(p.CNF))
	if err != nil {
		return fmt.Errorf("%s: %w", o.Name, err)
	}
	for _, c := range clauses {
		if !o.given(g, c) {
			return fmt.Errorf("%s: clause %v does not follow from the system", o.Name, c)
		}
	}
	if err := lrat.Check(clauses, bytes.NewReader(p.LRAT)); err != nil {
		return fmt.Errorf("%s: %w", o.Name, err)
	}
	return nil
}

// given reports whether a clause is part of the obligation: a root, or one of the three
// clauses of a gate. An empty clause stands for a root that is false.
func (o *Obligation) given(g *aig.Graph, c []int) bool {
	lits := make([]aig.Lit, len(c))
	for i, n := range c {
		v := max(n, -n)
		if v <= 0 || v >= g.Len() { // less than 0 is the smallest integer, which has no negation
			return false
		}
		lits[i] = aig.Lit(v) << 1
		if n < 0 {
			lits[i] = lits[i].Not()
		}
	}
	switch len(lits) {
	case 0:
		return slices.Contains(o.Roots, aig.False)
	case 1:
		return slices.Contains(o.Roots, lits[0])
	}
	slices.Sort(lits)
	out := lits[len(lits)-1]
	if !g.IsAnd(out.Node()) {
		return false
	}
	a, b := g.Args(out.Node())
	if out.Negated() {
		return len(lits) == 2 && (lits[0] == a || lits[0] == b)
	}
	want := []aig.Lit{a.Not(), b.Not()}
	slices.Sort(want)
	return len(lits) == 3 && slices.Equal(lits[:2], want)
}

// A Claim is a property with what its proof needs besides invariants.
type Claim struct {
	Property Property
	Ranking  Ranking // of a ranked property
}

// A Part is a set of claims that share invariants. Plays are cut off where the formula
// Until holds, if there is one.
type Part struct {
	Until      *Formula
	Invariants []Invariant
	Claims     []Claim
}

// Obligations returns what has to be shown for the claims of a part: that the invariants
// hold in the next state if they hold in a state, and for each claim that its violation
// contradicts them, or that its ranking falls in every step.
//
// That the invariants hold in the initial state is checked here, by computing them.
func (p *Part) Obligations(whole *transition.System) ([]Obligation, error) {
	s, err := Cut(whole, p.Until)
	if err != nil {
		return nil, err
	}
	g, next, step := s.Graph, Next(s), s.Step()
	for i := range p.Invariants {
		if err := aboutState(s, p.Invariants[i].All()); err != nil {
			return nil, fmt.Errorf("invariant %d: %w", i+1, err)
		}
	}
	var now, broken []aig.Lit
	for i := range p.Invariants {
		v := &p.Invariants[i]
		now = append(now, v.Holds(g))
		broken = append(broken, v.Stays(g, next).Not())
	}
	if i := firstFalse(s, now); i >= 0 {
		return nil, fmt.Errorf("invariant %d does not hold in the initial state", i+1)
	}
	var list []Obligation
	for i := range broken {
		list = append(list, Obligation{fmt.Sprintf("induction %d", i+1), slices.Concat(now, []aig.Lit{step, broken[i]})})
	}
	for i := range p.Claims {
		more, err := p.Claims[i].obligations(whole, s, now, step, next)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// obligations returns what has to be shown for one claim.
func (c *Claim) obligations(whole, cut *transition.System, now []aig.Lit, step aig.Lit, next *aig.Copier) ([]Obligation, error) {
	bad, inStep, err := c.Property.Bad(whole)
	if err != nil {
		return nil, err
	}
	var list []Obligation
	name := c.Property.String()
	if c.Property.Kind != Ends {
		roots := slices.Concat(now, []aig.Lit{bad})
		if inStep {
			roots = append(roots, step)
		}
		list = append(list, Obligation{name, roots})
	}
	if c.Property.Ranked() {
		for _, tier := range c.Ranking {
			for _, group := range tier {
				if err := aboutState(cut, group.literals()); err != nil {
					return nil, fmt.Errorf("the ranking: %w", err)
				}
			}
		}
		falls := c.Ranking.Falls(cut.Graph, next)
		list = append(list, Obligation{name + ": ranking", slices.Concat(now, []aig.Lit{step, falls.Not()})})
	}
	return list, nil
}

// firstFalse returns the first literal that is false in the initial state, or -1.
func firstFalse(s *transition.System, list []aig.Lit) int {
	sim := initially(s)
	return slices.IndexFunc(list, func(l aig.Lit) bool { return sim.Value(l)&1 == 0 })
}

// initially returns the values of all nodes in the initial state.
func initially(s *transition.System) *aig.Simulation {
	sim := s.Graph.Simulate()
	for _, bit := range s.State {
		if bit.Init {
			sim.Set(bit.Lit, ^uint64(0))
		}
	}
	sim.Run(1, s.Graph.Len())
	return sim
}

// aboutState returns an error if literals do not exist or depend on moves.
func aboutState(s *transition.System, list []aig.Lit) error {
	states := map[uint32]bool{0: true}
	for _, bit := range s.State {
		states[bit.Lit.Node()] = true
	}
	seen := map[uint32]bool{}
	var stack []uint32
	for _, l := range list {
		if int(l.Node()) >= s.Graph.Len() {
			return fmt.Errorf("there is no literal %d", l)
		}
		stack = append(stack, l.Node())
	}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[id] || states[id] {
			continue
		}
		seen[id] = true
		if !s.Graph.IsAnd(id) {
			return fmt.Errorf("literal %d depends on moves", 2*id)
		}
		a, b := s.Graph.Args(id)
		stack = append(stack, a.Node(), b.Node())
	}
	return nil
}

// Bound returns how many steps a play can have at most, by the ranking.
func (r Ranking) Bound(s *transition.System) *big.Int {
	sim := initially(s)
	bound, weight := new(big.Int), big.NewInt(1)
	for t := len(r) - 1; t >= 0; t-- {
		most, first := int64(0), int64(0)
		for _, group := range r[t] {
			highest, now := group.values(func(l aig.Lit) bool { return sim.Value(l)&1 == 1 })
			most, first = most+int64(highest), first+int64(now)
		}
		bound.Add(bound, new(big.Int).Mul(big.NewInt(first), weight))
		weight.Mul(weight, big.NewInt(most+1))
	}
	return bound
}

// values returns the highest value of a group, and its value where some literals hold.
func (x *Group) values(holds func(aig.Lit) bool) (highest, value int) {
	for _, l := range x.Sum {
		if holds(l) {
			value++
		}
	}
	for level := len(x.Levels) - 1; level >= 0; level-- {
		if slices.ContainsFunc(x.Levels[level], holds) {
			value += level + 1
			break
		}
	}
	highest = len(x.Sum) + len(x.Levels)
	if len(x.All) > 0 {
		highest++
		if !slices.ContainsFunc(x.All, func(l aig.Lit) bool { return !holds(l) }) {
			value++
		}
	}
	return highest, value
}
