package bitslice

import "unsafe"

// avx512Kernel is the kernel for AVX-512 with its instructions on bits and
// bytes, which processors have since Ice Lake and Zen 4.
type avx512Kernel struct{}

//go:noescape
func evalAVX512(signals *Vec, code *uint32)

//go:noescape
func drawAVX512(counts, numbers *Vec, planes int, rng *rng)

//go:noescape
func gatherAVX512(planes *Vec, bytes *laneBytes)

//go:noescape
func commitAVX512(signals *Vec, zero *move, zeros int, one *move, ones int, restart *Vec)

//go:noescape
func blendAVX512(to, from *Vec, moves *move, n int, mask *Vec)

//go:noescape
func tallyAVX512(sums, signals *Vec, which *uint32, n int, bad uint32, mask *Vec) bool

//go:noescape
func settleAVX512(s *status, terminal, none *Vec)

//go:noescape
func reviveAVX512(s *status, restart *Vec) (n uint64, behind bool)

//go:noescape
func stampAVX512(planes *Vec, n int, mask *Vec, number uint64)

func (avx512Kernel) eval(signals []Vec, s stream) { evalAVX512(&signals[0], &s[0]) }

func (avx512Kernel) draw(counts, numbers []Vec, rng *rng) {
	drawAVX512(&counts[0], &numbers[0], len(counts), rng)
}

func (avx512Kernel) gather(planes []Vec, bytes *laneBytes) { gatherAVX512(&planes[0], bytes) }

func (avx512Kernel) commit(signals []Vec, c *commit, restart *Vec) {
	commitAVX512(&signals[0], unsafe.SliceData(c.zero), len(c.zero), unsafe.SliceData(c.one), len(c.one), restart)
}

func (avx512Kernel) blend(to, from []Vec, moves []move, mask *Vec) {
	if len(moves) > 0 {
		blendAVX512(&to[0], &from[0], &moves[0], len(moves), mask)
	}
}

func (avx512Kernel) tally(sums, signals []Vec, which []uint32, bad uint32, mask *Vec) bool {
	return tallyAVX512(unsafe.SliceData(sums), &signals[0], unsafe.SliceData(which), len(which), bad, mask)
}

func (avx512Kernel) settle(s *status, terminal, none *Vec) { settleAVX512(s, terminal, none) }

func (avx512Kernel) revive(s *status, restart *Vec) (n uint64, behind bool) {
	return reviveAVX512(s, restart)
}

func (avx512Kernel) stamp(planes []Vec, mask *Vec, number uint64) {
	if len(planes) > 0 {
		stampAVX512(&planes[0], len(planes), mask, number)
	}
}
