package formula

// evidence describes a formula in a world.
func (e *evaluator) evidence(role string, n *node, w *world, t truth) Evidence {
	return Evidence{Role: role, Moves: e.development(w).Texts(e.game), Formula: n.String(), Holds: t == yes}
}

// explain returns the developments that decide what a formula is in a world, if
// single ones do. It evaluates parts again, which costs little as most of it is
// remembered.
func (e *evaluator) explain(n *node, w *world, t truth) []Evidence {
	if n.pure || n.op < Not || t == undecided || e.err != nil {
		return nil
	}
	switch n.op {
	case Not:
		return e.explain(n.args[0], w, t.not())
	case Implies:
		return e.explainImplies(n, w, t)
	case And, Everyone, ForAll, Or, Exists:
		return e.explainParts(n, w, t)
	case Knows, Possible:
		return e.explainKnows(n, w, t)
	case Common:
		return e.explainCommon(n, w, t)
	}
	return e.explainTemporal(n, w, t)
}

func (e *evaluator) explainImplies(n *node, w *world, t truth) []Evidence {
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

// explainParts explains by the first part that decides, if one does.
func (e *evaluator) explainParts(n *node, w *world, t truth) []Evidence {
	if (t == yes) != (n.op == Or || n.op == Exists) {
		return nil // all parts together decide it
	}
	for _, arg := range e.instancesIn(n, w) {
		if e.eval(arg, w) == t {
			return e.explain(arg, w, t)
		}
	}
	return nil
}

// explainKnows shows what a role thinks possible.
func (e *evaluator) explainKnows(n *node, w *world, t truth) []Evidence {
	if (t == yes) != (n.op == Possible) {
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

// explainCommon shows the way from one development to another on which common
// knowledge gets lost.
func (e *evaluator) explainCommon(n *node, w *world, t truth) []Evidence {
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

// explainTemporal shows how the play can go on.
func (e *evaluator) explainTemporal(n *node, w *world, t truth) []Evidence {
	if (t == yes) != (n.op == Can) {
		return nil
	}
	w = e.narrow(w, n.views)
	var at *world
	if n.op == Eventually {
		p := e.newPursuit(n)
		p.follow(w, n.formula.Steps, 0)
		at = p.escapes
	} else {
		at = e.search(n, w, t, n.formula.Steps, n.op == Next).world
	}
	if at == nil {
		return nil
	}
	return append([]Evidence{e.evidence("", n.args[0], at, t)}, e.explain(n.args[0], at, t)...)
}
