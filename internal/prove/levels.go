package prove

import (
	"context"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/sat"
	"ludex/internal/prove/transition"
)

const (
	// manyNodes is the size of a graph from which on parts of it are left out at first.
	manyNodes = 3000
	// partConflicts is how long a solver tries without all gates.
	partConflicts = 2000
)

// A levelled reasoner decides questions with more and more gates of a graph. Legality and the
// end of a play are most of it, and much follows without knowing what they mean, only that each
// role makes one move. What contradicts some of the gates contradicts all.
type levelled struct {
	levels   []*reasoner
	asserted []aig.Lit
	done     []int     // by level: how many of these it has
	last     *reasoner // that decided the last question
}

// newLevelled returns a reasoner that leaves out legality and ends first, then ends, then
// nothing.
func newLevelled(s *transition.System, proofs bool) *levelled {
	l := new(levelled)
	if s.Graph.Len() >= manyNodes {
		var legal []aig.Lit
		for _, role := range s.Roles {
			for _, m := range role.Moves {
				legal = append(legal, m.Legal)
			}
		}
		l.add(s.Graph, proofs, append(legal, s.Terminal)...)
		l.add(s.Graph, proofs, s.Terminal)
	}
	l.add(s.Graph, proofs)
	for _, r := range l.levels {
		for _, bit := range s.State { // solutions are found soon near the initial state
			r.prefer(bit.Lit ^ aig.Lit(1-boolWord(bit.Init)))
		}
	}
	return l
}

// add adds a level in which nothing is known of some literals.
func (l *levelled) add(g *aig.Graph, proofs bool, without ...aig.Lit) {
	r := newReasoner(g, proofs)
	r.without = map[uint32]bool{}
	for _, x := range without {
		r.without[x.Node()] = true
	}
	l.levels, l.done = append(l.levels, r), append(l.done, 0)
}

// assert makes a literal hold for ever.
func (l *levelled) assert(x aig.Lit) { l.asserted = append(l.asserted, x) }

// A hint says how something was shown: at which level, counted from 1, or 0 if that is not known,
// and by which statements about the state before.
type hint struct {
	level   int
	reasons []aig.Lit
}

// among says which of a list of statements are the reasons.
func (h *hint) among(list []proposition) roots {
	in := map[aig.Lit]bool{}
	for _, l := range h.reasons {
		in[l] = true
	}
	out := roots{level: h.level}
	for _, p := range list {
		out.needed = append(out.needed, in[p.now])
	}
	return out
}

// hintedConflicts is how long a level tries that has decided the question before.
const hintedConflicts = 3 * backwardConflicts

// solve asks whether literals can all hold. The hint is the level, counted from 1, at which that was
// decided before, or 0.
func (l *levelled) solve(ctx context.Context, hint int, limits sat.Limits, lits ...aig.Lit) sat.Status {
	if hint > 0 && hint < len(l.levels) && limits.Conflicts == 0 {
		if l.solveAt(ctx, hint-1, sat.Limits{Conflicts: hintedConflicts}, lits...) == sat.Unsatisfiable {
			return sat.Unsatisfiable
		}
	}
	status := sat.Unknown
	for i := range l.levels {
		part := limits
		if i < len(l.levels)-1 && (part.Conflicts == 0 || part.Conflicts > partConflicts) {
			part.Conflicts = partConflicts
		}
		if status = l.solveAt(ctx, i, part, lits...); status == sat.Unsatisfiable {
			return status
		}
	}
	return status
}

// solveAt asks one level whether literals can all hold.
func (l *levelled) solveAt(ctx context.Context, level int, limits sat.Limits, lits ...aig.Lit) sat.Status {
	r := l.levels[level]
	for ; l.done[level] < len(l.asserted); l.done[level]++ {
		r.assert(l.asserted[l.done[level]])
	}
	l.last = r
	return r.solve(ctx, limits, lits...)
}

// core returns literals of the last question that cannot all hold, as the last reasoner
// numbers them.
func (l *levelled) core() []sat.Lit { return l.last.core() }
