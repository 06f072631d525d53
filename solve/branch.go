package solve

import (
	"cmp"
	"slices"

	"ludex/game"
)

// branch searches the choices of a turn until one settles the claim, and returns
// what all of them together say.
func (a *attacker) branch(ply int, depth int32) span {
	l := a.levels[ply]
	if !a.expand(&l.position) {
		return anything
	}
	if !a.glance(ply, depth) {
		a.inform(ply)
		a.order(ply)
		a.follow(ply, depth)
	}
	return l.fold(a.attacks(&l.position))
}

// glance finds out what is known of the choices without a search: from the table,
// or because the play ends there. It reports whether this settles the claim.
func (a *attacker) glance(ply int, depth int32) bool {
	l := a.levels[ply]
	l.options = l.options[:0]
	for i := range l.children {
		l.options = append(l.options, option{index: int32(i), known: anything})
	}
	var e entry
	for i, s := range l.children {
		o := &l.options[i]
		var found bool
		o.known, o.failed, found = a.recall(s, depth, &e)
		o.marks = e.marks
		if !found && a.machine.Terminal(s) {
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
		l.killer, *a.reply(ply) = l.entry.best, l.entry.best
		l.marks |= a.marker.of(l.mover, l.entry.best)
	}
	return true
}

// order sorts the choices: the one that settled a claim in this state before, then
// by the prior. Where there are many, those count for more that settled a claim at
// this ply or in reply to the same move.
func (a *attacker) order(ply int) {
	l := a.levels[ply]
	if l.mover == game.NoRole {
		return
	}
	many, reply := len(l.options) >= manyChoices, *a.reply(ply)
	for i := range l.options {
		o := &l.options[i]
		move := l.moves[l.mover][i]
		o.score = l.prior.of(l.mover, move)
		if move == l.entry.best {
			o.score += 10 * maxGoal
		}
		if many && move == l.killer {
			o.score += killerBonus
		}
		if many && move == reply {
			o.score += replyBonus
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
	l, below := a.levels[ply], a.level(ply+1)
	hope := allMarks
	l.marks = 0
	for _, o := range l.options {
		if o.done && o.marks != 0 {
			hope &= o.marks
			l.marks |= o.marks
		}
	}
	for {
		o := a.pick(l, hope)
		if o == nil {
			return
		}
		l.made = noMove
		if l.mover != game.NoRole {
			l.made = l.moves[l.mover][o.index]
		}
		below.state = append(below.state[:0], l.children[o.index]...)
		o.known = o.known.meet(a.visit(ply+1, depth))
		o.done, o.marks = true, below.marks
		o.failed = !a.settled(o.known) && !a.stopped()
		if a.settles(ply, o) || a.stopped() {
			return
		}
		hope &= o.marks
		l.marks |= o.marks
	}
}

// pick returns the choice to search next, or nil if there is none: the first one
// that there is hope for, or else the first one.
func (a *attacker) pick(l *level, hope marks) *option {
	var first *option
	for i := range l.options {
		o := &l.options[i]
		if o.done {
			continue
		}
		if l.mover == game.NoRole || len(l.options) < manyChoices || a.marker.of(l.mover, l.moves[l.mover][o.index])&hope != 0 {
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
