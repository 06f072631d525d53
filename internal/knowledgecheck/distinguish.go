package knowledgecheck

import (
	"context"
	"errors"

	"ludex/game"
	"ludex/knowledge"
)

// CheckDistinguishable checks that no two developments of one length are
// indistinguishable for any player, as in a game of perfect information (Theorem 4
// on GDL-II).
func CheckDistinguishable(ctx context.Context, g game.Game, limits knowledge.Limits) (*Finding, error) {
	out := newFinding(g)
	if !g.Hidden() {
		return &out, nil
	}
	for r := range g.Roles() {
		if game.Role(r) == g.Random() {
			continue
		}
		m, err := knowledge.New(g, limits)
		if err != nil {
			return &out, markOpen(err, []*Finding{&out})
		}
		err = visitAll(ctx, m, game.Role(r), true, func(set *knowledge.Set) (bool, error) {
			return distinguish(g, m, set, game.Role(r), &out)
		}, &out)
		if err != nil {
			return &out, err
		}
	}
	return &out, nil
}

// distinguish looks for two developments of a set with one view.
func distinguish(g game.Game, m *knowledge.Model, set *knowledge.Set, r game.Role, out *Finding) (more bool, err error) {
	out.Developments.Add(out.Developments, set.Developments())
	first := make(map[knowledge.ViewID]int, set.Len())
	for i := range set.Len() {
		view := set.ViewID(i, r)
		k, again := first[view]
		if !again {
			first[view] = i
			continue
		}
		for _, j := range []int{k, i} {
			if _, err := m.Terminal(set.StateID(j)); err != nil {
				return false, err
			}
		}
		out.refute(counterexample(g, m, set, r, differentJoints, k, i))
		return false, nil
	}
	return true, nil
}

// visitAll visits all developments, step by step, until visit returns false. If a
// limit ends it, findings that are not refuted stay open.
func visitAll(ctx context.Context, m *knowledge.Model, r game.Role, single bool, visit func(*knowledge.Set) (bool, error), findings ...*Finding) error {
	if err := m.EachSet(ctx, r, single, visit); err != nil {
		return markOpen(err, findings)
	}
	return nil
}

// markOpen records why findings are not proofs. A limit is not an error.
func markOpen(err error, findings []*Finding) error {
	for _, f := range findings {
		if f.Verdict == Yes {
			f.Verdict, f.Reason = NotRefuted, err.Error()
		}
	}
	var limit *knowledge.LimitError
	if errors.As(err, &limit) {
		return nil
	}
	return err
}
