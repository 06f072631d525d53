package prove

import (
	"cmp"
	"context"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

const (
	alonePasses   = 2
	aloneFailures = 30     // after which it is given up if little was proved
	aloneGates    = 20_000 // up to which gates are counted
)

// A bundle is statements about the same facts, such as that at most one holds and that one
// does.
type bundle struct {
	list  []proposition
	now   []aig.Lit
	next  aig.Lit // all of them in the next state
	gates int     // that this depends on
}

// bundles returns statements with those about the same facts together, those that depend on
// few gates first.
func (s *subject) bundles(list []claim.Invariant) []*bundle {
	var out []*bundle
	for i := 0; i < len(list); {
		b := &bundle{next: aig.True}
		for first := i; i < len(list) && slices.Equal(list[i].Lits, list[first].Lits); i++ {
			q := s.proposition(list[i])
			b.list, b.now = append(b.list, q), append(b.now, q.now)
			b.next = s.Graph.And(b.next, q.next)
		}
		b.gates = s.Graph.Cone(b.next, aloneGates)
		out = append(out, b)
	}
	slices.SortStableFunc(out, func(a, b *bundle) int { return cmp.Compare(a.gates, b.gates) })
	return out
}

// keepAlone adds those candidates of the first kind to the invariants that hold in the next state
// if they hold in a state and the invariants do, without knowing what is legal. That is much
// cheaper than all else, where it works; it stops where it seldom does.
func (a *attempt) keepAlone(ctx context.Context) {
	st := a.state
	if st.alone {
		return
	}
	st.alone = true
	slice, cancel := a.within(ctx, 8)
	defer cancel()
	r := newLevelled(st.System, false)
	r.assert(st.step)
	for _, v := range st.known {
		r.assert(v.now)
	}
	open := st.bundles(st.candidates.stage(0))
	failed, kept := 0, 0
	for range alonePasses {
		before := len(open)
		open = slices.DeleteFunc(open, func(b *bundle) bool {
			if slice.Err() != nil || failed > aloneFailures+2*kept {
				return false
			}
			if r.solveAt(slice, 0, sat.Limits{Conflicts: partConflicts}, append(b.now, b.next.Not())...) != sat.Unsatisfiable {
				failed++
				return false
			}
			kept++
			st.known = append(st.known, b.list...)
			for _, q := range b.list {
				r.assert(q.now)
			}
			return true
		})
		if len(open) == before {
			return
		}
	}
}
