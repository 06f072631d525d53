package formula

import (
	"context"
	"errors"
	"slices"

	"ludex/gdl"
	"ludex/knowledge"
)

// An evaluator answers one question.
type evaluator struct {
	*compiler
	ctx   context.Context
	model *knowledge.Model

	states map[int][]truth // by node, of pure nodes
	memo   int             // how many truths states holds
	worlds map[worldKey]truth
	at     snapshot
	terms  map[string]gdl.Term

	looked  int      // worlds looked at
	missing []string // names of facts that no state had so far
	limit   error    // the first limit that was in the way
	err     error    // why everything stopped
}

// A worldKey names the truth of a formula. What a role knows depends on its view
// alone; else where has the state and the views that matter.
type worldKey struct {
	node  int
	role  int
	view  knowledge.ViewID
	where string
}

func (q *Query) newEvaluator(ctx context.Context, m *knowledge.Model) *evaluator {
	e := &evaluator{compiler: &compiler{q, map[nodeKey]*node{}}, ctx: ctx, model: m,
		states: map[int][]truth{}, worlds: map[worldKey]truth{}, terms: map[string]gdl.Term{}}
	e.findFacts(q.formula)
	m.Forget()
	m.Bind(ctx)
	return e
}

// findFacts notes the names of the facts that a formula speaks of.
func (e *evaluator) findFacts(f *Formula) {
	name := ""
	switch f.Op {
	case True:
		name = f.Atom.Name
	case Fact:
		if _, static := e.relations[f.Atom.Symbol()]; !static {
			name = f.Atom.Name
		}
	case Exists, ForAll:
		if d := &f.Domain.Atom; f.Domain.Terms == nil && d.Name == gdl.True && d.Args[0].Kind != gdl.Variable {
			name = d.Args[0].Name
		}
	}
	if name != "" && !slices.Contains(e.missing, name) {
		e.missing = append(e.missing, name)
	}
	for i := range f.Args {
		e.findFacts(&f.Args[i])
	}
}

// fail takes an error into account. A limit leaves a part undecided, anything
// else stops the evaluation.
func (e *evaluator) fail(err error) {
	var limit *knowledge.LimitError
	switch {
	case err == nil:
	case errors.As(err, &limit):
		if e.limit == nil {
			e.limit = err
		}
	case e.err == nil:
		e.err = err
	}
}

// look counts a world and looks whether to go on.
func (e *evaluator) look() bool {
	if e.looked++; e.looked&63 == 0 {
		e.fail(e.ctx.Err())
	}
	return e.err == nil
}

// eval evaluates a formula in a world, which has all views that matter.
func (e *evaluator) eval(n *node, w *world) truth {
	if !e.look() {
		return undecided
	}
	if n.pure {
		return e.inState(n, w.state)
	}
	switch n.op {
	case Does, Sees:
		return e.remember(worldKey{node: n.id, view: w.views[n.role]}, func() truth { return e.inLastStep(n, w) })
	case Knows, Possible:
		return e.remember(worldKey{node: n.id, view: w.views[n.role]}, func() truth { return e.knows(n, w) })
	case Common:
		return e.common(n, w)
	case Next, Always, Eventually, Can:
		w = e.narrow(w, n.views)
		return e.remember(worldKey{node: n.id, view: knowledge.NoView, where: w.key()}, func() truth { return e.temporal(n, w) })
	}
	return e.connect(n, func(n *node) []*node { return e.instancesIn(n, w) }, func(arg *node) truth { return e.eval(arg, w) })
}

// instancesIn returns the parts of an operator in a world.
func (e *evaluator) instancesIn(n *node, w *world) []*node {
	if !n.ranges {
		return n.args
	}
	if n.formula.rangesOverStep() {
		args, err := e.instances(n, e.domainOfStep(&n.formula.Domain.Atom, w))
		e.fail(err)
		return args
	}
	e.load(w.state)
	return e.instancesHere(n)
}

// remember computes a truth once.
func (e *evaluator) remember(key worldKey, compute func() truth) truth {
	if t := e.worlds[key]; t != unseen {
		return t
	}
	t := compute()
	if e.err == nil {
		e.worlds[key] = t
	}
	return t
}

// connect evaluates a connective or quantifier by its parts.
func (e *evaluator) connect(n *node, parts func(*node) []*node, eval func(*node) truth) truth {
	switch n.op {
	case Not:
		return eval(n.args[0]).not()
	case Implies:
		f := fold{decides: yes}
		if f.add(eval(n.args[0]).not()) || f.add(eval(n.args[1])) {
			return yes
		}
		return f.rest()
	}
	f := fold{decides: no}
	if n.op == Or || n.op == Exists {
		f.decides = yes
	}
	before := e.limit
	args := parts(n)
	if e.limit != before && args == nil {
		return undecided // the domain is not known
	}
	for _, arg := range args {
		if f.add(eval(arg)) {
			return f.decides
		}
	}
	return f.rest()
}

// knows goes through all that a role thinks possible.
func (e *evaluator) knows(n *node, w *world) truth {
	arg := n.args[0]
	set, err := e.model.Possible(e.ctx, n.role, w.views[n.role], arg.views)
	if err != nil {
		e.fail(err)
		return undecided
	}
	f := fold{decides: no}
	if n.op == Possible {
		f.decides = yes
	}
	for i := range set.Len() {
		if f.add(e.inMember(arg, set, i)) {
			return f.decides
		}
	}
	return f.rest()
}

// inMember evaluates a formula where a member of a set leads to.
func (e *evaluator) inMember(n *node, set *knowledge.Set, i int) truth {
	if n.pure {
		if !e.look() {
			return undecided
		}
		return e.inState(n, set.StateID(i))
	}
	return e.eval(n, e.member(set, i, n.views))
}
