package formula

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/knowledge"
)

// atom prepares an atom. Its terms have no variables any more.
func (c *compiler) atom(n *node) error {
	t := n.env.apply(&n.formula.Atom)
	switch n.op {
	case Fact, Static:
		n.op = True
		if atoms, static := c.relations[t.Symbol()]; static {
			n.fixed = truthOf(slices.ContainsFunc(atoms, func(a gdl.Term) bool { return c.equal(&a, &t) }))
		}
		n.text = c.key(canonical(&t))
	case True:
		n.text = c.key(canonical(&t))
	case Legal, Goal:
		n.text = c.key(canonical(&t.Args[1]))
		if n.role = c.Query.role(&t.Args[0]); n.role == game.NoRole {
			n.fixed = no
		}
	case Does, Sees:
		n.text = c.key(canonical(&t.Args[1]))
		if n.role = c.Query.role(&t.Args[0]); n.role == game.NoRole || !c.players.Has(n.role) {
			return fmt.Errorf("%s: %s is no player of the game", n, show(&t.Args[0]))
		}
	case Distinct:
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
	if f.Domain.Terms != nil {
		for i := range f.Domain.Terms {
			value := n.env.apply(&f.Domain.Terms[i])
			arg, err := c.compile(&f.Args[0], n.env.with(f.Vars[0], value))
			if err != nil {
				return err
			}
			n.args = append(n.args, arg)
		}
		return nil
	}
	op, arity := domainOp(&f.Domain.Atom)
	if op != Fact {
		n.ranges = true
		return nil
	}
	atoms := c.relations[f.Domain.Atom.Symbol()]
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
	e := n.env.without(f.Vars)
	var out []*node
	seen := map[int]bool{}
	for i := range atoms {
		inner, ok := c.match(&f.Domain.Atom, &atoms[i], e)
		if !ok {
			continue
		}
		arg, err := c.compile(&f.Args[0], inner)
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
