// Package relations lets formulas name the relations of a GDL description that
// are the same in all states.
package relations

import (
	"context"
	"slices"
	"sync"

	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/logic"
	"ludex/knowledge/formula"
)

// Limits on the evaluation of a relation, which no context can cancel.
const (
	maxAnswers = 100_000
	maxWork    = 20_000_000
)

// Of returns the static relations of a description.
func Of(p *gdl.Program) formula.Relations {
	facts := sync.OnceValue(func() logic.Values { return logic.NewReach(p).Values(gdl.Symbol{Name: gdl.True, Arity: 1}, 0) })
	return &static{p, logic.NewDependencies(p), facts}
}

type static struct {
	program      *gdl.Program
	dependencies *logic.Dependencies
	facts        func() logic.Values // that states can have, over-approximated
}

// IsFact reports whether rules can derive a fact with a name and an arity.
func (s *static) IsFact(name string, arity int) bool {
	facts, symbol := s.facts(), gdl.Symbol{Name: name, Arity: arity}
	switch {
	case facts.Any: // too many to enumerate; the heads of rules show most of them
		return slices.ContainsFunc(s.program.Clauses, func(c gdl.Clause) bool {
			h := &c.Head
			return (h.Name == gdl.Init || h.Name == gdl.Next) && len(h.Args) == 1 && h.Args[0].Symbol() == symbol
		})
	case arity == 0:
		return slices.Contains(facts.Constants, name)
	}
	return slices.ContainsFunc(facts.Functions, func(f logic.FunctionValues) bool { return f.Symbol == symbol })
}

// Relation evaluates a relation that does not depend on the state.
func (s *static) Relation(name string, arity int) ([][]gdl.Term, bool, error) {
	i := s.dependencies.Index(gdl.Symbol{Name: name, Arity: arity})
	if i < 0 || !s.defined(name, arity) || s.reserved(i) || s.dependencies.Path(i, s.reserved) != nil {
		return nil, false, nil
	}
	query := gdl.Fn(name, make([]gdl.Term, arity)...)
	for k := range query.Args {
		query.Args[k] = gdl.Var(string(rune('A'+k%26)) + "_" + string(rune('A'+k/26)))
	}
	atoms, err := gdlref.Eval(context.Background(), s.program, nil, &query, gdlref.Options{MaxAnswers: maxAnswers, MaxWork: maxWork})
	if err != nil {
		return nil, false, err
	}
	tuples := make([][]gdl.Term, len(atoms))
	for k := range atoms {
		tuples[k] = atoms[k].Args
	}
	return tuples, true, nil
}

// defined reports whether the description has a clause for a relation.
func (s *static) defined(name string, arity int) bool {
	for i := range s.program.Clauses {
		if s.program.Clauses[i].Head.Symbol() == (gdl.Symbol{Name: name, Arity: arity}) {
			return true
		}
	}
	return false
}

// reserved reports whether a relation is a GDL keyword that depends on the state or
// on moves.
func (s *static) reserved(i int) bool {
	switch s.dependencies.Relations[i].Name {
	case gdl.True, gdl.Does, gdl.Legal, gdl.Next, gdl.Sees, gdl.Goal, gdl.Terminal, gdl.Expired, gdl.Init:
		return true
	}
	return false
}
