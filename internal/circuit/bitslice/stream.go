package bitslice

import (
	"context"
	"slices"
)

// Begin discards all playouts. Up to a number of states can then be played at a time.
func (c *BatchRunner) Begin(states int, seed uint64) {
	c.reset(states, seed)
	c.added = slices.Grow(c.added[:0], states)[:states]
	c.starts = c.added
	c.unused = c.unused[:0]
	for i := range states {
		c.unused = append(c.unused, int32(states-1-i))
	}
}

// Room returns how many states can be added.
func (c *BatchRunner) Room() int { return len(c.unused) }

// Idle returns how many lanes have no playout, and none waiting for them.
func (c *BatchRunner) Idle() int { return Count - c.p.live - c.waiting }

// Add adds playouts from a state and returns the number of the state. There must be room.
func (c *BatchRunner) Add(s Start, count int) int32 {
	last := len(c.unused) - 1
	n := c.unused[last]
	c.unused = c.unused[:last]
	c.added[n].Phase, c.added[n].State = s.Phase, append(c.added[n].State[:0], s.State...)
	c.queue(n, count)
	return n
}

// Advance plays until a number of lanes are idle and all playouts of some states have
// ended, or nothing is left to play. It calls done with the number of each of these states
// and its counts, which are valid during the call. It returns false if the context ended
// first; then nothing can be added before [BatchRunner.Begin].
func (c *BatchRunner) Advance(ctx context.Context, idle int, done func(state int32, t *Tally)) bool {
	for (len(c.jobs.done) == 0 || c.Idle() < idle) && c.fill() {
		if ctx.Err() != nil {
			return false
		}
		c.step()
	}
	c.p.flush()
	for _, s := range c.jobs.done {
		done(s, &c.jobs.tallies[s])
	}
	c.unused = append(c.unused, c.jobs.done...)
	c.jobs.done = c.jobs.done[:0]
	return true
}
