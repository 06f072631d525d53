package formula

import (
	"context"
	"errors"
	"slices"

	"ludex/gdl"
	"ludex/knowledge"
)

// An evaluator evaluates one query.
type evaluator struct {
	*compiler
	ctx   context.Context
	model *knowledge.Model

	states map[int][]truthValue // by node, of pure nodes
	memo   int                  // how many truths states holds
	worlds map[worldKey]truthValue
	at     snapshot
	terms  map[string]gdl.Term

	looked  int      // worlds visited
	missing []string // names of facts that no state had so far
	limit   error    // the first limit that was reached
	err     error    // why the evaluation stopped
}

// A worldKey is the key of a memoised truth value. Knowledge of a role depends on
// its view only; otherwise where has the state and the relevant views.
type worldKey struct {
	node  int
	role  int
	view  knowledge.ViewID
	where string
}

func (q *Query) newEvaluator(ctx context.Context, m *knowledge.Model) *evaluator {
	e := &evaluator{compiler: &compiler{q, map[nodeKey]*node{}}, ctx: ctx, model: m,
		states: map[int][]truthValue{}, worlds: map[worldKey]truthValue{}, terms: map[string]gdl.Term{}}
	e.findFacts(q.formula)
	m.ClearSets()
	m.Bind(ctx)
	return e
}

// findFacts collects the names of the facts in a formula.
func (e *evaluator) findFacts(f *Formula) {
	name := ""
	switch f.op {
	case opTrue:
		name = f.atom.Name
	case opFact:
		if _, static := e.relations[f.atom.Symbol()]; !static {
			name = f.atom.Name
		}
	case opExists, opForAll:
		if d := &f.domain.Atom; f.domain.Terms == nil && d.Name == gdl.True && d.Args[0].Kind != gdl.Variable {
			name = d.Args[0].Name
		}
	}
	if name != "" && !slices.Contains(e.missing, name) {
		e.missing = append(e.missing, name)
	}
	for i := range f.args {
		e.findFacts(&f.args[i])
	}
}

// fail records an error. A limit leaves a part undecided, anything else stops the
// evaluation.
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

// visit counts a world and reports whether to continue.
func (e *evaluator) visit() bool {
	if e.looked++; e.looked&63 == 0 {
		e.fail(e.ctx.Err())
	}
	return e.err == nil
}

// eval evaluates a formula in a world, which has all relevant views.
func (e *evaluator) eval(n *node, w *world) truthValue {
	if !e.visit() {
		return undecided
	}
	if n.pure {
		return e.inState(n, w.state)
	}
	switch n.op {
	case opDoes, opSees:
		return e.remember(worldKey{node: n.id, view: w.views[n.role]}, func() truthValue { return e.inLastStep(n, w) })
	case opKnows, opPossible:
		return e.remember(worldKey{node: n.id, view: w.views[n.role]}, func() truthValue { return e.knows(n, w) })
	case opCommon:
		return e.common(n, w)
	case opNext, opAlways, opEventually, opCan:
		w = e.narrow(w, n.views)
		return e.remember(worldKey{node: n.id, view: knowledge.NoView, where: w.key()}, func() truthValue { return e.temporal(n, w) })
	}
	return e.connect(n, func(n *node) []*node { return e.instancesIn(n, w) }, func(arg *node) truthValue { return e.eval(arg, w) })
}

// instancesIn returns the operands of an operator in a world.
func (e *evaluator) instancesIn(n *node, w *world) []*node {
	if !n.ranges {
		return n.args
	}
	if n.formula.rangesOverStep() {
		args, err := e.instances(n, e.domainOfStep(&n.formula.domain.Atom, w))
		e.fail(err)
		return args
	}
	e.load(w.state)
	return e.instancesHere(n)
}

// remember memoises a truth value.
func (e *evaluator) remember(key worldKey, compute func() truthValue) truthValue {
	if t := e.worlds[key]; t != unseen {
		return t
	}
	t := compute()
	if e.err == nil {
		e.worlds[key] = t
	}
	return t
}

// connect evaluates a connective or quantifier by its operands.
func (e *evaluator) connect(n *node, parts func(*node) []*node, eval func(*node) truthValue) truthValue {
	switch n.op {
	case opNot:
		return eval(n.args[0]).not()
	case opImplies:
		f := fold{decides: yes}
		if f.add(eval(n.args[0]).not()) || f.add(eval(n.args[1])) {
			return yes
		}
		return f.rest()
	}
	f := fold{decides: no}
	if n.op == opOr || n.op == opExists {
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

// knows evaluates a formula in the role's information set.
func (e *evaluator) knows(n *node, w *world) truthValue {
	arg := n.args[0]
	set, err := e.model.Possible(e.ctx, n.role, w.views[n.role], arg.views)
	if err != nil {
		e.fail(err)
		return undecided
	}
	f := fold{decides: no}
	if n.op == opPossible {
		f.decides = yes
	}
	for i := range set.Len() {
		if f.add(e.inMember(arg, set, i)) {
			return f.decides
		}
	}
	return f.rest()
}

// inMember evaluates a formula at a member of a set.
func (e *evaluator) inMember(n *node, set *knowledge.Set, i int) truthValue {
	if n.pure {
		if !e.visit() {
			return undecided
		}
		return e.inState(n, set.StateID(i))
	}
	return e.eval(n, e.member(set, i, n.views))
}

// A truthValue is a truth value of three-valued (Kleene) logic. The zero value means
// that it has not been computed.
type truthValue uint8

const (
	unseen truthValue = iota
	no
	yes
	undecided // a limit was reached
)

func truthOf(holds bool) truthValue {
	if holds {
		return yes
	}
	return no
}

func (t truthValue) not() truthValue {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return t
}

// A fold combines truth values by "and" or "or". One false operand decides a
// conjunction, and one true operand a disjunction; otherwise one undecided operand
// makes it undecided.
type fold struct {
	decides truthValue // the part that decides: no for a conjunction, yes for a disjunction
	open    bool       // a part was undecided
}

// add adds an operand and reports whether the result is decided.
func (f *fold) add(t truthValue) bool {
	f.open = f.open || t == undecided
	return t == f.decides
}

// rest returns the result if no operand has decided it.
func (f *fold) rest() truthValue {
	if f.open {
		return undecided
	}
	return f.decides.not()
}
