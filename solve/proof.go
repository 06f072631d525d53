package solve

import (
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/solve/internal/memory"
)

// A prover decides claims by depth-first proof-number search: does the first of
// two rivals get at least the target, whatever the second does? Each state has
// two numbers: how many states below it must at least be decided to prove the
// claim, and how many to disprove it. The search goes where the least has to be
// done. Numbers become final where plays end and nowhere else, so that what is
// proved or disproved does not depend on how a state was reached.
type prover struct {
	*walker
	rivals *rivals
	table  *memory.Table
	length int
	levels []*proofLevel
	target uint8
}

func (s *session) newProver(bytes int64) *prover {
	return &prover{walker: s.walker, rivals: s.survey.rivals, table: s.table(proofWords, bytes), length: s.survey.length}
}

// A proofLevel is the memory of one ply.
type proofLevel struct {
	position
	known  []proofState // by choice
	ending []bool       // by choice: it ends the play
}

// proofWords is how many words a state has in the table of proof-number search.
const proofWords = 2

// A proofState is what proof-number search knows of a state: its numbers, and the
// span of the first role's goal.
type proofState struct {
	numbers
	span span
}

// untried is what is known of a state that was not met.
var untried = proofState{numbers{1, 1}, anything}

// level returns the memory of a ply.
func (p *prover) level(ply int) *proofLevel {
	for len(p.levels) <= ply {
		p.levels = append(p.levels, &proofLevel{})
	}
	return p.levels[ply]
}

// refine implements decider.
func (p *prover) refine(s game.State, known span) span {
	for !known.exact() && !p.stopped() {
		known = known.meet(p.claim(s, p.rivals.middle(known)))
	}
	return known
}

// claim searches until it is decided whether the first role gets at least the
// target, and returns what is known then.
func (p *prover) claim(s game.State, target uint8) span {
	p.target = target
	l := p.level(0)
	l.state = append(l.state[:0], s...)
	return p.visit(0, numbers{infinite, infinite}).span
}

// holds implements decider.
func (p *prover) holds(s game.State, by side, goal uint8, search bool) bool {
	target := goal
	if by == bySecond {
		target = goal + 1
	}
	if target == 0 || target > maxGoal {
		return true
	}
	p.target = target
	known, found := p.recall(s)
	if !found && p.machine.Terminal(s) {
		return proves(p.end(s).span, by, goal)
	}
	if search && !proves(known.span, by, goal) {
		known.span = p.claim(s, target)
	}
	return proves(known.span, by, goal)
}

// effort implements decider.
func (p *prover) effort(s game.State) uint64 { return effort(p.table, s) }

// advance implements decider.
func (p *prover) advance() {}

// recall returns what the table knows of a state, if it has it.
func (p *prover) recall(s game.State) (known proofState, found bool) {
	words := p.table.Find(s)
	if words == nil {
		return untried, false
	}
	w := words[0]
	known.span = span{uint8(w & 127), uint8(w >> 7 & 127)}
	known.numbers = p.final(known.span)
	if known.decided() {
		return known, true
	}
	known.numbers = untried.numbers
	if uint8(w>>14&127) == p.target {
		known.numbers = numbers{uint32(words[1]), uint32(words[1] >> 32)}
	}
	return known, true
}

// remember writes what is known of a state into the table.
func (p *prover) remember(s game.State, known proofState, nodes uint64) {
	words := p.table.Claim(s)
	if words == nil {
		return
	}
	weight := max(memory.Weight(words[0]), uint64(bits.Len64(nodes)))
	w := uint64(known.span.low) | uint64(known.span.high)<<7 | uint64(p.target)<<14
	words[0] = memory.Weighty(w, weight)
	words[1] = uint64(known.proof) | uint64(known.disproof)<<32
}

// final returns the numbers that follow from a span alone.
func (p *prover) final(s span) numbers {
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
func (p *prover) proves(q *position) bool { return q.mover == p.rivals.first }

// visit searches the state of a ply, which is not over, until one of its numbers
// reaches a limit.
func (p *prover) visit(ply int, limit numbers) proofState {
	l := p.level(ply)
	if ply >= p.length+suspicious && ply%suspicious == 0 && p.repeats(ply) {
		p.fail(errLoop)
	}
	start := p.nodes
	if p.stopped() || !p.open(l) {
		return untried
	}
	for {
		sum := l.sum(p.proves(&l.position))
		known := proofState{sum.numbers, l.fold(p.proves(&l.position))}
		if p.stopped() {
			return known
		}
		if sum.decided() || sum.reaches(limit) {
			p.remember(l.state, known, p.nodes-start)
			return known
		}
		below := p.level(ply + 1)
		below.state = append(below.state[:0], l.children[sum.best]...)
		l.known[sum.best] = p.visit(ply+1, sum.limit(p.proves(&l.position), limit, l.known[sum.best].numbers))
	}
}

// open computes the children of a state, and what is known of them. It reports
// whether the search can go on.
func (p *prover) open(l *proofLevel) bool {
	if err := p.look(&l.position); err != nil {
		p.fail(err)
		return false
	}
	if l.kind != turn {
		p.fail(misfit(l.kind))
		return false
	}
	l.ending = l.ending[:0]
	if p.foreseer != nil {
		l.ending = p.foreseer.Ending(l.state, l.all(), l.ending)
	}
	if !p.expand(&l.position) {
		return false
	}
	l.known = l.known[:0]
	for i, s := range l.children {
		known, found := p.recall(s)
		if !found && (i < len(l.ending) && l.ending[i] || len(l.ending) == 0 && p.machine.Terminal(s)) {
			known = p.end(s)
		}
		l.known = append(l.known, known)
	}
	return !p.stopped()
}

// end returns what is known of a state where the play has ended.
func (p *prover) end(s game.State) proofState {
	first, err := p.goal(s, p.rivals.first)
	if err == nil {
		var second int
		second, err = p.goal(s, p.rivals.second)
		if err == nil && !p.rivals.meet(first, second) {
			err = errNotRivals
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
func (p *prover) repeats(ply int) bool {
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
