package bitslice

import "unsafe"

// avx2Kernel is the kernel for AVX2, which processors have since Haswell and Zen.
// What is not critical for speed is left to plain Go.
type avx2Kernel struct{ goKernel }

//go:noescape
func evalAVX2(signals *Vec, code *uint32)

//go:noescape
func drawAVX2(counts, numbers *Vec, planes int, rng *rng)

//go:noescape
func commitAVX2(signals *Vec, zero *move, zeros int, one *move, ones int, restart *Vec)

//go:noescape
func blendAVX2(to, from *Vec, moves *move, n int, mask *Vec)

func (avx2Kernel) eval(signals []Vec, s stream) { evalAVX2(&signals[0], &s[0]) }

func (avx2Kernel) draw(counts, numbers []Vec, rng *rng) {
	drawAVX2(&counts[0], &numbers[0], len(counts), rng)
}

func (avx2Kernel) commit(signals []Vec, c *commit, restart *Vec) {
	commitAVX2(&signals[0], unsafe.SliceData(c.zero), len(c.zero), unsafe.SliceData(c.one), len(c.one), restart)
}

func (avx2Kernel) blend(to, from []Vec, moves []move, mask *Vec) {
	if len(moves) > 0 {
		blendAVX2(&to[0], &from[0], &moves[0], len(moves), mask)
	}
}
