package solve

import (
	"slices"

	"ludex/game"
	"ludex/solve/internal/memory"
)

const (
	// maxPly is how long a line of play can become in a search.
	maxPly = 20_000
	// suspicious is after how many plies more than in any random play a line is
	// searched for repetitions.
	suspicious = 64
)

// An attacker proves claims about what one side can get for certain, by
// alpha-beta search with the narrowest of windows: is it at least the target?
//
// A search may have a horizon. What lies beyond counts as a failure of the
// attack, so that what is proved holds for ever and on every path. What is not
// proved may still be refuted, if the horizon had no part in it.
type attacker struct {
	*walker
	session *session
	rivals  *rivals // nil if there is just one player
	first   game.Role
	table   *memory.Table
	length  int // of the longest play that is known
	levels  []*level
	marker  marker

	observer *observer
	sums     [64]float32 // scratch
	guessed  uint64      // states of random plays
	since    uint64      // the count of states when the attacker began
	share    uint64      // states of the present slice
	horizon  int32
	side     side  // who attacks
	target   uint8 // what is claimed, as the attacker counts
}

// newAttacker returns an attacker with a table of some bytes. Without rivals it
// attacks for a single player.
func (s *session) newAttacker(bytes int64) *attacker {
	return &attacker{
		walker: s.walker, session: s, rivals: s.survey.rivals, first: s.players[0],
		table: s.table(entryWords, bytes), length: s.survey.length, horizon: noHorizon,
		marker: newMarker(s.game), observer: newObserver(s), since: s.nodes,
	}
}

// A level is the memory of one ply.
type level struct {
	position
	entry   entry
	options []option
	end     game.Move // one that ended a play as its player wished, or noMove
	ended   game.State
	marks   marks     // of the moves that settled the claim for one side, here and below
	ending  []bool    // by choice: it ends the play
	proofs  tally     // that choices fail
	wide    bool      // there were many choices, here or before
	hope    marks     // moves that may be an answer to all that refutes choices
	round   uint32    // of searches
	killer  game.Move // the last one that settled a claim at this ply
	prior   *prior    // by which options are sorted
	own     *prior    // memory for a prior of the state itself
	left    float32   // how long plays are from here
}

// An option is a choice of a turn and what is known of the state after it.
type option struct {
	index  int32
	score  float32 // the highest is searched first
	known  span    // as the attacker counts
	failed bool    // an attack from there is known to prove nothing
	done   bool    // nothing is left to search
	made   bool    // the state after it is computed
	round  uint32  // when it was searched
	marks  marks   // if it is settled, those of the state after it
}

// attack searches a state up to the horizon and returns what is known of it then,
// as the first role counts. The claim is that the side gets at least the target,
// as that side counts. The play must not be over.
func (a *attacker) attack(s game.State, by side, target uint8) span {
	a.side, a.target = by, target
	l := a.level(0)
	l.state = append(l.state[:0], s...)
	return a.turned(a.visit(0, a.horizon))
}

// turned counts a span as the first role does, or back as the attacker does.
func (a *attacker) turned(s span) span {
	if a.side == bySecond {
		return s.flip()
	}
	return s
}

// level returns the memory of a ply.
func (a *attacker) level(ply int) *level {
	for len(a.levels) <= ply {
		a.levels = append(a.levels, &level{end: noMove, killer: noMove})
	}
	return a.levels[ply]
}

// settled reports whether nothing more needs to be known: the claim holds, or is
// refuted.
func (a *attacker) settled(s span) bool { return s.low >= a.target || s.high < a.target }

// attacks reports whether the attacker decides in a position.
func (a *attacker) attacks(p *position) bool { return (p.mover == a.first) == (a.side == byFirst) }

// recall returns what the table knows of a state, and whether an attack from
// there to a depth is known to prove nothing.
func (a *attacker) recall(s game.State, depth int32, e *entry) (known span, failed, found bool) {
	words := a.table.Find(s)
	if words == nil {
		*e = entry{span: anything, best: noMove}
		return anything, false, false
	}
	e.load(words, a.horizon < noHorizon)
	return a.turned(e.span), e.try[a.side].covers(a.target, depth), true
}

// remember writes what is known of a state into the table.
func (a *attacker) remember(l *level, depth int32, known span, nodes uint64) {
	words := a.table.Claim(l.state)
	if words == nil {
		return
	}
	l.entry.span, l.entry.marks = a.turned(known), l.marks
	if !a.settled(known) {
		l.entry.try[a.side] = try{a.target, depth}
	}
	l.entry.save(words, nodes, a.horizon < noHorizon)
}

// visit searches the state of a ply, in which the play is not over. The span
// counts as the attacker does.
func (a *attacker) visit(ply int, depth int32) span {
	l := a.level(ply)
	known, failed, _ := a.recall(l.state, depth, &l.entry)
	l.marks = l.entry.marks
	if failed || depth == 0 || a.settled(known) || a.stopped() {
		return known
	}
	if err := a.list(&l.position, a.quick); err != nil {
		a.fail(err)
		return known
	}
	switch {
	case l.kind != turn:
		a.fail(misfit(l.kind))
		return known
	case a.repeats(ply):
		a.fail(errLoop)
		return known
	}
	if end := a.retry(l); a.settled(end) {
		return known.meet(end)
	}
	start := a.nodes
	known = known.meet(a.branch(ply, depth-1))
	if a.settled(known) || !a.stopped() {
		a.remember(l, depth, known, a.nodes-start)
	}
	return known
}

// retry makes the move again that ended the play at this ply before, if it did so
// the last time. After most moves of the other it does so again, and no other
// choice has to be looked at.
func (a *attacker) retry(l *level) span {
	if l.end == noMove || l.mover == game.NoRole {
		return anything
	}
	i := slices.Index(l.moves[l.mover], l.end)
	l.end = noMove
	if i < 0 {
		return anything
	}
	l.ended = a.machine.Next(l.state, l.choose(i), l.ended[:0])
	if a.spend(1) || !a.machine.Terminal(l.ended) {
		return anything
	}
	known := a.end(l.ended)
	if a.suits(l, known) {
		l.end = l.moves[l.mover][i]
		l.marks = a.marker.of(l.mover, l.end)
		return known
	}
	return anything
}

// suits reports whether a choice after which this is known settles the claim: the
// attacker makes it come true, or the defender makes it fail.
func (a *attacker) suits(l *level, known span) bool {
	if a.attacks(&l.position) {
		return known.low >= a.target
	}
	return known.high < a.target
}

// repeats reports whether a line without a horizon has come back to a state, or
// is so long that it must. It looks only now and then.
func (a *attacker) repeats(ply int) bool {
	if a.horizon < noHorizon || ply < a.length+suspicious || ply%suspicious != 0 {
		return false
	}
	return ply >= maxPly || repeated(a.levels[:ply+1])
}

// end returns what a state is worth where the play has ended.
func (a *attacker) end(s game.State) span {
	goal, err := a.goal(s, a.first)
	if err == nil && a.rivals != nil {
		var other int
		other, err = a.goal(s, a.rivals.second)
		if err == nil && !a.rivals.meet(goal, other) {
			err = errNotRivals
		}
	}
	if err != nil {
		a.fail(err)
		return anything
	}
	return a.turned(exactly(goal))
}
