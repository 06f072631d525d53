package formula

import (
	"fmt"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/knowledge"
)

// A node is a formula with terms substituted for its variables, ready to be
// evaluated. Nodes are interned.
type node struct {
	id      int
	op      opKind
	formula *Formula
	env     *environment
	args    []*node // nil for a quantifier over the state, since they depend on it

	pure   bool              // it depends on the state only
	views  knowledge.RoleSet // whose views it depends on
	fixed  truthValue        // its constant value, or unseen
	role   game.Role         // of Knows, Possible, Legal and Goal
	group  knowledge.RoleSet // of Common
	text   string            // the fact, move or goal value
	ranges bool              // a quantifier over the state
}

// String returns the formula with terms in place of variables.
func (n *node) String() string {
	p := &printer{env: n.env}
	p.formula(n.formula, bindsAll)
	return p.String()
}

type nodeKey struct {
	formula *Formula
	op      opKind // everyone becomes a conjunction of knows
	role    game.Role
	env     string
}

// A compiler converts formulas to nodes.
type compiler struct {
	*Query
	nodes map[nodeKey]*node
}

// maxNodes is the maximum number of instances of a formula.
const maxNodes = 200_000

// compile returns the node of a formula in an environment.
func (c *compiler) compile(f *Formula, e *environment) (*node, error) {
	key := nodeKey{f, f.op, game.NoRole, c.envText(f, e)}
	if n := c.nodes[key]; n != nil {
		return n, nil
	}
	n, err := c.add(key, f, e)
	if err != nil {
		return nil, err
	}
	switch {
	case f.op < opNot:
		err = c.atom(n)
	case f.op == opExists || f.op == opForAll:
		err = c.quantifier(n)
	case f.op == opEveryone:
		err = c.everyone(n)
	default:
		err = c.operator(n)
	}
	return n, err
}

func (c *compiler) add(key nodeKey, f *Formula, e *environment) (*node, error) {
	if len(c.nodes) == maxNodes {
		return nil, &knowledge.LimitError{What: "instances of the formula", Limit: maxNodes}
	}
	n := &node{id: len(c.nodes), op: key.op, formula: f, env: e, role: game.NoRole}
	n.views = c.viewsOf(f, e)
	n.pure = isPure(f)
	c.nodes[key] = n
	return n, nil
}

// envText returns the values of the free variables of a formula.
func (c *compiler) envText(f *Formula, e *environment) string {
	if e == nil {
		return ""
	}
	var b strings.Builder
	seen := map[string]bool{}
	for ; e != nil; e = e.outer {
		if !seen[e.name] {
			seen[e.name] = true
			if f.hasFree(e.name) {
				fmt.Fprintf(&b, "%s=%s,", e.name, canonical(&e.value))
			}
		}
	}
	return b.String()
}

// hasFree reports whether a variable is free in a formula.
func (f *Formula) hasFree(name string) bool {
	if mentions(&f.atom, name) {
		return true
	}
	for i := range f.roles {
		if mentions(&f.roles[i], name) {
			return true
		}
	}
	for i := range f.domain.Terms {
		if mentions(&f.domain.Terms[i], name) {
			return true
		}
	}
	for _, v := range f.vars {
		if v == name {
			return false
		}
	}
	if mentions(&f.domain.Atom, name) {
		return true
	}
	for i := range f.args {
		if f.args[i].hasFree(name) {
			return true
		}
	}
	return false
}

// isPure reports whether a formula depends on the state only.
func isPure(f *Formula) bool {
	if f.op.epistemic() || f.op.temporal() || f.op.remembered() || f.rangesOverStep() {
		return false
	}
	for i := range f.args {
		if !isPure(&f.args[i]) {
			return false
		}
	}
	return true
}

// rangesOverStep reports whether a quantifier ranges over moves or percepts of the
// last step.
func (f *Formula) rangesOverStep() bool {
	op, _ := domainOp(&f.domain.Atom)
	return op.remembered()
}

// viewsOf returns the roles whose views a formula depends on. A role that is not
// known yet may be any.
func (c *compiler) viewsOf(f *Formula, e *environment) knowledge.RoleSet {
	var views knowledge.RoleSet
	for i := range f.roles {
		views |= c.viewOf(&f.roles[i], e)
	}
	if f.op.remembered() {
		views |= c.viewOf(&f.atom.Args[0], e)
	}
	if f.op == opExists || f.op == opForAll {
		e = e.without(f.vars)
	}
	if f.rangesOverStep() {
		views |= c.viewOf(&f.domain.Atom.Args[0], e)
	}
	if f.op.epistemic() {
		return views // what is inside depends on developments found by these views
	}
	for i := range f.args {
		views |= c.viewsOf(&f.args[i], e)
	}
	return views
}

// viewOf returns the role that a term names if it has views, or all players if that
// is not known.
func (c *compiler) viewOf(t *gdl.Term, e *environment) knowledge.RoleSet {
	role := e.apply(t)
	if role.Kind == gdl.Variable {
		return c.players
	}
	if r := c.Query.role(&role); r != game.NoRole {
		return knowledge.Roles(r) & c.players
	}
	return 0
}

// operator compiles the operands of an operator.
func (c *compiler) operator(n *node) error {
	var err error
	switch n.op {
	case opKnows, opPossible:
		n.role, err = c.player(n, 0)
	case opCommon:
		for i := range n.formula.roles {
			var r game.Role
			if r, err = c.player(n, i); err != nil {
				return err
			}
			n.group |= knowledge.Roles(r)
		}
	}
	if err != nil {
		return err
	}
	for i := range n.formula.args {
		arg, err := c.compile(&n.formula.args[i], n.env)
		if err != nil {
			return err
		}
		n.args = append(n.args, arg)
	}
	return nil
}

// player returns a role of an epistemic operator.
func (c *compiler) player(n *node, i int) (game.Role, error) {
	t := n.env.apply(&n.formula.roles[i])
	r := c.Query.role(&t)
	if r == game.NoRole || !c.players.Has(r) {
		return r, fmt.Errorf("%s: %s is no player of the game", n, show(&t))
	}
	return r, nil
}

// everyone compiles to a conjunction of knows.
func (c *compiler) everyone(n *node) error {
	for i := range n.formula.roles {
		r, err := c.player(n, i)
		if err != nil {
			return err
		}
		f := &Formula{op: opKnows, roles: n.formula.roles[i : i+1], args: n.formula.args}
		key := nodeKey{n.formula, opKnows, r, c.envText(n.formula, n.env)}
		k := c.nodes[key]
		if k == nil {
			if k, err = c.add(key, f, n.env); err != nil {
				return err
			}
			if err := c.operator(k); err != nil {
				return err
			}
		}
		n.args = append(n.args, k)
	}
	return nil
}
