package prove

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
)

// An attempt is the work on one question.
type attempt struct {
	*Prover
	*state
	question Question
	bad      aig.Lit
	inStep   bool
	depth    int // no violation within so many steps
}

// violation returns literals that all hold where the property is violated.
func (a *attempt) violation() []aig.Lit {
	if a.inStep {
		return []aig.Lit{a.bad, a.step}
	}
	return []aig.Lit{a.bad}
}

func (a *attempt) run(ctx context.Context) (*Answer, error) {
	if answer, err := a.refuteByPlays(ctx); answer != nil || err != nil {
		return answer, err
	}
	var ranking claim.Ranking
	if a.question.Property.Ranked() {
		var ok bool
		if ranking, ok = a.rank(ctx); !ok {
			answer, err := a.refuteByLoop(ctx)
			if answer == nil && err == nil {
				answer = &Answer{Verdict: Open, Method: fmt.Sprintf("no ranking was found with %d invariants, and no loop", len(a.known))}
			}
			return answer, err
		}
		if a.question.Property.Kind == claim.Ends {
			return a.conclude(ctx, a.known, false, ranking, "")
		}
	}
	return a.safety(ctx, ranking)
}

// safety shows that nothing bad is reached, or how it is.
func (a *attempt) safety(ctx context.Context, ranking claim.Ranking) (*Answer, error) {
	if answer, err := a.goBackward(ctx, ranking); answer != nil || err != nil {
		return answer, err
	}
	if answer, err := a.refuteByLongPlays(ctx, 20); answer != nil || err != nil {
		return answer, err
	}
	for range stages {
		if list, ok := a.inductive(ctx); ok {
			return a.conclude(ctx, list, false, ranking, "induction")
		}
		if ctx.Err() != nil || !a.strengthen(ctx) {
			break
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if answer, err := a.refuteBounded(ctx, 4, time.Hour); answer != nil || err != nil {
		return answer, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found := a.reach(ctx, a.known, a.bad, a.inStep)
	switch {
	case found.refuted:
		return a.refuted(ctx, &Play{Moves: a.texts(found.play), Loop: -1}, "a search for a proof")
	case found.proved:
		list := slices.Clone(a.known)
		for _, v := range found.clauses {
			list = append(list, a.proposition(v))
		}
		return a.conclude(ctx, list, false, ranking, "property directed reachability")
	}
	a.depth = max(a.depth, found.depth)
	return &Answer{Verdict: Open, Method: fmt.Sprintf("%d invariants do not suffice, and there is no violation within %d steps", len(a.known), max(a.depth, 0))}, nil
}
