package gdlrewrite

import (
	"fmt"

	"ludex/gdl"
	"ludex/source"
)

// A TooManyClausesError says that a rule stands for too many rules without
// disjunctions.
type TooManyClausesError struct {
	File     *source.File // may be nil
	Clause   *gdl.Clause
	Clauses  int // that the rule stands for; huge numbers are cut off
	Literals int // in the bodies of these clauses
}

// TooManyClauses returns the error about a clause that [Disjuncts] refuses.
func TooManyClauses(f *source.File, c *gdl.Clause) *TooManyClausesError {
	size := bodySize(c)
	return &TooManyClausesError{f, c, int(size.clauses), int(size.literals)}
}

// Error says which rule it is and what to do.
func (e *TooManyClausesError) Error() string {
	return fmt.Sprintf("%sthis rule stands for %s rules without disjunctions, with %s literals, which is too much: "+
		"define a relation of its own for each disjunction in it", e.place(), count(e.Clauses), count(e.Literals))
}

func (e *TooManyClausesError) place() string {
	if e.File == nil || !e.Clause.Span.IsValid() {
		return ""
	}
	line, col := e.File.Position(e.Clause.Span.Start)
	return fmt.Sprintf("%s:%d:%d: ", e.File.Name(), line, col)
}

func count(n int) string {
	if n == countCap {
		return fmt.Sprintf("%d or more", n)
	}
	return fmt.Sprint(n)
}

// literalsPerClause bounds, together with the number of clauses, the number of
// literals that one rule may become.
const literalsPerClause = 100

// A dnfSize counts the clauses of a disjunctive normal form and the literals
// in all of them. Both counts stop at countCap.
type dnfSize struct {
	clauses, literals uint64
}

// countCap is so small that the product of two counts cannot overflow.
const countCap = 1_000_000_000

func (s dnfSize) exceeds(limit int) bool {
	most := uint64(max(limit, 0))
	return s.clauses > most || s.literals > min(most, countCap)*literalsPerClause
}

// or returns the size of the disjunction of two formulas.
func (s dnfSize) or(t dnfSize) dnfSize {
	return dnfSize{min(s.clauses+t.clauses, countCap), min(s.literals+t.literals, countCap)}
}

// and returns the size of the conjunction of two formulas.
func (s dnfSize) and(t dnfSize) dnfSize {
	return dnfSize{
		min(s.clauses*t.clauses, countCap),
		min(s.literals*t.clauses+t.literals*s.clauses, countCap),
	}
}

func bodySize(c *gdl.Clause) dnfSize {
	size := dnfSize{clauses: 1}
	for i := range c.Body {
		size = size.and(formulaSize(&c.Body[i], false))
	}
	return size
}

// formulaSize returns the size of what expand returns, or more: a disjunction
// of nothing counts as one clause, so that no part is larger than the whole.
func formulaSize(f *gdl.Formula, negated bool) dnfSize {
	switch {
	case f.Op == gdl.OpAtom:
		return dnfSize{1, 1}
	case f.Op == gdl.OpNot:
		return formulaSize(&f.Args[0], !negated)
	case isConjunction(f, negated):
		size := dnfSize{clauses: 1}
		for i := range f.Args {
			size = size.and(formulaSize(&f.Args[i], negated))
		}
		return size
	}
	var size dnfSize
	for i := range f.Args {
		size = size.or(formulaSize(&f.Args[i], negated))
	}
	size.clauses = max(size.clauses, 1)
	return size
}

// How large a rule may be. Ordering the conditions of a rule takes quadratic time.
// Public games have rules with up to 300 conditions and 26 variables.
const (
	MaxConditions = 2_000
	MaxVariables  = 200
)

// Oversize says in which respect a clause is too large to be evaluated, or returns
// nothing.
func Oversize(c *gdl.Clause) string {
	size := bodySize(c)
	conditions, variables := 0, map[string]bool{}
	c.Atoms(func(*gdl.Term, bool) { conditions++ })
	c.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable {
			variables[t.Name] = true
		}
	})
	switch {
	case size.clauses > 1 && size.exceeds(MaxClauses):
		return fmt.Sprintf("stands for %s rules without disjunctions", count(int(size.clauses)))
	case conditions > MaxConditions:
		return fmt.Sprintf("has %d conditions; the limit is %d", conditions, MaxConditions)
	case len(variables) > MaxVariables:
		return fmt.Sprintf("has %d variables; the limit is %d", len(variables), MaxVariables)
	}
	return ""
}
