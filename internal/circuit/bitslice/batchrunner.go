package bitslice

import (
	"context"
	"math/bits"
)

// Words is how many states a [BatchRunner] can play from at once: one for each word of a
// Vec.
const Words = len(Vec{})

// A BatchRunner runs playouts from a few states of one phase at once, 64 or more from
// each. It reuses its memory and belongs to one goroutine.
type BatchRunner struct {
	p     *player
	words [Words]Tally // by word of lanes
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
	c := &BatchRunner{p: p}
	for w := range c.words {
		c.words[w].Goals = make([]uint64, e.program.Roles)
	}
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

// Run plays from up to eight states of a phase, in an equal share of the lanes each. It
// returns the counts of each state, which are valid until the next call. States are words
// of bits. It returns false if the context ended first; the counts are then meaningless.
func (c *BatchRunner) Run(ctx context.Context, phase int, states [][]uint64, seed uint64) ([]Tally, bool) {
	each := Words / len(states)
	c.start(phase, states, each, seed)
	for !c.p.done() {
		if ctx.Err() != nil {
			return nil, false
		}
		c.step()
	}
	c.p.flush()
	return c.collect(len(states), each), true
}

// start makes all playouts begin.
func (c *BatchRunner) start(phase int, states [][]uint64, each int, seed uint64) {
	p := c.p
	p.rng.seed(seed, 0)
	p.phase, p.steps, p.states, p.quota = phase, 0, 0, 0
	p.finished, p.cut, p.stucks, p.pending = 0, 0, 0, Vec{}
	p.status = status{dead: allLanes}
	used := len(states) * each
	for w := used; w < Words; w++ {
		p.wait[w] = ^uint64(0)
	}
	p.live = 64 * used
	p.stepLimit.epoch, p.stepLimit.next = 0, 0
	clear(p.stepLimit.planes)
	p.tally.clear()
	if p.uncounted != nil {
		p.uncounted.start(&allLanes)
	}
	if p.observer != nil {
		p.observer.restart(used)
	}
	for w := range c.words {
		c.words[w] = Tally{Goals: c.words[w].Goals}
	}
	for i, s := range p.e.program.State {
		v := &p.signals[s]
		*v = Vec{}
		for k, state := range states {
			bit := -(state[i/64] >> (i % 64) & 1) // all ones or none
			for w := k * each; w < (k+1)*each; w++ {
				v[w] = bit
			}
		}
	}
}

// step plays one step in all lanes.
func (c *BatchRunner) step() {
	p := c.p
	p.step()
	for w := range c.words {
		c.words[w].Steps += uint64(64 - bits.OnesCount64(p.wait[w]))
		if p.uncounted != nil {
			c.words[w].Steps -= uint64(bits.OnesCount64(p.uncounted.last[w]) + bits.OnesCount64(p.uncounted.cut[w]))
		}
	}
	if p.nEnded+p.nStuck == 0 {
		return
	}
	for w := range c.words {
		c.words[w].Finished += uint64(bits.OnesCount64(p.ended[w]))
		c.words[w].Stuck += uint64(bits.OnesCount64(p.stuck[w]))
	}
}

// collect sums up the words of each state.
func (c *BatchRunner) collect(states, each int) []Tally {
	for k := range states {
		t := &c.words[k*each]
		for w := k*each + 1; w < (k+1)*each; w++ {
			t.Steps += c.words[w].Steps
			t.Finished += c.words[w].Finished
			t.Stuck += c.words[w].Stuck
		}
		t.Playouts = uint64(64 * each)
		t.BadGoals = c.p.tally.badGoals(k*each, (k+1)*each)
		clear(t.Goals)
		c.p.tally.addTo(t.Goals, k*each, (k+1)*each)
		goals := c.words[k].Goals
		c.words[k], t.Goals = *t, goals // results are stored contiguously
	}
	return c.words[:states]
}
