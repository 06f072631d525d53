package circuit

// A specialiser copies a net under assumptions: state bits that are constant,
// and with them moves that cannot be legal. Simplification starts again with
// what is known.
type specialiser struct {
	from *net
	to   *net
	lim  limits
	bits []lit   // by state bit: what it is, or unknown
	lit  []lit   // by node of from: the literal of to, or unknown
	uses []int32 // by node of from
	dead []bool  // by move
	// refactor says that sums are factored again, since they may have lost terms.
	// For most games that changes little, for some a lot, for better or worse.
	refactor bool
}

// specialise returns the net for states in which bits have the given values
// (unknown where they vary), with its roots.
//
// The legality of moves does not depend on moves, so it is copied first; moves
// that turn out to be never legal are then left out of all sets.
func specialise(from *net, r *roots, bits []lit, refactor bool, lim limits) (*net, *roots, error) {
	s := &specialiser{from: from, lim: lim, bits: bits, lit: make([]lit, len(from.nodes)), refactor: refactor}
	for i := range s.lit {
		s.lit[i] = unknown
	}
	s.uses = countUses(from, r.all())
	s.to = newNet(from.moves.live, &lim)
	out := &roots{}
	s.states()
	out.terminal = s.root(r.terminal)
	for _, legal := range r.legal {
		out.legal = append(out.legal, s.rootList(legal))
	}
	s.bury(out.legal)
	out.next = s.rootList(r.next)
	out.goals = s.rootList(r.goals)
	out.percepts = s.rootList(r.percepts)
	return s.to, out, lim.check(s.to)
}

// all lists the roots.
func (r *roots) all() []lit {
	all := []lit{r.terminal}
	for _, legal := range r.legal {
		all = append(all, legal...)
	}
	all = append(all, r.next...)
	all = append(all, r.goals...)
	return append(all, r.percepts...)
}

// countUses counts for each node how often the nodes that the roots need, and
// the roots, refer to it.
func countUses(n *net, roots []lit) []int32 {
	uses := make([]int32, len(n.nodes))
	var todo []int32
	use := func(l lit) {
		if uses[l.node()]++; uses[l.node()] == 1 {
			todo = append(todo, l.node())
		}
	}
	for _, r := range roots {
		use(r)
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, a := range n.dependencies(id) {
			use(a)
		}
	}
	return uses
}

// states copies the state bits in order, whether they are read or not, so that
// their nodes have the same order in every net.
func (s *specialiser) states() {
	for i := range s.from.nodes {
		nd := &s.from.nodes[i]
		if nd.kind != kindState {
			continue
		}
		s.lit[i] = s.bits[nd.x]
		if s.lit[i] == unknown {
			s.lit[i] = s.to.state(nd.x)
		}
	}
}

// bury removes moves that are never legal from the sets.
func (s *specialiser) bury(legal [][]lit) {
	live := make([][]int32, len(legal))
	for r, moves := range s.from.moves.live {
		for i, m := range moves {
			if legal[r][i] != litFalse {
				live[r] = append(live[r], m)
			}
		}
	}
	roleOf := s.to.moves.roleOf
	s.to.moves.live = live
	s.dead = make([]bool, len(roleOf))
	for m := range s.dead {
		s.dead[m] = true
	}
	for _, moves := range live {
		for _, m := range moves {
			s.dead[m] = false
		}
	}
}

func (s *specialiser) rootList(list []lit) []lit {
	out := make([]lit, len(list))
	for i, l := range list {
		if i&255 == 255 && s.lim.check(s.to) != nil {
			return out
		}
		out[i] = s.root(l)
	}
	return out
}

func (s *specialiser) root(l lit) lit { return s.copy(l.node()) ^ l&1 }

// copy returns the literal of a node's copy.
func (s *specialiser) copy(id int32) lit {
	if s.lit[id] != unknown {
		return s.lit[id]
	}
	nd := &s.from.nodes[id]
	switch nd.kind {
	case kindTrue:
		s.lit[id] = litTrue
	case kindMoves:
		s.lit[id] = s.set(nd.x)
	case kindLoop:
		s.loop(id, s.from.vars[nd.x].value)
	case kindAnd:
		s.lit[id] = s.and(id)
	}
	return s.lit[id]
}

// set copies a set of moves without those that are never legal.
func (s *specialiser) set(x int32) lit {
	set := &s.from.moves.sets[x]
	left := make([]int32, 0, len(set.members))
	for _, m := range set.members {
		if !s.dead[m] {
			left = append(left, m)
		}
	}
	return s.to.setLit(set.role, left)
}

// loop copies a node that is fed back, unless its value is trivial.
func (s *specialiser) loop(id int32, value lit) {
	switch {
	case value.node() == 0:
		s.lit[id] = value
	case value.node() == id:
		s.lit[id] = litFalse // the least fixpoint
	default:
		s.lit[id] = s.to.loopVar()
		v := len(s.to.vars) - 1
		s.to.vars[v].value = s.root(value)
	}
}

// and copies a conjunction. Conjunctions used only by it are merged into it, or,
// if sums are factored again, become products of the sum whose negation it is.
func (s *specialiser) and(id int32) lit {
	s.copyArgs(id, s.refactor)
	if s.refactor {
		f := s.to.factorer(0)
		s.addTerms(&f.sum, id)
		return s.to.factor(0) ^ 1
	}
	mark := s.to.lits.mark()
	defer s.to.lits.release(mark)
	s.to.lits.stack = s.addArgs(s.to.lits.stack, id)
	return s.to.and(s.to.lits.stack[mark:])
}

// own reports whether a literal is a conjunction that is only referred to here.
func (s *specialiser) own(a lit) bool {
	return s.from.nodes[a.node()].kind == kindAnd && s.uses[a.node()] == 1
}

// copyArgs copies the arguments of a conjunction, or of the sum whose negation it
// is, so that it can then be made at once.
func (s *specialiser) copyArgs(id int32, sum bool) {
	for _, a := range s.from.nodes[id].args {
		switch {
		case s.own(a) && !a.negated():
			s.copyArgs(a.node(), sum)
		case s.own(a) && sum:
			s.copyArgs(a.node(), false)
		default:
			s.copy(a.node())
		}
	}
}

// addArgs appends the arguments of a conjunction.
func (s *specialiser) addArgs(list []lit, id int32) []lit {
	for _, a := range s.from.nodes[id].args {
		if s.own(a) && !a.negated() {
			list = s.addArgs(list, a.node())
		} else {
			list = append(list, s.copy(a.node())^a&1)
		}
	}
	return list
}

// addTerms adds the terms of the sum whose negation a conjunction is.
func (s *specialiser) addTerms(to *sum, id int32) {
	for _, a := range s.from.nodes[id].args {
		switch {
		case s.own(a) && !a.negated():
			s.addTerms(to, a.node())
			continue
		case s.own(a):
			to.lits = s.addArgs(to.lits, a.node())
		default:
			to.lits = append(to.lits, s.copy(a.node())^a&1^1)
		}
		to.closeNormal()
	}
}
