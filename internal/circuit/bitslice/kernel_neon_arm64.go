package bitslice

import "unsafe"

// neonKernel is the kernel for NEON, which all 64-bit ARM processors have. What
// does not depend on speed is left to plain Go.
type neonKernel struct{ goKernel }

//go:noescape
func evalNEON(signals *Vec, code *uint32)

//go:noescape
func drawNEON(counts, numbers *Vec, planes int, rng *rng)

//go:noescape
func gatherNEON(planes *Vec, bytes *laneBytes)

//go:noescape
func commitNEON(signals *Vec, zero *move, zeros int, one *move, ones int, notZero *move, notZeros int, notOne *move, notOnes int, restart *Vec)

//go:noescape
func blendNEON(to, from *Vec, moves *move, n int, mask *Vec)

func (neonKernel) eval(signals []Vec, s stream) { evalNEON(&signals[0], &s[0]) }

func (neonKernel) draw(counts, numbers []Vec, rng *rng) {
	drawNEON(&counts[0], &numbers[0], len(counts), rng)
}

func (neonKernel) gather(planes []Vec, bytes *laneBytes) { gatherNEON(&planes[0], bytes) }

func (neonKernel) commit(signals []Vec, c *commit, restart *Vec) {
	commitNEON(&signals[0], unsafe.SliceData(c.zero), len(c.zero), unsafe.SliceData(c.one), len(c.one),
		unsafe.SliceData(c.notZero), len(c.notZero), unsafe.SliceData(c.notOne), len(c.notOne), restart)
}

func (neonKernel) blend(to, from []Vec, moves []move, mask *Vec) {
	if len(moves) > 0 {
		blendNEON(&to[0], &from[0], &moves[0], len(moves), mask)
	}
}
