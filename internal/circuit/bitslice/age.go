package bitslice

import "math/bits"

// An age knows when the playouts of the lanes began, and finds those that have
// reached the greatest length. The steps at which playouts began are kept in
// planes, modulo a power of two above that length.
//
// Comparing them is seldom needed. All playouts began at an epoch or later; an
// epoch passes when all lanes have started again since the one before it.
type age struct {
	limit  uint64
	planes []Vec
	epoch  uint64 // no playout began before
	next   uint64 // the next epoch begins here
}

func newAge(limit int) age {
	return age{limit: uint64(limit), planes: alignedVecs(bits.Len(uint(limit)))}
}

// start notes that playouts begin. Behind says whether there are lanes which have
// not started again since the next epoch began; if not, it passes.
func (a *age) start(k kernel, lanes *Vec, now uint64, behind bool) (passes bool) {
	k.stamp(a.planes, lanes, now)
	if !behind {
		a.epoch, a.next = a.next, now
	}
	return !behind
}

// due reports whether a playout may have reached the limit.
func (a *age) due(now uint64) bool { return now-a.epoch >= a.limit }

// old returns the lanes whose playouts have reached the limit, and perhaps
// lanes without a playout.
func (a *age) old(now uint64) Vec {
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

// of returns the age of the playout in a lane.
func (a *age) of(lane int, now uint64) uint64 {
	began := uint64(0)
	for i := range a.planes {
		began |= a.planes[i][lane/64] >> (lane % 64) & 1 << i
	}
	return (now - began) & (1<<len(a.planes) - 1)
}
