package formula

import (
	"slices"

	"ludex/gdl"
)

// inLastStep evaluates an atom about the last step. At the first step it is false.
func (e *evaluator) inLastStep(n *node, w *world) truthValue {
	last, ok := e.model.LastStep(n.role, w.views[n.role])
	if !ok {
		return no
	}
	if n.op == opDoes {
		return truthOf(e.key(last.Move) == n.text)
	}
	return truthOf(slices.ContainsFunc(last.Percepts, func(p string) bool { return e.key(p) == n.text }))
}

// domainOfStep returns the atoms of a domain of the last step, for the roles whose
// views are relevant.
func (e *evaluator) domainOfStep(domain *gdl.Term, w *world) []gdl.Term {
	var out []gdl.Term
	for _, r := range e.players.List() {
		if w.views[r] < 0 {
			continue // nothing depends on it
		}
		last, ok := e.model.LastStep(r, w.views[r])
		if !ok {
			continue
		}
		values := last.Percepts
		if domain.Name == gdl.Does {
			values = []string{last.Move}
		}
		for _, v := range values {
			out = append(out, gdl.Fn(domain.Name, e.parsed(e.game.Roles()[r]), e.parsed(v)))
		}
	}
	return out
}
