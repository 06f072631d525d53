package bitslice

// A player is a set of lanes in which playouts run. It belongs to one thread.
//
// All lanes are in the same phase. A lane whose playout has ended waits for the
// phase of the start state and begins another one there, or is dead if no more
// playouts are to begin.
type player struct {
	e       *Engine
	k       kernel
	signals []Vec
	net     []Vec // signals of the goal net
	rng     *rng

	from       []bool       // where playouts start
	next       []*block     // by phase: the block that ends a step
	commits    []commit     // by phase
	guardStats []guardStats // by phase
	first      int          // the phase of the start state
	phase      int          // of the next step

	status
	quota     int // playouts that may still be started; unlimited if negative
	live      int // lanes that do not wait
	stepLimit stepLimit
	steps     uint64     // so far, of all lanes together
	uncounted *uncounted // or nil

	pending Vec // lanes of the goal net that hold the end of a playout
	bytes   [maxOctets]laneBytes
	none    Vec // no lane
	over    Vec // lanes whose play is over, where a role without a move ends it

	tally    *tally
	paidOf   [][]uint32 // by phase
	netPaid  []uint32
	states   uint64 // joint moves applied
	finished uint64
	cut      uint64
	stucks   uint64

	jobs     *laneJobs // of a batch, or nil
	observer *observer // or nil
}

// newPlayer returns a player with all lanes dead.
func newPlayer(e *Engine, from []bool, phase int, rng *rng, maxSteps int) *player {
	var skipped *uncounted
	if e.program.Uncounted != False {
		skipped = &uncounted{signal: e.program.Uncounted}
		maxSteps++ // where playouts are cut off that have gone too far
	}
	p := &player{
		uncounted: skipped,
		e:         e, k: e.kernel, rng: rng,
		tally: newTally(e.program),
		from:  from, first: phase, phase: phase,
		status:    status{wait: allLanes, dead: allLanes},
		stepLimit: newStepLimit(maxSteps),
	}
	if !e.net.direct {
		p.net = newSignals(e.net.signals)
	}
	signals := e.signals
	p.commits, p.guardStats = make([]commit, len(e.phases)), make([]guardStats, len(e.phases))
	for i := range e.phases {
		ph := &e.phases[i]
		next := e.nextOf(i, from, phase)
		p.next = append(p.next, next)
		p.commits[i] = p.commitOf(i)
		p.paidOf = append(p.paidOf, p.tally.paidOf(ph.source.GoalsOf))
		signals = max(signals, ph.legal.signals, ph.goals.signals, ph.walk.signals, next.signals)
	}
	p.signals = newSignals(signals)
	if !e.net.direct {
		p.netPaid = p.tally.paidOf(e.program.GoalNet.GoalsOf)
	}
	for i, s := range e.program.State {
		if from[i] {
			p.signals[s] = allLanes
		}
	}
	return p
}

// commitOf returns the copies left to be done at the end of a phase.
func (p *player) commitOf(phase int) commit {
	last := (p.first + len(p.e.phases) - 1) % len(p.e.phases)
	return newCommit(p.e.program, p.e.phases[phase].ends, p.next[phase], p.from, phase == last)
}

// newCommit lists the copies that end a phase, if the block that ends it leaves
// any. Bits that do not change need to be copied only where lanes restart.
func newCommit(p *Program, ends []end, next *block, from []bool, restart bool) (c commit) {
	restart = restart && !next.restarts
	for i, s := range p.State {
		m := move{ends[i].signal, s}
		if next.commits {
			m.from = s
		}
		switch {
		case ends[i].inverted && restart && from[i]:
			c.notOne = append(c.notOne, m)
		case ends[i].inverted:
			c.notZero = append(c.notZero, m)
		case restart && from[i]:
			c.one = append(c.one, m)
		case restart || m.from != m.to:
			c.zero = append(c.zero, m)
		}
	}
	return c
}

// begin starts up to n playouts, or any number of them if n is negative.
func (p *player) begin(n int) {
	p.quota = n
	p.dead = Vec{}
	p.restart()
}

// restart starts playouts in the waiting lanes, which must be in the start state
// or about to be put there, and leaves those lanes in the restart signal.
func (p *player) restart() {
	if p.quota >= 0 {
		p.ration()
	}
	r := &p.signals[p.e.restart]
	n, behind := p.k.revive(&p.status, r)
	p.live += int(n)
	if p.stepLimit.start(p.k, r, p.steps, behind) {
		p.behind = allLanes
	}
	if p.uncounted != nil {
		p.uncounted.start(r)
	}
	if p.observer != nil {
		p.observer.begins(r)
	}
}

// ration marks lanes as dead for which no playouts are left.
func (p *player) ration() {
	waiting := without(&p.wait, &p.dead)
	n := count(&waiting)
	if n > p.quota {
		first := lowest(&waiting, p.quota)
		over := without(&waiting, &first)
		p.dead = or(&p.dead, &over)
		n = p.quota
	}
	p.quota -= n
}

// stop prevents more playouts from starting.
func (p *player) stop() { p.quota = 0 }

// done reports whether all playouts that may run have ended.
func (p *player) done() bool { return p.live == 0 && p.quota == 0 }

// step plays one step in all lanes.
func (p *player) step() {
	at := p.phase
	if p.observer != nil {
		p.observer.before(p)
	}
	ph, next, commit := &p.e.phases[at], p.next[at], &p.commits[at]
	ph.legal.run(p.k, p.signals)
	p.settle(ph)
	p.states += uint64(p.live)
	ph.draw(p.k, p.signals, p.rng, &p.wait)
	if !next.walks {
		ph.walk.run(p.k, p.signals)
	}
	ph.mark(p.k, p.signals, &p.bytes)
	p.steps++
	if p.phase++; p.phase == len(p.e.phases) {
		p.phase = 0
	}
	restart := &p.none
	if p.phase == p.first {
		p.restart()
		restart = &p.signals[p.e.restart]
	}
	rest := or(&p.wait, restart) // lanes that did not move
	next.run(p.k, p.signals)
	if !commit.empty() {
		p.k.commit(p.signals, commit, restart)
	}
	if next.plain != nil {
		p.checkGuard(at)
	}
	if p.uncounted != nil {
		p.states -= p.uncounted.add(p.signals, &rest)
	}
	if p.observer != nil {
		p.observer.after(p)
	}
}

// settle ends playouts: those in a terminal state, then those that are too
// long, then those in which a role has no legal move.
func (p *player) settle(ph *phase) {
	terminal, none := &p.signals[ph.source.Terminal], &p.signals[ph.noMove]
	if p.e.program.StuckEnds {
		p.over = or(terminal, none)
		terminal, none = &p.over, &p.none
	}
	if p.uncounted != nil {
		p.uncounted.cut = Vec{}
	}
	if p.stepLimit.due(p.steps) {
		cut := p.stepLimit.old(p.steps)
		cut = without(&cut, &p.wait)
		if p.uncounted == nil {
			cut = without(&cut, terminal)
		} else {
			cut = p.uncounted.postpone(&p.stepLimit, p.k, &cut, p.steps)
		}
		n := count(&cut)
		p.cut += uint64(n)
		p.live -= n
		p.wait = or(&p.wait, &cut)
		if p.uncounted != nil {
			p.uncounted.cut = cut
			p.states -= uint64(n)
		}
	}
	p.k.settle(&p.status, terminal, none)
	p.stucks += p.nStuck
	p.live -= int(p.nStuck + p.nEnded)
	if p.nEnded > 0 {
		p.finished += p.nEnded
		p.score(ph)
	}
}

// score counts the goals of the playouts that have just ended, or sets their
// last states aside for the goal net.
func (p *player) score(ph *phase) {
	if and(&p.ended, &p.pending) != (Vec{}) {
		p.flush()
	}
	if p.jobs != nil {
		p.jobs.settle(&p.ended)
	}
	if p.e.net.direct {
		ph.goals.run(p.k, p.signals)
		p.addGoals(p.signals, ph.source.GoalsOf, p.paidOf[p.phase], ph.bad, &p.ended)
		return
	}
	p.k.blend(p.net, p.signals, p.e.net.moves, &p.ended)
	p.pending = or(&p.pending, &p.ended)
}

// flush counts the goals of the states that were set aside.
func (p *player) flush() {
	if p.pending == (Vec{}) {
		return
	}
	p.e.net.code.run(p.k, p.net)
	p.addGoals(p.net, p.e.program.GoalNet.GoalsOf, p.netPaid, p.e.net.bad, &p.pending)
	p.pending = Vec{}
}

// addGoals counts the goals in the lanes of a mask.
func (p *player) addGoals(signals []Vec, goalsOf, paidOf []uint32, bad uint32, mask *Vec) {
	if p.jobs != nil {
		p.jobs.addGoals(p.tally, signals, goalsOf, bad, mask)
	}
	if p.jobs == nil || p.observer != nil {
		p.tally.add(p.k, signals, goalsOf, paidOf, bad, mask)
	}
}
