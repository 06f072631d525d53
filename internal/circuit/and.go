package circuit

import "slices"

// How far simplification looks: conjunctions with more arguments are left as
// they are, and so are children with more.
const (
	simplifyArgs     = 64
	simplifyNegated  = 16
	simplifyPositive = 8
)

// or returns the disjunction of literals. It overwrites them.
func (n *net) or(args []lit) lit {
	for i := range args {
		args[i] ^= 1
	}
	return n.and(args) ^ 1
}

// and returns the conjunction of literals. It overwrites them.
func (n *net) and(args []lit) lit {
	mark := n.lits.mark()
	defer n.lits.release(mark)
	for {
		var ok bool
		if args, ok = normal(args); !ok {
			return litFalse
		}
		switch len(args) {
		case 0:
			return litTrue
		case 1:
			return args[0]
		}
		if inlined, ok := n.inline(args); ok {
			args = inlined
			continue
		}
		if merged, ok := n.merge(args); ok {
			args = merged
			continue
		}
		if len(args) > simplifyArgs {
			return n.cons(args)
		}
		changed, ok := n.simplify(args)
		if !ok {
			return litFalse
		}
		if !changed {
			return n.cons(args)
		}
	}
}

// normal sorts arguments and drops true and repeated ones. It reports whether they
// can all hold.
func normal(args []lit) ([]lit, bool) {
	slices.Sort(args)
	k := 0
	for _, a := range args {
		switch {
		case a == litTrue:
			continue
		case a == litFalse:
			return nil, false
		case k > 0 && args[k-1] == a:
			continue
		case k > 0 && args[k-1] == a^1:
			return nil, false
		}
		args[k] = a
		k++
	}
	return args[:k], true
}

// inline replaces conjunctions among the arguments by their own arguments where
// they contain a set of moves that can then be merged with another one of the same
// role.
func (n *net) inline(args []lit) ([]lit, bool) {
	var once, twice uint64
	nested := false
	for _, a := range args {
		roles, inner := n.movesIn(a)
		twice |= once & roles
		once |= roles
		nested = nested || inner && roles != 0
	}
	if !nested || twice == 0 {
		return nil, false
	}
	start, found := n.lits.mark(), false
	for _, a := range args {
		if roles, inner := n.movesIn(a); inner && roles&twice != 0 {
			n.lits.push(n.nodes[a.node()].args...)
			found = true
		} else {
			n.lits.push(a)
		}
	}
	if !found {
		n.lits.release(start)
		return nil, false
	}
	return n.lits.stack[start:], true
}

// movesIn returns the roles whose moves a literal depends on, and whether it is a
// conjunction.
func (n *net) movesIn(a lit) (roles uint64, inner bool) {
	switch nd := &n.nodes[a.node()]; {
	case nd.kind == kindMoves:
		return 1 << n.moves.sets[nd.x].role, false
	case nd.kind == kindAnd && !a.negated():
		return nd.roles, true
	}
	return 0, false
}

// merge intersects sets of moves that belong to one role.
func (n *net) merge(args []lit) ([]lit, bool) {
	var once, twice uint64
	for _, a := range args {
		if nd := &n.nodes[a.node()]; nd.kind == kindMoves {
			role := uint64(1) << n.moves.sets[nd.x].role
			twice |= once & role
			once |= role
		}
	}
	if twice == 0 {
		return nil, false
	}
	kept := args[:0]
	parts := make(map[int32][]lit)
	var roles []int32
	for _, a := range args {
		nd := &n.nodes[a.node()]
		if nd.kind != kindMoves || twice>>n.moves.sets[nd.x].role&1 == 0 {
			kept = append(kept, a)
			continue
		}
		role := n.moves.sets[nd.x].role
		if parts[role] == nil {
			roles = append(roles, role)
		}
		parts[role] = append(parts[role], a)
	}
	for _, role := range roles {
		kept = append(kept, n.intersection(role, parts[role]))
	}
	return kept, true
}

// simplify uses what the arguments imply about each other. It changes at most one
// of them and reports whether it did, and whether they can all hold.
func (n *net) simplify(args []lit) (changed, ok bool) {
	n.epoch++
	for _, a := range args {
		n.marks[a.node()] = mark{n.epoch, a & 1}
	}
	for i, a := range args {
		nd := &n.nodes[a.node()]
		if nd.kind != kindAnd {
			continue
		}
		if !a.negated() {
			if len(nd.args) <= simplifyPositive && n.contradicted(nd.args) {
				return false, false
			}
			continue
		}
		if len(nd.args) > simplifyNegated {
			continue
		}
		if n.contradicted(nd.args) {
			args[i] = litTrue // the child is false already
			return true, true
		}
		if n.affirmed(nd.args) {
			args[i] = n.rest(nd.args) ^ 1
			return true, true
		}
	}
	return false, true
}

// contradicted reports whether the negation of one of the literals is marked.
func (n *net) contradicted(args []lit) bool {
	for _, a := range args {
		if n.marks[a.node()] == (mark{n.epoch, a&1 ^ 1}) {
			return true
		}
	}
	return false
}

// affirmed reports whether one of the literals is marked.
func (n *net) affirmed(args []lit) bool {
	for _, a := range args {
		if n.marks[a.node()] == (mark{n.epoch, a & 1}) {
			return true
		}
	}
	return false
}

// rest returns the conjunction of the literals that are not marked.
func (n *net) rest(args []lit) lit {
	start := n.lits.mark()
	for _, a := range args {
		if n.marks[a.node()] != (mark{n.epoch, a & 1}) {
			n.lits.push(a)
		}
	}
	r := n.and(n.lits.stack[start:])
	n.lits.release(start)
	return r
}
