package formula

// An explainer finds evidence for the results of an evaluator.
type explainer struct{ *evaluator }

// evidence describes a formula in a world.
func (e explainer) evidence(role string, n *node, w *world, t truthValue) Evidence {
	return Evidence{Role: role, Moves: e.development(w).Texts(e.game), Formula: n.String(), Holds: t == yes}
}

// explain returns the developments that decide the truth value of a formula in a
// world, if single ones do. It re-evaluates parts, which costs little as most are
// memoised.
func (e explainer) explain(n *node, w *world, t truthValue) []Evidence {
	if n.pure || n.op < opNot || t == undecided || e.err != nil {
		return nil
	}
	switch n.op {
	case opNot:
		return e.explain(n.args[0], w, t.not())
	case opImplies:
		return e.explainImplies(n, w, t)
	case opAnd, opEveryone, opForAll, opOr, opExists:
		return e.explainParts(n, w, t)
	case opKnows, opPossible:
		return e.explainKnows(n, w, t)
	case opCommon:
		return e.explainCommon(n, w, t)
	}
	return e.explainTemporal(n, w, t)
}

func (e explainer) explainImplies(n *node, w *world, t truthValue) []Evidence {
	if t == yes {
		for i, arg := range n.args {
			want := yes
			if i == 0 {
				want = no
			}
			if e.eval(arg, w) == want {
				return e.explain(arg, w, want)
			}
		}
		return nil
	}
	return append(e.explain(n.args[0], w, yes), e.explain(n.args[1], w, no)...)
}

// explainParts explains by the first operand that decides, if one does.
func (e explainer) explainParts(n *node, w *world, t truthValue) []Evidence {
	if (t == yes) != (n.op == opOr || n.op == opExists) {
		return nil // all parts together decide it
	}
	for _, arg := range e.instancesIn(n, w) {
		if e.eval(arg, w) == t {
			return e.explain(arg, w, t)
		}
	}
	return nil
}

// explainKnows returns a development of the information set.
func (e explainer) explainKnows(n *node, w *world, t truthValue) []Evidence {
	if (t == yes) != (n.op == opPossible) {
		return nil
	}
	arg := n.args[0]
	set, err := e.model.Possible(e.ctx, n.role, w.views[n.role], arg.views)
	if err != nil {
		return nil
	}
	for i := range set.Len() {
		if e.inMember(arg, set, i) == t {
			return e.inSet(arg, set, i, e.game.Roles()[n.role], t)
		}
	}
	return nil
}

// explainCommon returns the path in the closure to a development in which the
// formula does not hold.
func (e explainer) explainCommon(n *node, w *world, t truthValue) []Evidence {
	if t == yes {
		return nil
	}
	c, _ := e.close(n, w)
	if c.fails == nil {
		return nil
	}
	arg := n.args[0]
	out := []Evidence{e.evidence(e.game.Roles()[c.links[c.last].role], arg, c.fails, no)}
	for k := c.last; c.links[k].from >= 0; k = c.links[k].from {
		before := c.links[c.links[k].from]
		v := c.links[k].member
		out = append([]Evidence{e.evidence(e.game.Roles()[before.role], arg, v, e.eval(arg, v))}, out...)
	}
	return append(out, e.explain(arg, c.fails, no)...)
}

// explainTemporal returns a continuation of the play.
func (e explainer) explainTemporal(n *node, w *world, t truthValue) []Evidence {
	if (t == yes) != (n.op == opCan) {
		return nil
	}
	w = e.narrow(w, n.views)
	var at *world
	if n.op == opEventually {
		p := e.newInevitability(n)
		p.check(w, n.formula.steps, 0)
		at = p.escapes
	} else {
		at = e.search(n, w, t, n.formula.steps, n.op == opNext).world
	}
	if at == nil {
		return nil
	}
	return append([]Evidence{e.evidence("", n.args[0], at, t)}, e.explain(n.args[0], at, t)...)
}
