package prove

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
	"ludex/internal/prove/transition"
)

func popcount(w uint64) int { return bits.OnesCount64(w) }

// A system under proof: with its step and the copies of literals in the next state.
type subject struct {
	*transition.System
	next *aig.Copier
	step aig.Lit
}

func newSubject(s *transition.System) *subject {
	return &subject{System: s, next: claim.Next(s), step: s.Step()}
}

// A proposition is an invariant with the literals that say that it holds now and, after a step, in
// the next state.
type proposition struct {
	claim.Invariant
	now, next aig.Lit
	shown     hint // how that follows, if it is known
}

func (s *subject) proposition(v claim.Invariant) proposition {
	return proposition{Invariant: v, now: v.Holds(s.Graph), next: v.Stays(s.Graph, s.next)}
}

// batch is how many propositions are asked about at once.
const batch = 40

// fewHard is how many propositions are given up together if they are too hard to decide.
const fewHard = 5

// houdini returns the largest subset of propositions that holds in the next state where it
// holds in a state, given others that are known to hold always. It drops what a solution
// violates until nothing is violated. Propositions that hold in the initial state, the
// largest such set does for ever. The second result is false if a limit was reached, and
// then the set is empty.
func (s *subject) houdini(ctx context.Context, known, list []proposition, limits sat.Limits) ([]proposition, bool) {
	r := newReasoner(s.Graph, false)
	r.assert(s.step)
	for _, p := range known {
		r.assert(p.now)
	}
	h := &houdini{subject: s, reasoner: r, alive: list, limits: limits, rng: rand.New(rand.NewPCG(1, 2))}
	for clean := false; !clean; {
		clean = true
		for at := 0; at < len(h.alive); at += batch {
			kept, status := h.refute(ctx, at, batch)
			if status == sat.Unknown {
				return nil, false
			}
			clean = clean && kept
		}
	}
	return h.alive, true
}

// houdini is the state of the search.
type houdini struct {
	*subject
	reasoner *reasoner
	alive    []proposition
	limits   sat.Limits
	rng      *rand.Rand
}

// refute drops propositions until no solution violates one of a number of them. It reports
// whether none was dropped.
func (h *houdini) refute(ctx context.Context, at, n int) (bool, sat.Status) {
	kept := true
	for {
		var broken []aig.Lit
		for _, p := range h.alive[min(at, len(h.alive)):min(at+n, len(h.alive))] {
			if p.next != p.now {
				broken = append(broken, p.next.Not())
			}
		}
		goal := h.Graph.Any(broken)
		if goal == aig.False {
			return kept, sat.Unsatisfiable
		}
		// The goal comes last, so that what was found out about the others is kept.
		var assumed []aig.Lit
		for _, p := range h.alive {
			assumed = append(assumed, p.now)
		}
		status := h.reasoner.solve(ctx, h.limits, append(assumed, goal)...)
		if status == sat.Unknown {
			same, status := h.tooHard(ctx, at, n)
			return kept && same, status
		}
		if status == sat.Unsatisfiable {
			return kept, status
		}
		kept = false
		h.drop()
	}
}

// tooHard is refute for a batch that is too hard to decide: it tries its halves, and drops it if
// it is small.
func (h *houdini) tooHard(ctx context.Context, at, n int) (bool, sat.Status) {
	if ctx.Err() != nil {
		return false, sat.Unknown
	}
	if n <= fewHard {
		h.alive = slices.Delete(slices.Clone(h.alive), at, min(at+n, len(h.alive)))
		return false, sat.Unsatisfiable
	}
	// What is dropped of the second half does not move the first.
	second, status := h.refute(ctx, at+n/2, n-n/2)
	if status == sat.Unknown {
		return false, status
	}
	first, status := h.refute(ctx, at, n/2)
	return first && second, status
}

// drop drops the propositions that the last solution violates, or another step from its
// state, in which all of them hold.
func (h *houdini) drop() {
	made, sim := h.steps()
	h.alive = slices.DeleteFunc(slices.Clone(h.alive), func(p proposition) bool { return made&^sim.Value(p.next) != 0 })
}

// steps simulates the step of the last solution and others from its state. It returns those that
// can be made.
func (h *houdini) steps() (uint64, *aig.Simulation) {
	sim := h.Graph.Simulate()
	for _, bit := range h.State {
		sim.Set(bit.Lit, -boolWord(h.reasoner.value(bit.Lit)))
	}
	sim.Run(1, h.Graph.Len())
	does := make([][]uint64, len(h.Roles))
	for r, role := range h.Roles {
		does[r] = h.draw(sim, role.Moves)
	}
	for r, role := range h.Roles {
		for i, m := range role.Moves {
			sim.Set(m.Does, does[r][i])
		}
	}
	sim.Run(1, h.Graph.Len())
	return sim.Value(h.step), sim
}

// draw returns by move the lanes in which it is made: the first has the move of the solution,
// the others random legal ones.
func (h *houdini) draw(sim *aig.Simulation, moves []transition.Move) []uint64 {
	does := make([]uint64, len(moves))
	var legal []int
	for i, m := range moves {
		does[i] = boolWord(h.reasoner.value(m.Does))
		if sim.Value(m.Legal)&1 == 1 {
			legal = append(legal, i)
		}
	}
	for lane := 1; lane < lanes && len(legal) > 0; lane++ {
		does[legal[h.rng.IntN(len(legal))]] |= 1 << lane
	}
	return does
}
