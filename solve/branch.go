package solve

import (
	"cmp"
	"math/bits"
	"slices"

	"ludex/game"
)

// branch searches the choices of a turn until one settles the claim, and returns
// what all of them together say.
func (a *attacker) branch(ply int, depth int32) span {
	l := a.levels[ply]
	l.proofs.reset()
	l.wide = l.choices() >= manyChoices || ply > 0 && a.levels[ply-1].wide
	if !a.foresee(ply) && !a.glance(ply, depth) && !a.stopped() {
		a.inform(ply)
		a.order(ply)
		a.follow(ply, depth)
	}
	return l.fold(a.attacks(&l.position))
}

// foresee finds out which choices end the play, if the machine can tell without
// making them. It reports whether this settles the claim. Where there are never
// many choices, it is better to make them all and look them up in the table.
func (a *attacker) foresee(ply int) bool {
	l := a.levels[ply]
	n := l.choices()
	l.options = l.options[:0]
	for i := range n {
		l.options = append(l.options, option{index: int32(i), known: anything})
	}
	l.ending = l.ending[:0]
	if a.foreseer == nil || !l.wide {
		return false
	}
	l.children = game.Extend(l.children[:0], n)
	l.ending = a.foreseer.Ending(l.state, l.all(), l.ending)
	if a.spend(n) {
		return false
	}
	for i, ends := range l.ending {
		if !ends {
			continue
		}
		o := &l.options[i]
		a.step(&l.position, i)
		o.known = a.end(l.children[i])
		o.made, o.done = true, true
		if l.mover != game.NoRole && a.suits(l, o.known) {
			l.end = l.moves[l.mover][i]
		}
		if a.settles(ply, o) {
			return true
		}
	}
	return false
}

// glance finds out what is known of the choices without a search: from the table,
// or because the play ends there. It reports whether this settles the claim. Where
// there are few choices, none of which ends the play, it is not worth the effort.
func (a *attacker) glance(ply int, depth int32) bool {
	l := a.levels[ply]
	if len(l.ending) > 0 {
		if len(l.options) < manyChoices {
			return false
		}
		for i := range l.options {
			if o := &l.options[i]; !o.made {
				a.step(&l.position, i)
				o.made = true
			}
		}
	} else if !a.expand(&l.position) {
		return false
	}
	var e entry
	for i, s := range l.children {
		o := &l.options[i]
		o.made = true
		if o.done {
			continue
		}
		var found bool
		o.known, o.failed, found = a.recall(s, depth, &e)
		o.marks = e.marks
		if !found && len(l.ending) == 0 && a.machine.Terminal(s) {
			o.known = a.end(s)
			if l.mover != game.NoRole && a.suits(l, o.known) {
				l.end = l.moves[l.mover][i]
			}
		}
		if a.settles(ply, o) {
			return true
		}
		o.done = a.settled(o.known) || o.failed
	}
	return false
}

// settles reports whether a choice settles the claim: the attacker makes it come
// true, or the defender makes it fail. If so, the move is remembered.
func (a *attacker) settles(ply int, o *option) bool {
	l := a.levels[ply]
	if !a.suits(l, o.known) && (!o.failed || a.attacks(&l.position)) {
		return false
	}
	l.marks = o.marks
	if l.mover != game.NoRole {
		l.entry.best = l.moves[l.mover][o.index]
		l.killer = l.entry.best
		l.marks |= a.marker.of(l.mover, l.entry.best)
	}
	return true
}

// order sorts the choices: the one that settled a claim in this state before, then
// by the prior. Where there are many, those count for more
// that settled a claim at this ply, or that refuted other moves on the way here.
func (a *attacker) order(ply int) {
	l := a.levels[ply]
	if l.mover == game.NoRole {
		return
	}
	var tallied *[64]float32
	if l.wide {
		tallied = a.tallied(ply)
	}
	for i := range l.options {
		o := &l.options[i]
		move := l.moves[l.mover][i]
		o.score = l.prior.of(l.mover, move)
		if move == l.entry.best {
			o.score += 10 * maxGoal
		}
		if l.wide && move == l.killer {
			o.score += killerBonus
		}
		if l.wide {
			o.score += tallied[bits.TrailingZeros64(uint64(a.marker.of(l.mover, move)))]
		}
	}
	slices.SortStableFunc(l.options, func(x, y option) int { return cmp.Compare(y.score, x.score) })
}

// follow searches one choice after the other until one settles the claim.
//
// What failed tells what to try next. If the other has an answer to a choice, then
// most other choices fail because of the same answer; the ones that do not are
// likely to be among the moves by which the other succeeded.
func (a *attacker) follow(ply int, depth int32) {
	l := a.levels[ply]
	l.hope, l.marks = allMarks, 0
	for _, o := range l.options {
		if o.done && o.marks != 0 {
			l.refuted(o.marks)
		}
	}
	if !a.hasty(l) {
		a.round(ply, depth, 0)
		return
	}
	for loan := a.loan(); a.round(ply, depth, loan); {
		loan *= 2
	}
}

// refuted notes the moves by which the other side refutes a choice.
func (l *level) refuted(by marks) {
	l.hope &= by
	l.marks |= by
	l.proofs.add(by)
}

// round searches every choice that is not done yet, as far as the loan goes if
// there is one. It reports whether there should be another round.
func (a *attacker) round(ply int, depth int32, loan uint64) bool {
	l, below := a.levels[ply], a.level(ply+1)
	l.round++
	again := false
	for loan == 0 || loan >= leastLoan {
		o := a.pick(l)
		if o == nil {
			return again
		}
		o.round = l.round
		if !o.made {
			o.made = true
			a.step(&l.position, int(o.index))
			a.spend(1)
		}
		below.state = append(below.state[:0], l.children[o.index]...)
		outer := a.lend(loan)
		o.known = o.known.meet(a.visit(ply+1, depth))
		if a.regain(outer) && !a.settled(o.known) {
			loan >>= loanShift
			again = true
			continue
		}
		o.done, o.marks = true, below.marks
		o.failed = !a.settled(o.known) && !a.stopped()
		if a.settles(ply, o) || a.stopped() {
			return false
		}
		l.refuted(o.marks)
	}
	return true
}

// pick returns the choice to search next in this round, or nil if there is none:
// the first one that there is hope for, or else the first one.
func (a *attacker) pick(l *level) *option {
	var first *option
	for i := range l.options {
		o := &l.options[i]
		if o.done || o.round == l.round {
			continue
		}
		if l.mover == game.NoRole || !l.wide || a.marker.of(l.mover, l.moves[l.mover][o.index])&l.hope != 0 {
			return o
		}
		if first == nil {
			first = o
		}
	}
	return first
}

// fold returns what the choices together say: the best of them counts for the
// attacker, the worst for the defender.
func (l *level) fold(attacks bool) span {
	out := l.options[0].known
	for _, o := range l.options[1:] {
		if attacks {
			out = span{max(out.low, o.known.low), max(out.high, o.known.high)}
		} else {
			out = span{min(out.low, o.known.low), min(out.high, o.known.high)}
		}
	}
	return out
}

// repeated reports whether the last state of a line was there before.
func repeated(line []*level) bool {
	last := line[len(line)-1].state
	for _, l := range line[:len(line)-1] {
		if slices.Equal(l.state, last) {
			return true
		}
	}
	return false
}
