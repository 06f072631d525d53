package lanes

import (
	"math/bits"
)

// commit is written out word by word because the compiler does not unroll loops
// and this one runs over the whole state in every step.
func (goKernel) commit(signals []Vec, c *commit, restart *Vec) {
	for _, m := range c.zero {
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
	for _, m := range c.one {
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
