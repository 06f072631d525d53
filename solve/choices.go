package solve

import (
	"cmp"
	"math/bits"
	"slices"

	"ludex/game"
)

// searchTurn searches the choices of a turn until one causes a cutoff, and returns
// the bounds of the turn.
func (a *alphaBetaSearch) searchTurn(ply int, depth int32) interval {
	l := a.levels[ply]
	l.refutations.reset()
	l.manyChoices = l.choices() >= manyChoices || ply > 0 && a.levels[ply-1].manyChoices
	if !a.probeEndings(ply) && !a.probeChildren(ply, depth) && !a.stopped() {
		a.setPrior(ply)
		a.sortChoices(ply)
		a.searchChoices(ply, depth)
	}
	return l.fold(a.attackerMoves(&l.position))
}

// probeEndings finds the choices that end the play, if the machine can tell without
// making them. It reports whether one of them causes a cutoff. With few choices it
// is faster to make them all and look them up in the table.
func (a *alphaBetaSearch) probeEndings(ply int) bool {
	l := a.levels[ply]
	n := l.choices()
	l.options = l.options[:0]
	for i := range n {
		l.options = append(l.options, option{index: int32(i), bounds: unknown})
	}
	l.ending = l.ending[:0]
	if a.terminalFinder == nil || !l.manyChoices {
		return false
	}
	l.children = game.Extend(l.children[:0], n)
	l.ending = a.terminalFinder.Ending(l.state, l.all(), l.ending)
	if a.spend(n) {
		return false
	}
	for i, ends := range l.ending {
		if !ends {
			continue
		}
		o := &l.options[i]
		a.step(&l.position, i)
		o.bounds = a.endBounds(l.children[i])
		o.computed, o.done = true, true
		if l.mover != game.NoRole && a.cutsOff(l, o.bounds) {
			l.endingMove = l.moves[l.mover][i]
		}
		if a.tryCutoff(ply, o) {
			return true
		}
	}
	return false
}

// probeChildren looks up the choices in the table, and finds those that end the
// play. It reports whether one of them causes a cutoff. With few choices, none of
// which ends the play, this is not worth the effort.
func (a *alphaBetaSearch) probeChildren(ply int, depth int32) bool {
	l := a.levels[ply]
	if len(l.ending) > 0 {
		if len(l.options) < manyChoices {
			return false
		}
		for i := range l.options {
			if o := &l.options[i]; !o.computed {
				a.step(&l.position, i)
				o.computed = true
			}
		}
	} else if !a.expand(&l.position) {
		return false
	}
	var e entry
	for i, s := range l.children {
		o := &l.options[i]
		o.computed = true
		if o.done {
			continue
		}
		var found bool
		o.bounds, o.failed, found = a.lookup(s, depth, &e)
		o.proofMoves = e.proofMoves
		if !found && len(l.ending) == 0 && a.machine.Terminal(s) {
			o.bounds = a.endBounds(s)
			if l.mover != game.NoRole && a.cutsOff(l, o.bounds) {
				l.endingMove = l.moves[l.mover][i]
			}
		}
		if a.tryCutoff(ply, o) {
			return true
		}
		o.done = a.decided(o.bounds) || o.failed
	}
	return false
}

// tryCutoff reports whether a choice causes a cutoff: it proves the claim for the
// attacker, or refutes it for the defender. If so, the move is recorded.
func (a *alphaBetaSearch) tryCutoff(ply int, o *option) bool {
	l := a.levels[ply]
	if !a.cutsOff(l, o.bounds) && (!o.failed || a.attackerMoves(&l.position)) {
		return false
	}
	l.proofMoves = o.proofMoves
	if l.mover != game.NoRole {
		l.entry.best = l.moves[l.mover][o.index]
		l.killer = l.entry.best
		l.proofMoves |= a.moveBits.of(l.mover, l.entry.best)
	}
	return true
}

// sortChoices orders the choices: the best move of the table first, then by the
// prior. Where there are many, killer moves and moves that refuted others on the way
// here get a bonus.
func (a *alphaBetaSearch) sortChoices(ply int) {
	l := a.levels[ply]
	if l.mover == game.NoRole {
		return
	}
	var tallied *[64]float32
	if l.manyChoices {
		tallied = a.refutationScores(ply)
	}
	for i := range l.options {
		o := &l.options[i]
		move := l.moves[l.mover][i]
		o.score = l.prior.of(l.mover, move)
		if move == l.entry.best {
			o.score += 10 * maxGoal
		}
		if l.manyChoices && move == l.killer {
			o.score += killerBonus
		}
		if l.manyChoices {
			o.score += tallied[bits.TrailingZeros64(uint64(a.moveBits.of(l.mover, move)))]
		}
	}
	slices.SortStableFunc(l.options, func(x, y option) int { return cmp.Compare(y.score, x.score) })
}

// searchChoices searches the choices one by one until one causes a cutoff.
//
// Refutations guide the order. If the opponent can refute a choice, most other
// choices fail to the same refutation; the ones that do not are likely to be among
// the moves of that refutation.
func (a *alphaBetaSearch) searchChoices(ply int, depth int32) {
	l := a.levels[ply]
	l.candidates, l.proofMoves = allMoves, 0
	for _, o := range l.options {
		if o.done && o.proofMoves != 0 {
			l.addRefutation(o.proofMoves)
		}
	}
	if !a.inRounds(l) {
		a.round(ply, depth, 0)
		return
	}
	for loan := a.firstQuota(); a.round(ply, depth, loan); {
		loan *= 2
	}
}

// addRefutation records the moves by which the other side refutes a choice.
func (l *plyState) addRefutation(by moveSet) {
	l.candidates &= by
	l.proofMoves |= by
	l.refutations.add(by)
}

// round searches every open choice, within the quota if it is not 0. It reports
// whether there should be another round.
func (a *alphaBetaSearch) round(ply int, depth int32, loan uint64) bool {
	l, below := a.levels[ply], a.level(ply+1)
	l.round++
	again := false
	for loan == 0 || loan >= minQuota {
		o := a.pick(l)
		if o == nil {
			return again
		}
		o.round = l.round
		if !o.computed {
			o.computed = true
			a.step(&l.position, int(o.index))
			a.spend(1)
		}
		below.state = append(below.state[:0], l.children[o.index]...)
		outer := a.setQuota(loan)
		o.bounds = o.bounds.intersect(a.visit(ply+1, depth))
		if a.endQuota(outer) && !a.decided(o.bounds) {
			loan >>= quotaShift
			again = true
			continue
		}
		o.done, o.proofMoves = true, below.proofMoves
		o.failed = !a.decided(o.bounds) && !a.stopped()
		if a.tryCutoff(ply, o) || a.stopped() {
			return false
		}
		l.addRefutation(o.proofMoves)
	}
	return true
}

// pick returns the choice to search next in this round, or nil if there is none: the
// first one that occurs in all refutations so far, or else the first one.
func (a *alphaBetaSearch) pick(l *plyState) *option {
	var first *option
	for i := range l.options {
		o := &l.options[i]
		if o.done || o.round == l.round {
			continue
		}
		if l.mover == game.NoRole || !l.manyChoices || a.moveBits.of(l.mover, l.moves[l.mover][o.index])&l.candidates != 0 {
			return o
		}
		if first == nil {
			first = o
		}
	}
	return first
}

// fold combines the bounds of the choices: the maximum for the attacker, the minimum
// for the defender.
func (l *plyState) fold(attacks bool) interval {
	out := l.options[0].bounds
	for _, o := range l.options[1:] {
		out = out.or(o.bounds, attacks)
	}
	return out
}

// repeated reports whether the last state of a line occurred before.
func repeated(line []*plyState) bool {
	last := line[len(line)-1].state
	for _, l := range line[:len(line)-1] {
		if slices.Equal(l.state, last) {
			return true
		}
	}
	return false
}
