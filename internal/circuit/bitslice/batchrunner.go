package bitslice

import "context"

// Words is the number of words of a Vec.
const Words = len(Vec{})

// A BatchRunner runs playouts from many states at once. It reuses its memory and belongs
// to one goroutine.
//
// Every playout is a job. A job begins in a free lane as soon as all lanes are in the phase
// of its state, and is played to its end. The number of jobs does not depend on how long
// they take, so long and short plays are counted alike.
//
// [BatchRunner.Run] plays a number of states to the end. [BatchRunner.Begin],
// [BatchRunner.Add] and [BatchRunner.Advance] play states that are added while others are
// being played, so that a few long playouts do not leave most lanes idle.
type BatchRunner struct {
	p       *player
	starts  []Start
	queues  []jobQueue // by phase
	waiting int        // jobs that have not begun
	free    Vec        // lanes without a job
	lanes   Vec        // in which jobs begin; a field, since kernels are called dynamically
	jobs    laneJobs
	few     [fewStates]loadedState // scratch memory

	unused []int32 // numbers of states that can be added
	added  []Start // by number
}

// A Start is a state from which playouts start, in words of bits, and its phase.
type Start struct {
	Phase int
	State []uint64
}

// A Tally holds the counts of the playouts from one state.
type Tally struct {
	Playouts uint64
	Steps    uint64
	Finished uint64   // playouts that came to an end
	Goals    []uint64 // the sums of their goals, by role
	BadGoals uint64   // of these, playouts in which a role has no goal value or several
	Stuck    uint64   // playouts in which a role had no legal move
}

// NewBatchRunner returns a runner that cuts off playouts after a number of steps.
func (e *Engine) NewBatchRunner(maxSteps int) *BatchRunner {
	// No playout starts again, so there is no start state to go back to.
	p := newPlayer(e, make([]bool, len(e.program.State)), 0, new(rng), maxSteps)
	p.first = -1
	for i := range e.phases {
		p.next[i] = e.onward(i)
		p.commits[i] = newCommit(e.program, e.phases[i].ends, p.next[i], nil, false)
		if n := p.next[i].signals; n > len(p.signals) {
			p.signals = newSignals(n)
		}
	}
	c := &BatchRunner{p: p, queues: make([]jobQueue, len(e.phases))}
	c.jobs.roles = e.program.Roles
	p.jobs = &c.jobs
	return c
}

// Observe shows every step from now on, as in [RunOptions].
func (c *BatchRunner) Observe(show func(*Step)) { c.p.observe(show) }

// onward returns the block that ends a phase if no playout restarts.
func (e *Engine) onward(phase int) *block {
	if e.last != nil && phase == len(e.phases)-1 {
		return e.last()
	}
	return &e.phases[phase].next
}

// Run plays a number of playouts from each of some states. It returns the counts of each
// state, which are valid until the next call. It returns false if the context ended first;
// the counts are then meaningless.
func (c *BatchRunner) Run(ctx context.Context, starts []Start, count int, seed uint64) ([]Tally, bool) {
	c.reset(len(starts), seed)
	c.starts = starts
	for i := range starts {
		c.queue(int32(i), count)
	}
	for c.fill() {
		if ctx.Err() != nil {
			return nil, false
		}
		c.step()
	}
	c.p.flush()
	return c.jobs.tallies, true
}

// reset discards all playouts, and makes room for a number of states.
func (c *BatchRunner) reset(states int, seed uint64) {
	p := c.p
	p.rng.seed(seed, 0)
	p.phase, p.steps, p.states, p.quota, p.live = 0, 0, 0, 0, 0
	p.finished, p.cut, p.stucks, p.pending = 0, 0, 0, Vec{}
	p.status = status{wait: allLanes, dead: allLanes}
	p.stepLimit.epoch, p.stepLimit.next = 0, 0
	p.tally.clear()
	for _, state := range p.e.program.State { // how many random bits are drawn depends on idle lanes, too
		p.signals[state] = Vec{}
	}
	if p.observer != nil {
		p.observer.restart()
	}
	c.free, c.waiting = allLanes, 0
	c.jobs.clear(states)
	for i := range c.queues {
		c.queues[i].clear()
	}
}

// queue queues playouts from a state, given by its number.
func (c *BatchRunner) queue(state int32, count int) {
	c.jobs.begin(state, count)
	c.queues[c.starts[state].Phase].add(state, count)
	c.waiting += count
}

// fill begins jobs in free lanes. It returns false if there is nothing left to play.
func (c *BatchRunner) fill() bool {
	p := c.p
	if c.waiting == 0 {
		return p.live > 0
	}
	for p.live == 0 && c.queues[p.phase].empty() { // no playout is bound to a phase
		p.phase = (p.phase + 1) % len(p.e.phases)
	}
	if q := &c.queues[p.phase]; !q.empty() && c.free != (Vec{}) {
		c.lanes = c.jobs.assign(q, &c.free, p.steps)
		c.free = without(&c.free, &c.lanes)
		c.load(&c.lanes)
		n := count(&c.lanes)
		c.waiting -= n
		p.enter(&c.lanes, n)
	}
	return true
}

// step plays one step in all lanes.
func (c *BatchRunner) step() {
	p := c.p
	p.step()
	if done := without(&p.wait, &c.free); done != (Vec{}) {
		c.jobs.end(p, &done)
		c.free = p.wait
	}
}

// enter makes playouts begin in lanes into which states were loaded.
func (p *player) enter(lanes *Vec, n int) {
	p.wait = without(&p.wait, lanes)
	p.live += n
	p.k.stamp(p.stepLimit.planes, lanes, p.steps)
	if p.uncounted != nil {
		p.uncounted.start(lanes)
	}
	if p.observer != nil {
		p.observer.begins(lanes)
	}
}
