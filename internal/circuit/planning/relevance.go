package planning

import "ludex/game"

// Limits of the analysis of counters.
const (
	maxSteps = 20_000    // of a counter before it repeats
	maxWork  = 5_000_000 // atoms and literals evaluated
)

// Relevance finds out which facts matter. It never fails: what cannot be proved within the
// limits is left out.
//
// A counter is a set of facts C such that
//
//  1. the next values of C depend on C alone, not on moves or other facts, and
//  2. legal moves and the next values of all other facts do not depend on C.
//
// By 1, what C is after a number of steps is the same in all plays. By 2, two states that
// agree in all other facts have the same legal moves, and every sequence of moves leads
// from both to states that agree again, as long as no play ends. So C tells how many steps
// were made, and takes part only in the end of a play and its goals.
//
// Facts on which neither legal moves nor the end nor goals depend, now or later, do not
// matter at all.
func (p *Problem) Relevance() game.Relevance {
	x := newRuleIndex(p)
	words := (len(p.State) + 63) / 64
	out := game.Relevance{Facts: make(game.State, words), Counted: make(game.State, words)}
	counter := x.counter()
	matters := x.needed(x.outputs())
	for bit, f := range p.State {
		switch {
		case counter[bit]:
			out.Counted[bit>>6] |= 1 << (bit & 63)
		case matters[f.Atom]:
			out.Facts[bit>>6] |= 1 << (bit & 63)
		}
	}
	t := newTimeline(x, counter)
	if !t.run() {
		return game.Relevance{} // the counter is too long, or its rules are recursive
	}
	out.Counter, out.Loop = t.counter, t.loop
	for _, l := range t.terminal {
		out.Ends = append(out.Ends, uint32(l)) // equal literals are equivalent
	}
	out.Earlier = t.earlier()
	return out
}

// outputs returns the atoms that make up a play for the role: legal moves, the end, and
// goals.
func (x *ruleIndex) outputs() []int32 {
	out := []int32{x.Terminal}
	for _, m := range x.Moves {
		out = append(out, m.Legal)
	}
	for _, g := range x.Goals {
		out = append(out, g.Atom)
	}
	return out
}

// counter returns, by bit of the state, the largest counter.
func (x *ruleIndex) counter() []bool {
	// What depends on a move, or on a fact that is not in the counter.
	varies := make([]bool, x.Atoms)
	copy(varies, x.does)
	// What legal moves and other facts depend on.
	needed := make([]bool, x.Atoms)
	roots := make([]int32, 0, len(x.Moves))
	for _, m := range x.Moves {
		roots = append(roots, m.Legal)
	}
	counter := make([]bool, len(x.State))
	for i := range counter {
		counter[i] = true
	}
	for changed := true; changed; {
		changed = false
		x.affected(varies)
		x.extendNeeded(needed, roots)
		roots = roots[:0]
		for bit, f := range x.State {
			if counter[bit] && (varies[f.Atom] || f.Next != None && varies[f.Next] || needed[f.Atom]) {
				counter[bit], changed = false, true
				varies[f.Atom] = true
				roots = append(roots, f.Next)
			}
		}
	}
	return counter
}
