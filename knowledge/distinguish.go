package knowledge

import (
	"context"
	"errors"

	"ludex/game"
)

// CheckDistinguishable checks that no two developments of one length are
// indistinguishable for any player, as in a game of perfect information (Theorem 4
// on GDL-II).
func CheckDistinguishable(ctx context.Context, g game.Game, limits Limits) (*Finding, error) {
	out := newFinding(g)
	if !g.Hidden() {
		return &out, nil
	}
	for r := range g.Roles() {
		if game.Role(r) == g.Random() {
			continue
		}
		m, err := New(g, limits)
		if err != nil {
			return &out, markOpen(err, []*Finding{&out})
		}
		err = m.eachSet(ctx, game.Role(r), true, func(set *Set) (bool, error) {
			return m.distinguish(set, game.Role(r), &out)
		}, &out)
		if err != nil {
			return &out, err
		}
	}
	return &out, nil
}

// distinguish looks for two developments of a set with one view.
func (m *Model) distinguish(set *Set, r game.Role, out *Finding) (more bool, err error) {
	out.Developments.Add(out.Developments, set.Developments())
	first := make(map[ViewID]int, set.Len())
	for i, view := range set.views[0] {
		k, again := first[view]
		if !again {
			first[view] = i
			continue
		}
		for _, j := range []int{k, i} {
			if _, err := m.position(set.states[j]); err != nil {
				return false, err
			}
		}
		out.refute(m.counterexample(set, r, differentJoints, k, i))
		return false, nil
	}
	return true, nil
}

// eachSet visits all developments, step by step, until visit returns false. If a
// limit ends it, findings that are not refuted stay open.
func (m *Model) eachSet(ctx context.Context, r game.Role, single bool, visit func(*Set) (bool, error), findings ...*Finding) error {
	b := &budget{limit: m.limits.Developments}
	set := m.start(Roles(r), single)
	for set.Len() > 0 {
		more, err := visit(set)
		if err == nil && more {
			set, err = m.step(ctx, set, all, b, nil)
		}
		if err != nil {
			return markOpen(err, findings)
		}
		if !more {
			return nil
		}
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
	var limit *LimitError
	if errors.As(err, &limit) {
		return nil
	}
	return err
}
