package bitslice

import "math/bits"

// fewStates is the number of different states up to which they are loaded into a word of lanes
// one by one. From then on a transposition is faster.
const fewStates = 4

// A loadedState is a state and the lanes of a word that it is loaded into.
type loadedState struct {
	words []uint64
	lanes uint64
}

// load puts the states of jobs into the signals of their lanes.
func (c *BatchRunner) load(lanes *Vec) {
	for w, set := range lanes {
		if set == 0 {
			continue
		}
		if list := c.statesOf(w, set); list != nil {
			c.loadFew(w, list)
		} else {
			c.loadMany(w, set)
		}
	}
}

// statesOf returns the states that are loaded into some lanes of a word, or nil if there are many.
// Lanes that follow each other often have the same state.
func (c *BatchRunner) statesOf(w int, set uint64) []loadedState {
	if c.jobs.shared[w] {
		c.few[0] = loadedState{c.state(64 * w), set}
		return c.few[:1]
	}
	n, last := 0, int32(-1)
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		if owner := c.jobs.owner[64*w+i]; owner != last || n == 0 {
			if n == fewStates {
				return nil
			}
			last = owner
			c.few[n] = loadedState{words: c.state(64*w + i)}
			n++
		}
		c.few[n-1].lanes |= 1 << i
	}
	return c.few[:n]
}

// state returns the state of a lane's job.
func (c *BatchRunner) state(lane int) []uint64 { return c.starts[c.jobs.owner[lane]].State }

// loadFew puts a few states into the lanes of a word, bit by bit.
func (c *BatchRunner) loadFew(w int, list []loadedState) {
	for k := range c.p.e.words() {
		signals := wordSignals(c.p.e.program.State, k)
		for _, x := range list {
			word := x.words[k]
			for i, s := range signals {
				v := &c.p.signals[s][w]
				*v = *v&^x.lanes | -(word>>i&1)&x.lanes
			}
		}
	}
}

// loadMany puts different states into some lanes of a word.
func (c *BatchRunner) loadMany(w int, set uint64) {
	var m [64]uint64
	for k := range c.p.e.words() {
		clear(m[:])
		for rest := set; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros64(rest)
			m[i] = c.state(64*w + i)[k]
		}
		transpose(&m)
		for i, s := range wordSignals(c.p.e.program.State, k) {
			v := &c.p.signals[s][w]
			*v = *v&^set | m[i]
		}
	}
}
