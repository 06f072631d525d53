package prove

import (
	"context"
	"fmt"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// conclude writes down a proof, has it checked, and says what it needed: the whole list, if that is
// exact.
func (a *attempt) conclude(ctx context.Context, list []proposition, exact bool, ranking claim.Ranking, method string) (*Answer, error) {
	a.proof = describe(method, len(list), ranking)
	var goals [][]aig.Lit
	if a.question.Property.Kind != claim.Ends {
		goals = append(goals, a.violation())
	}
	if ranking != nil {
		goals = append(goals, []aig.Lit{a.step, ranking.Falls(a.Graph, a.next).Not()})
	}
	used := list
	if !exact || ranking != nil {
		var ok bool
		if used, ok = a.needed(ctx, list, goals...); !ok {
			return nil, context.DeadlineExceeded
		}
	}
	part := claim.Part{Until: a.until, Claims: []claim.Claim{{Property: a.question.Property, Ranking: ranking}}}
	var hints []roots
	for _, v := range used {
		part.Invariants = append(part.Invariants, v.Invariant)
		hints = append(hints, v.shown.among(used))
	}
	done, err := certify(ctx, a.Prover.system.Prefix(a.marked), part, hints)
	if err != nil {
		return nil, err
	}
	a.parts = append(a.parts, done)
	answer := &Answer{Verdict: Proved, Method: describe(method, len(used), ranking)}
	if ranking != nil {
		answer.Bound = ranking.Bound(a.System)
	}
	return answer, nil
}

// describe says how something was proved.
func describe(method string, invariants int, ranking claim.Ranking) string {
	if ranking != nil {
		text := rankingText(ranking)
		if method != "" {
			text += " and " + method
		}
		method = text
	}
	switch invariants {
	case 0:
		return method
	case 1:
		return method + " with 1 invariant"
	}
	return fmt.Sprintf("%s with %d invariants", method, invariants)
}

// rankingText says how large a ranking is.
func rankingText(ranking claim.Ranking) string {
	groups := 0
	for _, tier := range ranking {
		groups += len(tier)
	}
	text := fmt.Sprintf("ranking of %d numbers", groups)
	if groups == 1 {
		text = "ranking of 1 number"
	}
	if len(ranking) > 1 {
		text += fmt.Sprintf(" in %d tiers", len(ranking))
	}
	return text
}
