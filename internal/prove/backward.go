package prove

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

// backwardConflicts is when a statement is given up that is too hard to show.
const backwardConflicts = 20_000

// A backward search assumes all candidates and shows only those that something else needs.
// That is much cheaper than looking for the largest set of invariants: few gates of a large
// game say what becomes of a counter.
type backward struct {
	*subject
	weak    func(*claim.Invariant) bool // there is little evidence for a candidate
	r       *levelled
	list    []*hypothesis
	seen    map[aig.Lit]bool // literals that are known or supposed
	rng     *rand.Rand
	sim     *aig.Simulation
	decided int                  // the level, counted from 1, of the last question
	needed  map[*hypothesis]bool // by what is being shown
}

// A hypothesis is a candidate that is assumed until it turns out that it does not follow.
type hypothesis struct {
	claim.Invariant
	now     aig.Lit
	next    aig.Lit // 0 if it was not needed yet
	weak    bool    // there is little evidence for it
	used    bool    // a solution has violated it
	dropped bool
	proved  bool // it is an invariant
	shown   bool // it follows from its reasons
	how     hint
	reasons []*hypothesis // that it needs in the state before
}

// newBackward returns a search that knows invariants.
func (st *state) newBackward(known []proposition) *backward {
	b := &backward{subject: st.subject, weak: st.candidates.weak, r: newLevelled(st.System, false), seen: map[aig.Lit]bool{aig.True: true}, rng: rand.New(rand.NewPCG(1, 2)), sim: st.Graph.Simulate()}
	for _, p := range known {
		b.r.assert(p.now)
		b.seen[p.now] = true
	}
	return b
}

// suppose adds candidates that hold in the initial state. What was dropped may follow with them.
func (b *backward) suppose(list []claim.Invariant) {
	for _, h := range b.list {
		if h.dropped {
			h.dropped, h.shown, h.reasons = false, false, nil
		}
	}
	var fresh []*hypothesis
	for _, v := range list {
		now := v.Holds(b.Graph)
		if !b.seen[now] {
			b.seen[now] = true
			fresh = append(fresh, &hypothesis{Invariant: v, now: now, weak: b.weak(&v)})
		}
	}
	initially := b.initially()
	for _, h := range fresh {
		if initially.Value(h.now)&1 == 1 {
			b.list = append(b.list, h)
		}
	}
	slices.SortStableFunc(b.list, func(x, y *hypothesis) int { return cmp.Compare(x.effort(), y.effort()) })
}

// Limits of further plays, in which hypotheses may turn out to be wrong.
const (
	filterRounds = 1000
	filterPart   = 30 // of the time
)

// filter deletes the hypotheses that are wrong in a state of further random plays: that is much
// cheaper than finding out that they do not follow, after others were shown with them.
func (b *backward) filter(ctx context.Context, seed uint64) {
	x := newSample(b.System, seed)
	x.end = b.Graph.Len()
	x.again = endTries
	x.run(ctx, filterRounds, maxSteps, func() {
		x.rounds = x.rounds[:0]
		b.list = slices.DeleteFunc(b.list, func(h *hypothesis) bool { return x.sim.Value(h.now) != ^uint64(0) })
	})
}

// effort is how late a hypothesis is used: groups of few facts are shown most easily; that a fact never
// changes may only seem so in short plays, and that rare facts exclude each other.
func (h *hypothesis) effort() int {
	if len(h.Lits) == 1 || h.weak {
		return maxGroup
	}
	return len(h.Lits) + len(h.Any)
}

// ask asks whether literals can all hold where the hypotheses do. If not, it returns those
// that contradict them. A hypothesis is used from when a solution violates it.
func (b *backward) ask(ctx context.Context, goal []aig.Lit) (sat.Status, []*hypothesis) {
	for level, most := 0, fewAtOnce; ; {
		status := b.r.solveAt(ctx, level, sat.Limits{Conflicts: backwardConflicts}, append(b.usedLits(), goal...)...)
		switch {
		case status == sat.Unsatisfiable:
			b.decided = level + 1
			return status, b.fewer(ctx, level, goal, b.reasons())
		case ctx.Err() != nil:
			return sat.Unknown, nil
		case status == sat.Satisfiable && b.use(most):
			level, most = 0, 2*most
		case level == len(b.r.levels)-1:
			return status, nil
		default:
			level++
		}
	}
}

// usedLits returns the literals of the hypotheses that are used.
func (b *backward) usedLits() []aig.Lit {
	var out []aig.Lit
	for _, h := range b.list {
		if h.used && !h.dropped && !h.proved {
			out = append(out, h.now)
		}
	}
	return out
}

// reasons returns the hypotheses that contradict the last question.
func (b *backward) reasons() []*hypothesis {
	in := map[sat.Lit]bool{}
	for _, l := range b.r.core() {
		in[l] = true
	}
	var out []*hypothesis
	for _, h := range b.list {
		if len(in) > 0 && h.used && !h.dropped && !h.proved && h.now > aig.True && in[b.r.last.lit(h.now)] {
			out = append(out, h)
		}
	}
	return out
}

// Limits of leaving out reasons.
const (
	manyReasons    = 60
	noneConflicts  = 2000
	fewerConflicts = 50
)

// fewer leaves out reasons that a question does not need, unless they are shown or will have to be for
// the sake of others.
func (b *backward) fewer(ctx context.Context, level int, goal []aig.Lit, reasons []*hypothesis) []*hypothesis {
	if len(reasons) > manyReasons {
		// Perhaps none is needed.
		if b.r.solveAt(ctx, level, sat.Limits{Conflicts: noneConflicts}, goal...) == sat.Unsatisfiable {
			return nil
		}
		return reasons
	}
	for i := 0; i < len(reasons); {
		if reasons[i].shown || b.needed[reasons[i]] {
			i++
			continue
		}
		question := slices.Clone(goal)
		for k, h := range reasons {
			if k != i {
				question = append(question, h.now)
			}
		}
		if b.r.solveAt(ctx, level, sat.Limits{Conflicts: fewerConflicts}, question...) != sat.Unsatisfiable {
			i++
			continue
		}
		left := slices.Delete(slices.Clone(reasons), i, i+1)
		in := b.reasons()
		reasons = slices.DeleteFunc(left, func(h *hypothesis) bool { return !slices.Contains(in, h) })
	}
	return reasons
}

// fewAtOnce is how many hypotheses are used at first that the same solution violates.
const fewAtOnce = 10

// use begins to use hypotheses that the last solution violates, a number of them at most. It
// returns false if there is none. A fact that the solver does not know is as in the initial state.
func (b *backward) use(most int) bool {
	sim := b.sim
	for _, bit := range b.State {
		value := bit.Init
		if b.r.last.knows(bit.Lit) {
			value = b.r.last.value(bit.Lit)
		}
		sim.Set(bit.Lit, -boolWord(value))
	}
	sim.Run(1, b.Graph.Len())
	n := 0
	for _, h := range b.list {
		if !h.used && !h.dropped && sim.Value(h.now)&1 == 0 {
			h.used = true
			if n++; n == most {
				break
			}
		}
	}
	return n > 0
}

// makeNext adds to the graph what a hypothesis says about the next state.
func (b *backward) makeNext(h *hypothesis) {
	if h.next == 0 {
		h.next = h.Stays(b.Graph, b.next)
	}
}

// settle notes that hypotheses follow from each other, so that they are invariants.
func (b *backward) settle(list []*hypothesis) {
	for _, h := range list {
		if !h.proved {
			h.proved = true
			b.r.assert(h.now)
		}
	}
}

// prove shows that literals cannot all hold, with those hypotheses that it needs and that
// these need in turn. If the status is that they can, the last reasoner has a state, or a step,
// in which all hypotheses hold that are left.
func (b *backward) prove(ctx context.Context, goal []aig.Lit) sat.Status {
	for {
		status, reasons := b.ask(ctx, goal)
		if status != sat.Unsatisfiable {
			return status
		}
		needed, ok := b.show(ctx, reasons)
		if ctx.Err() != nil {
			return sat.Unknown
		}
		if ok {
			b.settle(needed)
			return status
		}
	}
}

// show shows hypotheses and all that they need. The second result is false if one of the first
// had to be dropped.
func (b *backward) show(ctx context.Context, first []*hypothesis) ([]*hypothesis, bool) {
	for {
		needed, open := closure(first)
		if slices.ContainsFunc(first, func(h *hypothesis) bool { return h.dropped }) {
			return nil, false
		}
		if open == nil {
			return needed, true
		}
		b.makeNext(open)
		b.needed = setOf(needed)
		status, reasons := b.ask(ctx, []aig.Lit{b.step, open.next.Not()})
		switch {
		case ctx.Err() != nil:
			return nil, false
		case status == sat.Unsatisfiable:
			open.shown, open.reasons = true, reasons
			open.how = hint{b.decided, slices.Clone(b.r.asserted)}
			for _, h := range reasons {
				open.how.reasons = append(open.how.reasons, h.now)
			}
		default:
			open.dropped = true
			if status == sat.Satisfiable {
				b.drop()
			}
		}
	}
}

func setOf(list []*hypothesis) map[*hypothesis]bool {
	set := make(map[*hypothesis]bool, len(list))
	for _, h := range list {
		set[h] = true
	}
	return set
}

// closure returns what hypotheses need and one of that, if there is one, that is not shown: one that is no
// sum, if there is one, since sums are hard to show and need many others that may be dropped.
func closure(first []*hypothesis) (needed []*hypothesis, open *hypothesis) {
	seen := map[*hypothesis]bool{}
	todo := slices.Clone(first)
	for len(todo) > 0 {
		h := todo[0]
		todo = todo[1:]
		if seen[h] || h.proved {
			continue
		}
		seen[h] = true
		needed = append(needed, h)
		if slices.ContainsFunc(h.reasons, func(r *hypothesis) bool { return r.dropped }) {
			h.shown = false
		}
		if !h.shown {
			if open == nil || open.Kind == claim.AtMost && h.Kind != claim.AtMost {
				open = h
			}
			continue
		}
		todo = append(todo, h.reasons...)
	}
	return needed, open
}

// drop drops the hypotheses that the last solution violates, or another step from its state.
func (b *backward) drop() {
	h := &houdini{subject: b.subject, reasoner: b.r.last, rng: b.rng}
	made, sim := h.steps()
	for _, x := range b.list {
		if x.next != 0 && made&^sim.Value(x.next) != 0 {
			x.dropped = true
		}
	}
}

// invariants returns the hypotheses that are proved.
func (b *backward) invariants() []proposition {
	var out []proposition
	for _, h := range b.list {
		if h.proved {
			out = append(out, proposition{h.Invariant, h.now, h.next, h.how})
		}
	}
	return out
}
