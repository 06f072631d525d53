package gdlrewrite

import (
	"fmt"

	"ludex/gdl"
)

// How large a rule may be. What orders the conditions of a rule compares each with
// each. Public games have rules with up to 300 conditions and 26 variables.
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
