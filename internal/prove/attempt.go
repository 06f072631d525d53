package prove

import (
	"context"
	"slices"

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
	depth    int    // no violation within so many steps; -1 if none were looked at
	unranked bool   // no ranking was found
	unlooped int    // states of plays from which there is no short way back
	proof    string // that was found, and remains to be written down and checked
}

// violation returns literals that all hold where the property is violated.
func (a *attempt) violation() []aig.Lit {
	if a.inStep {
		return []aig.Lit{a.bad, a.step}
	}
	return []aig.Lit{a.bad}
}

// run decides the question. Where the time ends first, it says what was tried.
func (a *attempt) run(ctx context.Context) (*Answer, error) {
	answer, err := a.try(ctx)
	if err != nil && ended(err) {
		return a.open(ctx), nil
	}
	return answer, err
}

func (a *attempt) try(ctx context.Context) (*Answer, error) {
	if answer, err := a.refuteByPlays(ctx); answer != nil || err != nil {
		return answer, err
	}
	var ranking claim.Ranking
	if a.question.Property.Ranked() {
		var ok bool
		if ranking, ok = a.rank(ctx); !ok {
			a.unranked = true
			answer, err := a.refuteByLoop(ctx)
			if answer == nil && err == nil {
				answer = a.open(ctx)
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
	if answer, err := a.refuteBounded(ctx, a.opt.Time/4); answer != nil || err != nil {
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
	return a.open(ctx), nil
}
