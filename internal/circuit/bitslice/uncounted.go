package bitslice

import "math/bits"

// uncounted keeps account of the steps that do not count.
//
// Whether a playout can go on shows only when a step was made that counts. So a playout is
// cut off one step late, and that step is taken back.
type uncounted struct {
	signal uint32        // set after such a step
	last   Vec           // lanes whose last step did not count
	cut    Vec           // lanes whose playout was cut off in this step
	steps  [Count]uint64 // by lane: since its playout began, without those given back
	all    [Count]uint64 // by lane: since its playout began
}

// start records that playouts begin.
func (u *uncounted) start(lanes *Vec) {
	for w, set := range lanes {
		for ; set != 0; set &= set - 1 {
			lane := 64*w + bits.TrailingZeros64(set)
			u.steps[lane], u.all[lane] = 0, 0
		}
	}
}

// add records a step of all lanes but some. It returns in how many of them it does not
// count.
func (u *uncounted) add(signals []Vec, but *Vec) uint64 {
	u.last = without(&signals[u.signal], but)
	for w, set := range u.last {
		for ; set != 0; set &= set - 1 {
			lane := 64*w + bits.TrailingZeros64(set)
			u.steps[lane]++
			u.all[lane]++
		}
	}
	return uint64(count(&u.last))
}

// of returns how many steps of the playout in a lane do not count.
func (u *uncounted) of(lane int) uint64 {
	if u == nil {
		return 0
	}
	return u.steps[lane]
}

// postpone gives lanes that have come to the step limit the steps back that do not count.
// It returns the others.
func (u *uncounted) postpone(limit *stepLimit, k kernel, due *Vec, now uint64) Vec {
	rest := *due
	for w, set := range due {
		for ; set != 0; set &= set - 1 {
			lane := 64*w + bits.TrailingZeros64(set)
			if u.steps[lane] == 0 {
				continue
			}
			var one Vec
			one[w] = set & -set
			k.stamp(limit.planes, &one, now-limit.limit+u.steps[lane])
			u.steps[lane] = 0
			rest[w] &^= one[w]
		}
	}
	return rest
}
