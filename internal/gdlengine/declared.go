package gdlengine

import (
	"context"
	"slices"

	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlformat"
)

// maxDeclared bounds how many facts or moves are computed.
const maxDeclared = 1_000_000

// Declared returns the facts and, by role, the moves that a description
// declares with base and input, as sorted canonical texts. A list is nil where
// the description declares nothing of the kind.
func Declared(ctx context.Context, p *gdl.Program, roles []string) (facts []string, moves [][]string, err error) {
	moves = make([][]string, len(roles))
	base, input := gdl.Fn(gdl.Base, gdl.Var("F")), gdl.Fn(gdl.Input, gdl.Var("R"), gdl.Var("M"))
	if defines(p, gdl.Base) {
		facts = []string{}
		answers, err := gdlref.Eval(ctx, p, nil, &base, gdlref.Options{MaxAnswers: maxDeclared, Memory: budget.MemoryOf(ctx)})
		if err != nil {
			return nil, nil, err
		}
		for _, a := range answers {
			facts = append(facts, gdlformat.Term(&a.Args[0], gdl.Prefix))
		}
		slices.Sort(facts)
	}
	if !defines(p, gdl.Input) {
		return facts, moves, nil
	}
	answers, err := gdlref.Eval(ctx, p, nil, &input, gdlref.Options{MaxAnswers: maxDeclared, Memory: budget.MemoryOf(ctx)})
	if err != nil {
		return nil, nil, err
	}
	for r, name := range roles {
		moves[r] = []string{}
		for _, a := range answers {
			if gdlformat.Term(&a.Args[0], gdl.Prefix) == name {
				moves[r] = append(moves[r], gdlformat.Term(&a.Args[1], gdl.Prefix))
			}
		}
		slices.Sort(moves[r])
	}
	return facts, moves, nil
}

func defines(p *gdl.Program, relation string) bool {
	return slices.ContainsFunc(p.Clauses, func(c gdl.Clause) bool { return c.Head.Name == relation })
}
