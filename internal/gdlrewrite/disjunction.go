package gdlrewrite

import (
	"encoding/binary"
	"slices"

	"ludex/gdl"
)

// MaxClauses is the maximum number of clauses that [RemoveOr] makes from one rule.
const MaxClauses = 10_000

// RemoveOr returns the program with every body a list of literals: atoms and
// negated atoms. A rule with disjunctions becomes several rules, which stand
// where it stood. Negations move inwards to the atoms by De Morgan's laws.
//
// The order of literals is kept, and the leftmost disjunction varies slowest.
// Equal rules that come from one rule are made once. If a rule would become
// more than [MaxClauses] the error is a [*TooManyClausesError].
func RemoveOr(p *gdl.Program) (*gdl.Program, error) {
	q := *p
	q.Comments = slices.Clone(p.Comments)
	q.Clauses = make([]gdl.Clause, 0, len(p.Clauses))
	for i := range p.Clauses {
		c := &p.Clauses[i]
		clauses, ok := Disjuncts(c, MaxClauses)
		if !ok {
			return nil, TooManyClauses(p.File, c)
		}
		q.Clauses = append(q.Clauses, clauses...)
	}
	return &q, nil
}

// Disjuncts returns the rules without disjunctions, conjunctions and nested
// negations that a clause stands for, as described at [RemoveOr]. It returns
// false, without having made any, if there are several and more than limit of
// them, or if their bodies have more than 100 literals for each clause of the
// limit. Repetitions count.
//
// Clauses keep the position of c, and literals keep their own.
func Disjuncts(c *gdl.Clause, limit int) ([]gdl.Clause, bool) {
	size := bodySize(c)
	if size.clauses > 1 && size.exceeds(limit) {
		return nil, false
	}
	var out []gdl.Clause
	for _, body := range expandAll(c.Body, false) {
		out = append(out, gdl.Clause{Head: copyTerm(&c.Head), Body: copyFormulas(body), Span: c.Span})
	}
	return dropRepetitions(out), true
}

// expand returns the disjunctive normal form of a formula, or of its negation:
// the bodies that together stand for it. Literals of the result share memory
// with f.
func expand(f *gdl.Formula, negated bool) [][]gdl.Formula {
	switch {
	case f.Op == gdl.OpAtom:
		return [][]gdl.Formula{{literal(f, negated)}}
	case f.Op == gdl.OpNot && f.Args[0].Op == gdl.OpAtom && !negated:
		return [][]gdl.Formula{{*f}}
	case f.Op == gdl.OpNot:
		return expand(&f.Args[0], !negated)
	case isConjunction(f, negated):
		return expandAll(f.Args, negated)
	}
	var out [][]gdl.Formula
	for i := range f.Args {
		out = append(out, expand(&f.Args[i], negated)...)
	}
	return out
}

// expandAll returns the disjunctive normal form of a conjunction of formulas,
// or of their negations.
func expandAll(fs []gdl.Formula, negated bool) [][]gdl.Formula {
	bodies := [][]gdl.Formula{nil}
	for i := range fs {
		bodies = product(bodies, expand(&fs[i], negated))
	}
	return bodies
}

// product returns every body of the first list joined to every one of the
// second. It may use the memory of the first.
func product(first, second [][]gdl.Formula) [][]gdl.Formula {
	if len(second) == 1 {
		for i := range first {
			first[i] = append(first[i], second[0]...)
		}
		return first
	}
	out := make([][]gdl.Formula, 0, len(first)*len(second))
	for _, a := range first {
		for _, b := range second {
			out = append(out, slices.Concat(a, b))
		}
	}
	return out
}

// isConjunction reports whether a formula with several parts, or its negation
// with the negation moved inwards, is a conjunction.
func isConjunction(f *gdl.Formula, negated bool) bool {
	return (f.Op == gdl.OpAnd) != negated
}

func literal(atom *gdl.Formula, negated bool) gdl.Formula {
	if !negated {
		return *atom
	}
	return gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{*atom}, Span: atom.Span}
}

// dropRepetitions keeps the first of equal clauses with one head, whose bodies
// are lists of literals.
func dropRepetitions(clauses []gdl.Clause) []gdl.Clause {
	if len(clauses) < 2 {
		return clauses
	}
	seen := make(map[string]bool, len(clauses))
	var key []byte
	return slices.DeleteFunc(clauses, func(c gdl.Clause) bool {
		key = key[:0]
		for i := range c.Body {
			atom, negated, _ := c.Body[i].Literal()
			if negated {
				key = append(key, '~')
			}
			key = appendKey(key, atom)
		}
		if seen[string(key)] {
			return true
		}
		seen[string(key)] = true
		return false
	})
}

// appendKey appends bytes that are the same for equal terms and different for
// others.
func appendKey(key []byte, t *gdl.Term) []byte {
	key = append(key, byte(t.Kind))
	key = binary.AppendUvarint(key, uint64(len(t.Name)))
	key = append(key, t.Name...)
	key = binary.AppendUvarint(key, uint64(len(t.Args)))
	for i := range t.Args {
		key = appendKey(key, &t.Args[i])
	}
	return key
}
