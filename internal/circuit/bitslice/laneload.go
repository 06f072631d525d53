package bitslice

import "math/bits"

// fewLanes is the number of lanes of a word up to which their states are loaded bit by
// bit. From then on a transposition is faster.
const fewLanes = 4

// load puts the states of jobs into the signals of their lanes.
func (c *BatchRunner) load(lanes *Vec) {
	words := c.p.e.words()
	for k := range words {
		signals := wordSignals(c.p.e.program.State, k)
		for w, set := range lanes {
			switch {
			case set == 0:
			case c.jobs.shared[w]:
				c.loadBits(signals, w, set, c.word(64*w, k))
			case bits.OnesCount64(set) <= fewLanes:
				for ; set != 0; set &= set - 1 {
					c.loadBits(signals, w, set&-set, c.word(64*w+bits.TrailingZeros64(set), k))
				}
			default:
				c.loadWords(signals, w, set, k)
			}
		}
	}
}

// word returns a word of the state of a lane's job.
func (c *BatchRunner) word(lane, k int) uint64 { return c.starts[c.jobs.owner[lane]].State[k] }

// loadBits puts one word of a state into some lanes of a word of lanes.
func (c *BatchRunner) loadBits(signals []uint32, w int, set, state uint64) {
	for i, s := range signals {
		v := &c.p.signals[s][w]
		*v = *v&^set | -(state>>i&1)&set
	}
}

// loadWords puts a word of different states into some lanes of a word of lanes.
func (c *BatchRunner) loadWords(signals []uint32, w int, set uint64, k int) {
	var m [64]uint64
	for rest := set; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		m[i] = c.word(64*w+i, k)
	}
	transpose64(&m)
	for i, s := range signals {
		v := &c.p.signals[s][w]
		*v = *v&^set | m[i]
	}
}
