package prove

import (
	"context"
	"slices"

	"ludex/internal/budget"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

// inductive reports whether the invariants, perhaps with the property itself, exclude what
// is bad, and returns what is needed for that.
func (a *attempt) inductive(ctx context.Context) ([]proposition, bool) {
	r := newLevelled(a.System, false)
	for _, v := range a.known {
		r.assert(v.now)
	}
	slice, cancel := a.within(ctx, 4)
	defer cancel()
	if r.solve(slice, 0, sat.Limits{}, a.violation()...) == sat.Unsatisfiable {
		return a.known, true
	}
	if a.inStep || a.bad == aig.True {
		return nil, false
	}
	good := a.proposition(claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{a.bad.Not()}})
	r.assert(a.bad.Not())
	if r.solve(slice, 0, sat.Limits{}, a.step, good.next.Not()) == sat.Unsatisfiable && a.holdsInitially(good.now) {
		return append(slices.Clone(a.known), good), true
	}
	return nil, false
}

func (s *subject) holdsInitially(l aig.Lit) bool { return s.initially().Value(l)&1 == 1 }

// initially returns the values of all nodes in the initial state.
func (s *subject) initially() *aig.Simulation {
	sim := s.Graph.Simulate()
	for _, bit := range s.State {
		sim.Set(bit.Lit, -boolWord(bit.Init))
	}
	sim.Run(1, s.Graph.Len())
	return sim
}

// stages is how often something is tried, with more and more candidates.
const stages = lastStage + 2

// goBackward shows that what is bad contradicts invariants, with more and more candidates for
// these, and at last the property itself. After the cheapest candidates it looks for a short play,
// at most as long as these took, so that easy proofs do not wait for it.
func (a *attempt) goBackward(ctx context.Context, ranking claim.Ranking) (*Answer, error) {
	limit := a.opt.Time / 2
	if a.Graph.Len() >= manyNodes { // looking for the largest set of invariants would hardly get anywhere
		limit = a.opt.Time * 3 / 4
	}
	slice, cancel := budget.WithSetup(ctx, "proving", limit)
	defer cancel()
	if slice.Err() == nil && a.Graph.Len() < manyNodes {
		a.keepAlone(slice)
	}
	exact := len(a.known) == 0
	b := a.newBackward(a.known)
	for stage := 0; stage <= lastStage && slice.Err() == nil; stage++ {
		if stage == 1 {
			if answer, err := a.refuteBounded(ctx, min(a.opt.Time/20, budget.Used(slice))); answer != nil || err != nil {
				return answer, err
			}
		}
		b.suppose(a.candidates.stage(stage))
		a.filter(slice, b, uint64(stage))
		if stage == lastStage && !a.inStep && a.bad != aig.True {
			b.suppose([]claim.Invariant{{Kind: claim.Clause, Lits: []aig.Lit{a.bad.Not()}}})
		}
		if b.prove(slice, a.violation()) == sat.Unsatisfiable {
			a.known = append(a.known, b.invariants()...)
			return a.conclude(ctx, a.known, exact, ranking, "induction")
		}
	}
	a.known = append(a.known, b.invariants()...)
	return nil, nil
}

// filter deletes hypotheses that further plays show to be wrong.
func (a *attempt) filter(ctx context.Context, b *backward, n uint64) {
	slice, cancel := a.within(ctx, filterPart)
	defer cancel()
	b.filter(slice, a.opt.Seed+7+n)
}

// strengthen proves more invariants. It returns false if there is nothing more to try.
func (a *attempt) strengthen(ctx context.Context) bool {
	st := a.state
	if st.tried > lastStage {
		return false
	}
	list := st.candidates.stage(st.tried)
	st.tried++
	a.keep(ctx, list, 3)
	return true
}

// houdiniConflicts is when a solver gives up on some propositions.
const houdiniConflicts = 1000

// keep adds those of a list that can be proved, in a part of the time, to the invariants.
func (a *attempt) keep(ctx context.Context, list []claim.Invariant, part int) {
	slice, cancel := a.within(ctx, part)
	defer cancel()
	st := a.state
	var props []proposition
	known := map[aig.Lit]bool{aig.True: true}
	for _, q := range st.known {
		known[q.now] = true
	}
	for _, v := range list {
		if q := st.proposition(v); !known[q.now] {
			props = append(props, q)
		}
	}
	initially := st.initially()
	props = slices.DeleteFunc(props, func(q proposition) bool { return initially.Value(q.now)&1 == 0 })
	if kept, ok := st.houdini(slice, st.known, props, sat.Limits{Conflicts: houdiniConflicts}); ok {
		st.known = append(st.known, kept...)
	}
}
