package bitslice

import "math/bits"

// A stepLimit finds the playouts that have reached the maximal length. It keeps the step
// at which the playout of each lane began, in bit planes modulo a power of two above that
// length.
//
// Most steps need no comparison: all playouts began at the epoch or later, and the epoch
// advances when all lanes have restarted since the last one.
type stepLimit struct {
	limit  uint64
	planes []Vec
	epoch  uint64 // no playout began before
	next   uint64 // the next epoch begins here
}

func newStepLimit(limit int) stepLimit {
	return stepLimit{limit: uint64(limit), planes: alignedVecs(bits.Len(uint(limit)))}
}

// start records that playouts begin. behind says whether some lane has not restarted
// since the next epoch began; if none, the epoch advances.
func (a *stepLimit) start(k kernel, lanes *Vec, now uint64, behind bool) (passes bool) {
	k.stamp(a.planes, lanes, now)
	if !behind {
		a.epoch, a.next = a.next, now
	}
	return !behind
}

// due reports whether a playout may have reached the limit.
func (a *stepLimit) due(now uint64) bool { return now-a.epoch >= a.limit }

// old returns the lanes whose playouts have reached the limit, and perhaps
// lanes without a playout.
func (a *stepLimit) old(now uint64) Vec {
	began := now - a.limit
	v := allLanes
	for i := range a.planes {
		if began>>i&1 == 1 {
			v = and(&v, &a.planes[i])
		} else {
			v = without(&v, &a.planes[i])
		}
	}
	return v
}

// of returns the length of the playout in a lane.
func (a *stepLimit) of(lane int, now uint64) uint64 {
	began := uint64(0)
	for i := range a.planes {
		began |= a.planes[i][lane/64] >> (lane % 64) & 1 << i
	}
	return (now - began) & (1<<len(a.planes) - 1)
}
