package bitslice

import (
	"math/bits"
)

func (goKernel) commit(signals []Vec, c *commit, restart *Vec) {
	if *restart == (Vec{}) {
		for _, m := range c.zero {
			signals[m.to] = signals[m.from]
		}
	} else {
		commitZero(signals, c.zero, restart)
	}
	commitOne(signals, c.one, restart)
	commitNotZero(signals, c.notZero, restart)
	commitNotOne(signals, c.notOne, restart)
}

// The commits are unrolled word by word because the compiler does not unroll loops
// and these run over the whole state in every step.

// commitZero copies bits that are false in the start state.
func commitZero(signals []Vec, moves []move, restart *Vec) {
	for _, m := range moves {
		to, from := &signals[m.to], &signals[m.from]
		to[0] = from[0] &^ restart[0]
		to[1] = from[1] &^ restart[1]
		to[2] = from[2] &^ restart[2]
		to[3] = from[3] &^ restart[3]
		to[4] = from[4] &^ restart[4]
		to[5] = from[5] &^ restart[5]
		to[6] = from[6] &^ restart[6]
		to[7] = from[7] &^ restart[7]
	}
}

// commitOne copies bits that are true in the start state.
func commitOne(signals []Vec, moves []move, restart *Vec) {
	for _, m := range moves {
		to, from := &signals[m.to], &signals[m.from]
		to[0] = from[0] | restart[0]
		to[1] = from[1] | restart[1]
		to[2] = from[2] | restart[2]
		to[3] = from[3] | restart[3]
		to[4] = from[4] | restart[4]
		to[5] = from[5] | restart[5]
		to[6] = from[6] | restart[6]
		to[7] = from[7] | restart[7]
	}
}

// commitNotZero inverts bits that are false in the start state.
func commitNotZero(signals []Vec, moves []move, restart *Vec) {
	for _, m := range moves {
		to, from := &signals[m.to], &signals[m.from]
		to[0] = ^(from[0] | restart[0])
		to[1] = ^(from[1] | restart[1])
		to[2] = ^(from[2] | restart[2])
		to[3] = ^(from[3] | restart[3])
		to[4] = ^(from[4] | restart[4])
		to[5] = ^(from[5] | restart[5])
		to[6] = ^(from[6] | restart[6])
		to[7] = ^(from[7] | restart[7])
	}
}

// commitNotOne inverts bits that are true in the start state.
func commitNotOne(signals []Vec, moves []move, restart *Vec) {
	for _, m := range moves {
		to, from := &signals[m.to], &signals[m.from]
		to[0] = ^(from[0] &^ restart[0])
		to[1] = ^(from[1] &^ restart[1])
		to[2] = ^(from[2] &^ restart[2])
		to[3] = ^(from[3] &^ restart[3])
		to[4] = ^(from[4] &^ restart[4])
		to[5] = ^(from[5] &^ restart[5])
		to[6] = ^(from[6] &^ restart[6])
		to[7] = ^(from[7] &^ restart[7])
	}
}

func (goKernel) blend(to, from []Vec, moves []move, mask *Vec) {
	for _, m := range moves {
		t, f := &to[m.to], &from[m.from]
		for w := range t {
			t[w] ^= (t[w] ^ f[w]) & mask[w]
		}
	}
}

func (goKernel) tally(sums []Vec, signals []Vec, which []uint32, bad uint32, mask *Vec) bool {
	for i, s := range which {
		sum, v := &sums[i], &signals[s]
		for w := range sum {
			sum[w] += uint64(bits.OnesCount64(v[w] & mask[w]))
		}
	}
	return and(&signals[bad], mask) != Vec{}
}

func (goKernel) stamp(planes []Vec, mask *Vec, number uint64) {
	for i := range planes {
		p := &planes[i]
		if number>>i&1 == 1 {
			for w := range p {
				p[w] |= mask[w]
			}
		} else {
			for w := range p {
				p[w] &^= mask[w]
			}
		}
	}
}
