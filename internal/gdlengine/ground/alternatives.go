package ground

import (
	"fmt"
	"slices"

	"ludex/gdl"
)

// A disjunction is normally removed by making a rule for each alternative. That
// multiplies the instances of the rest of the rule. So alternatives that bind the
// same variables become a relation of their own where the rest of the rule has
// further variables.

// mergeAlternatives returns a clause with such disjunctions replaced, and the
// clauses that define the replacements.
func (p *program) mergeAlternatives(c *gdl.Clause) (gdl.Clause, []gdl.Clause) {
	out := gdl.Clause{Head: c.Head, Body: slices.Clone(c.Body), Span: c.Span}
	var extra []gdl.Clause
	for i := range out.Body {
		if out.Body[i].Op != gdl.OpOr {
			continue
		}
		shared, more := sharedVariables(&out, i)
		if !more {
			continue
		}
		f, defined := p.mergeOr(&out.Body[i], shared, c)
		out.Body[i] = f
		extra = append(extra, defined...)
	}
	return out, extra
}

// sharedVariables returns the variables that a condition shares with the rest
// of its clause, in order, and whether other conditions connect them with more.
func sharedVariables(c *gdl.Clause, i int) (shared []string, more bool) {
	others := map[string]bool{}
	see := func(t *gdl.Term) {
		if t.Kind == gdl.Variable {
			others[t.Name] = true
		}
	}
	c.Head.Walk(see)
	for j := range c.Body {
		if j != i {
			c.Body[j].Atoms(func(a *gdl.Term, _ bool) { a.Walk(see) })
		}
	}
	c.Body[i].Atoms(func(a *gdl.Term, _ bool) {
		a.Walk(func(t *gdl.Term) {
			if t.Kind == gdl.Variable && others[t.Name] && !slices.Contains(shared, t.Name) {
				shared = append(shared, t.Name)
			}
		})
	})
	for j := range c.Body {
		if j != i {
			more = more || extends(&c.Body[j], shared)
		}
	}
	return shared, more
}

// extends reports whether a condition connects some variables with others.
func extends(f *gdl.Formula, known []string) bool {
	old, new := false, false
	f.Atoms(func(a *gdl.Term, _ bool) {
		a.Walk(func(t *gdl.Term) {
			if t.Kind == gdl.Variable {
				isOld := slices.Contains(known, t.Name)
				old, new = old || isOld, new || !isOld
			}
		})
	})
	return old && new
}

// mergeOr replaces those alternatives of a disjunction that bind all shared
// variables by one, if there are several.
func (p *program) mergeOr(f *gdl.Formula, shared []string, c *gdl.Clause) (gdl.Formula, []gdl.Clause) {
	var same, rest []gdl.Formula
	for _, a := range f.Args {
		if standsAlone(&a, shared) {
			same = append(same, a)
		} else {
			rest = append(rest, a)
		}
	}
	if len(same) < 2 {
		return *f, nil
	}
	args := make([]gdl.Term, len(shared))
	for i, v := range shared {
		args[i] = gdl.Var(v)
	}
	atom := gdl.Fn(p.newAlternatives(len(args)), args...)
	var extra []gdl.Clause
	for _, a := range same {
		body := []gdl.Formula{a}
		if a.Op == gdl.OpAnd {
			body = a.Args
		}
		extra = append(extra, gdl.Clause{Head: atom, Body: body, Span: c.Span})
	}
	return gdl.Or(append([]gdl.Formula{gdl.Pos(atom)}, rest...)...), extra
}

// newAlternatives adds a relation and returns its name, which cannot clash with
// one in the description.
func (p *program) newAlternatives(arity int) string {
	p.made++
	key := fmt.Sprintf("\x00%d", p.made)
	rel := p.relation(gdl.Symbol{Name: key, Arity: arity})
	p.rels[rel].symbol.Name = fmt.Sprintf("$%d", p.made)
	return key
}

// standsAlone reports whether an alternative is a conjunction of literals that
// bind all its variables and all the shared ones.
func standsAlone(f *gdl.Formula, shared []string) bool {
	parts := []gdl.Formula{*f}
	if f.Op == gdl.OpAnd {
		parts = f.Args
	}
	bound := map[string]bool{}
	for i := range parts {
		atom, negated, ok := parts[i].Literal()
		if !ok {
			return false
		}
		if !negated && atom.Name != gdl.Distinct {
			atom.Walk(func(t *gdl.Term) { bound[t.Name] = bound[t.Name] || t.Kind == gdl.Variable })
		}
	}
	ok := !slices.ContainsFunc(shared, func(v string) bool { return !bound[v] })
	f.Atoms(func(a *gdl.Term, _ bool) {
		a.Walk(func(t *gdl.Term) { ok = ok && (t.Kind != gdl.Variable || bound[t.Name]) })
	})
	return ok
}
