package lanes

import (
	"math/bits"
)

func (goKernel) commit(signals []Vec, c *commit, restart *Vec) {
	for _, m := range c.zero {
		to, from := &signals[m.to], &signals[m.from]
		for w := range to {
			to[w] = from[w] &^ restart[w]
		}
	}
	for _, m := range c.one {
		to, from := &signals[m.to], &signals[m.from]
		for w := range to {
			to[w] = from[w] | restart[w]
		}
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
