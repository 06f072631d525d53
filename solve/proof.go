package solve

import (
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/solve/internal/memory"
)

// A proofNumberSearch decides claims by depth-first proof-number search (df-pn):
// does the first of two players get at least the target? The proof and disproof
// numbers of a state are lower bounds on the number of states that must be decided
// to prove or disprove the claim. They become final at terminal states only, so that
// results do not depend on the path.
type proofNumberSearch struct {
	*walker
	order  *goalOrder
	table  *memory.Table
	orbits *orbits
	length int
	levels []*proofLevel
	target uint8
}

func (s *session) newProofNumberSearch(bytes int64) *proofNumberSearch {
	return &proofNumberSearch{
		walker: s.walker, order: s.survey.order, table: s.table(proofWords, bytes), orbits: s.orbits, length: s.survey.length,
	}
}

// A proofLevel is the memory of one ply.
type proofLevel struct {
	position
	known  []proofState // by choice
	ending []bool       // by choice: it ends the play
}

// proofWords is the number of data words per state in the table.
const proofWords = 2

// A proofState is the numbers of a state, and bounds of the first player's goal.
type proofState struct {
	numbers
	bounds interval
}

// untried is the proofState of a new state.
var untried = proofState{numbers{1, 1}, unknown}

// level returns the memory of a ply.
func (p *proofNumberSearch) level(ply int) *proofLevel {
	for len(p.levels) <= ply {
		p.levels = append(p.levels, &proofLevel{})
	}
	return p.levels[ply]
}

// refine implements search.
func (p *proofNumberSearch) refine(s game.State, known interval) interval {
	for !known.exact() && !p.stopped() {
		known = known.intersect(p.claim(s, p.order.middle(known)))
	}
	return known
}

// claim searches until it is decided whether the first player gets at least the
// target, and returns the bounds.
func (p *proofNumberSearch) claim(s game.State, target uint8) interval {
	p.target = target
	l := p.level(0)
	l.state = append(l.state[:0], s...)
	return p.visit(0, numbers{infinite, infinite}).bounds
}

// holds implements search.
func (p *proofNumberSearch) holds(s game.State, by side, goal uint8, search bool) bool {
	target := goal
	if by == bySecond {
		target = goal + 1
	}
	if target == 0 || target > maxGoal {
		return true
	}
	p.target = target
	known, found := p.lookup(s)
	if !found && p.machine.Terminal(s) {
		return proves(p.end(s).bounds, by, goal)
	}
	if search && !proves(known.bounds, by, goal) {
		known.bounds = p.claim(s, target)
	}
	return proves(known.bounds, by, goal)
}

// effort implements search.
func (p *proofNumberSearch) effort(s game.State) uint64 { return effort(p.table, p.orbits.of(s)) }

// advance implements search.
func (p *proofNumberSearch) advance() {}

// lookup returns the entry of a state in the table, if there is one.
func (p *proofNumberSearch) lookup(s game.State) (known proofState, found bool) {
	words := p.table.Find(p.orbits.of(s))
	if words == nil {
		return untried, false
	}
	w := words[0]
	known.bounds = interval{uint8(w & 127), uint8(w >> 7 & 127)}
	known.numbers = p.final(known.bounds)
	if known.decided() {
		return known, true
	}
	known.numbers = untried.numbers
	if uint8(w>>14&127) == p.target {
		known.numbers = numbers{uint32(words[1]), uint32(words[1] >> 32)}
	}
	return known, true
}

// store writes what is known of a state into the table.
func (p *proofNumberSearch) store(s game.State, known proofState, nodes uint64) {
	words := p.table.FindOrAdd(p.orbits.of(s))
	if words == nil {
		return
	}
	weight := max(memory.Weight(words[0]), uint64(bits.Len64(nodes)))
	w := uint64(known.bounds.low) | uint64(known.bounds.high)<<7 | uint64(p.target)<<14
	words[0] = memory.WithWeight(w, weight)
	words[1] = uint64(known.proof) | uint64(known.disproof)<<32
}

// final returns the numbers that follow from bounds alone.
func (p *proofNumberSearch) final(s interval) numbers {
	switch {
	case s.low >= p.target:
		return proved
	case s.high < p.target:
		return disproved
	}
	return untried.numbers
}

// proves reports whether the first role decides in a position, and so has to
// prove just one of its choices.
func (p *proofNumberSearch) proves(q *position) bool { return q.mover == p.order.first }

// visit searches the state of a ply, which is not over, until one of its numbers
// reaches a limit.
func (p *proofNumberSearch) visit(ply int, limit numbers) proofState {
	l := p.level(ply)
	if ply >= p.length+repetitionInterval && ply%repetitionInterval == 0 && p.repeats(ply) {
		p.fail(errLoop)
	}
	start := p.nodes
	if p.stopped() || !p.expandTurn(l) {
		return untried
	}
	for {
		sum := l.sum(p.proves(&l.position))
		known := proofState{sum.numbers, l.fold(p.proves(&l.position))}
		if p.stopped() {
			return known
		}
		if sum.decided() || sum.reaches(limit) {
			p.store(l.state, known, p.nodes-start)
			return known
		}
		below := p.level(ply + 1)
		below.state = append(below.state[:0], l.children[sum.best]...)
		l.known[sum.best] = p.visit(ply+1, sum.limit(p.proves(&l.position), limit, l.known[sum.best].numbers))
	}
}

// expandTurn computes the children of a state, and what is known of them. It reports
// whether the search can continue.
func (p *proofNumberSearch) expandTurn(l *proofLevel) bool {
	if err := p.classify(&l.position); err != nil {
		p.fail(err)
		return false
	}
	if l.kind != turn {
		p.fail(unsuited(l.kind))
		return false
	}
	l.ending = l.ending[:0]
	if p.terminalFinder != nil {
		l.ending = p.terminalFinder.Ending(l.state, l.all(), l.ending)
	}
	if !p.expand(&l.position) {
		return false
	}
	l.known = l.known[:0]
	for i, s := range l.children {
		known, found := p.lookup(s)
		if !found && (i < len(l.ending) && l.ending[i] || len(l.ending) == 0 && p.machine.Terminal(s)) {
			known = p.end(s)
		}
		l.known = append(l.known, known)
	}
	return !p.stopped()
}

// end returns what is known of a state where the play has ended.
func (p *proofNumberSearch) end(s game.State) proofState {
	first, err := p.goal(s, p.order.first)
	if err == nil {
		var second int
		second, err = p.goal(s, p.order.second)
		if err == nil && !p.order.add(first, second) {
			err = errNotCompetitive
		}
	}
	if err != nil {
		p.fail(err)
		return untried
	}
	known := exactly(first)
	return proofState{p.final(known), known}
}

// repeats reports whether a line has come back to a state, or is so long that it
// must.
func (p *proofNumberSearch) repeats(ply int) bool {
	if ply >= maxPly {
		return true
	}
	for _, l := range p.levels[:ply] {
		if slices.Equal(l.state, p.levels[ply].state) {
			return true
		}
	}
	return false
}
