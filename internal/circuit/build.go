package circuit

import "slices"

// Roots are what a net computes. Lists are in canonical order.
type roots struct {
	terminal lit
	legal    [][]lit // by role and move
	next     []lit   // by state bit
	goals    []lit
	percepts []lit
}

// withoutGoals returns the roots except the goals. Many games compute goals from what
// every move changes, such as sums of pieces, and ask for them at the end only.
func (r *roots) withoutGoals() *roots {
	others := *r
	others.goals = nil
	return &others
}

// goalsOnly returns the goals alone.
func (r *roots) goalsOnly() *roots { return &roots{terminal: litTrue, goals: r.goals} }

// Limits bound what a build may use.
type limits struct {
	watch *canceller
	game  string
	nodes int
	over  error // the error if there are more
}

// A builder turns ground rules into a net. It goes through the atoms depth first;
// atoms that depend on each other become a loop (Tarjan's algorithm).
type builder struct {
	canon  *canon
	limits limits
	net    *net
	lit    []lit // by atom, or unknown
	scc    tarjan
	err    error
}

const unknown lit = -1

// build makes the net of a game.
func build(c *canon, lim limits) (*net, *roots, error) {
	live, atoms := allMoves(c), len(c.rules.first)-1
	b := &builder{canon: c, limits: lim, net: newNet(live, &lim), lit: make([]lit, atoms)}
	for a := range b.lit {
		b.lit[a] = unknown
	}
	b.scc.init(atoms)
	for i, s := range c.state {
		b.lit[s.atom] = b.net.state(int32(i))
	}
	for r, moves := range c.moves {
		for i, m := range moves {
			if m.does != none {
				b.lit[m.does] = b.net.made(b.net.moves.first[r] + int32(i))
			}
		}
	}
	r := b.roots()
	if b.err == nil {
		b.err = lim.check(b.net)
	}
	if b.err == nil {
		b.err = checkMoves(b.net, r, lim.game)
	}
	return b.net, r, b.err
}

// checkMoves reports rules by which something that must be known before moves are
// made depends on moves.
func checkMoves(n *net, r *roots, name string) error {
	for i, p := range classify(n, r) {
		if n.nodes[i].kind == kindMoves && (p == partLegal || p == partGoals) {
			return &SpecError{Game: name, Problem: "legality, the end or a goal depends on the moves made"}
		}
	}
	return nil
}

// allMoves numbers the moves of all roles one after the other.
func allMoves(c *canon) [][]int32 {
	var live [][]int32
	next := int32(0)
	for _, moves := range c.moves {
		list := make([]int32, len(moves))
		for i := range list {
			list[i] = next
			next++
		}
		live = append(live, list)
	}
	return live
}

func (l *limits) check(n *net) error {
	if n.over {
		return l.over
	}
	return nil
}

// roots builds all roots in the order in which the programs will compute it.
func (b *builder) roots() *roots {
	c, r := b.canon, &roots{}
	r.terminal = b.atom(c.terminal)
	for _, moves := range c.moves {
		legal := make([]lit, len(moves))
		for i, m := range moves {
			legal[i] = b.atom(m.legal)
		}
		r.legal = append(r.legal, legal)
	}
	for _, s := range c.state {
		r.next = append(r.next, b.atom(s.next))
	}
	for _, g := range c.goals {
		r.goals = append(r.goals, b.atom(g.Atom))
	}
	for _, p := range c.percepts {
		r.percepts = append(r.percepts, b.atom(p.Atom))
	}
	return r
}

// atom returns the literal of an atom, building what it depends on.
func (b *builder) atom(a int32) lit {
	if a == none || b.err != nil {
		return litFalse
	}
	if b.lit[a] == unknown {
		b.components(a)
	}
	return b.lit[a]
}

// component gives literals to atoms that depend on each other, or to a single
// one, once everything else they depend on has one. The atoms come in the order
// in which the walk left them: of two that depend on each other without a loop,
// the one depended on is first.
func (b *builder) component(atoms []int32) {
	b.limits.watch.tick()
	if b.err == nil {
		b.err = b.limits.check(b.net)
	}
	if b.err != nil {
		for _, a := range atoms {
			b.lit[a] = litFalse
		}
		return
	}
	if len(atoms) == 1 && !b.scc.back[atoms[0]] {
		b.lit[atoms[0]] = b.define(atoms[0])
		return
	}
	b.checkLoop(atoms)
	b.loop(atoms)
}

// loop makes a loop of atoms. Only the atoms that the walk met again are fed back;
// the others are computed from them in order.
func (b *builder) loop(atoms []int32) {
	vars := make([]int32, 0, len(atoms))
	for _, a := range atoms {
		if b.scc.back[a] {
			vars = append(vars, int32(len(b.net.vars)))
			b.lit[a] = b.net.loopVar()
		}
	}
	next := 0
	for _, a := range atoms {
		value := b.define(a)
		if b.scc.back[a] {
			b.net.vars[vars[next]].value = value
			next++
		} else {
			b.lit[a] = value
		}
	}
}

// checkLoop reports atoms that depend on each other through a negation.
func (b *builder) checkLoop(atoms []int32) {
	inside := make(map[int32]bool, len(atoms))
	for _, a := range atoms {
		inside[a] = true
	}
	var bad []int32
	for _, a := range atoms {
		for _, rule := range b.canon.rules.of(a) {
			for _, l := range b.canon.rules.body(rule) {
				if l&1 == 1 && inside[l>>1] {
					bad = append(bad, a, l>>1)
				}
			}
		}
	}
	if bad != nil && b.err == nil {
		slices.Sort(bad)
		b.err = &NegativeLoopError{Game: b.limits.game, Atoms: slices.Compact(bad)}
	}
}

// define returns the literal that the rules of an atom define.
func (b *builder) define(a int32) lit {
	f := b.net.factorer(0)
	for _, rule := range b.canon.rules.of(a) {
		for _, l := range b.canon.rules.body(rule) {
			f.sum.lits = append(f.sum.lits, b.lit[l>>1]^lit(l&1))
		}
		f.sum.closeNormal()
	}
	return b.net.factor(0)
}
