package formula

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/knowledge"
)

// atom prepares an atom. Its terms are ground.
func (c *compiler) atom(n *node) error {
	t := n.env.apply(&n.formula.atom)
	switch n.op {
	case opFact, opStatic:
		n.op = opTrue
		if atoms, static := c.relations[t.Symbol()]; static {
			n.fixed = truthOf(slices.ContainsFunc(atoms, func(a gdl.Term) bool { return c.equal(&a, &t) }))
		}
		n.text = c.key(canonical(&t))
	case opTrue:
		n.text = c.key(canonical(&t))
	case opLegal, opGoal:
		n.text = c.key(canonical(&t.Args[1]))
		if n.role = c.Query.role(&t.Args[0]); n.role == game.NoRole {
			n.fixed = no
		}
	case opDoes, opSees:
		n.text = c.key(canonical(&t.Args[1]))
		if n.role = c.Query.role(&t.Args[0]); n.role == game.NoRole || !c.players.Has(n.role) {
			return fmt.Errorf("%s: %s is no player of the game", n, show(&t.Args[0]))
		}
	case opDistinct:
		n.fixed = truthOf(!c.equal(&t.Args[0], &t.Args[1]))
	}
	return nil
}

// key returns a text in the form used for comparisons.
func (q *Query) key(text string) string {
	if q.opt.FoldCase {
		return strings.ToLower(text)
	}
	return text
}

// quantifier compiles the instances of a quantifier, unless they depend on the
// state.
func (c *compiler) quantifier(n *node) error {
	f := n.formula
	if f.domain.Terms != nil {
		for i := range f.domain.Terms {
			value := n.env.apply(&f.domain.Terms[i])
			arg, err := c.compile(&f.args[0], n.env.with(f.vars[0], value))
			if err != nil {
				return err
			}
			n.args = append(n.args, arg)
		}
		return nil
	}
	op, arity := domainOp(&f.domain.Atom)
	if op != opFact {
		n.ranges = true
		return nil
	}
	atoms := c.relations[f.domain.Atom.Symbol()]
	if arity == 1 {
		atoms = c.roleAtoms(c.players)
	}
	args, err := c.instances(n, atoms)
	n.args = args
	return err
}

func (q *Query) roleAtoms(roles knowledge.RoleSet) []gdl.Term {
	var atoms []gdl.Term
	for _, r := range roles.List() {
		atoms = append(atoms, gdl.Fn(gdl.Role, fromCanonical(q.game.Roles()[r])))
	}
	return atoms
}

// instances compiles a quantified formula for the atoms that match its domain, each
// distinct instance once.
func (c *compiler) instances(n *node, atoms []gdl.Term) ([]*node, error) {
	f := n.formula
	e := n.env.without(f.vars)
	var out []*node
	seen := map[int]bool{}
	for i := range atoms {
		inner, ok := c.match(&f.domain.Atom, &atoms[i], e)
		if !ok {
			continue
		}
		arg, err := c.compile(&f.args[0], inner)
		if err != nil {
			return nil, err
		}
		if !seen[arg.id] {
			seen[arg.id] = true
			out = append(out, arg)
		}
	}
	return out, nil
}
