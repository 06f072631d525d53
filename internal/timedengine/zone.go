//go:build !js

package timedengine

import (
	"math"

	"ludex/gdl"
)

// A bound is an upper limit of a number: twice the limit, plus 1 if the number can be equal to
// it.
type bound int64

const (
	noBound bound = math.MaxInt64
	below0  bound = 0
	atMost0 bound = 1
)

func (a bound) plus(b bound) bound {
	if a == noBound || b == noBound {
		return noBound
	}
	return a&^1 + b&^1 + a&b&1
}

// atMost and atLeast bound a number, and its negation.
func atMost(l gdl.Lifetime) bound  { return 2*bound(l) + 1 }
func atLeast(l gdl.Lifetime) bound { return 1 - 2*bound(l) }

// A zone is a set of lifetimes that the timers of a node can have left, given by bounds of
// their differences: a matrix in which timer i has row and column i+1, and 0 has the first
// ones. The entry at (i,j) bounds i minus j; no bound can be made tighter.
type zone struct {
	size   int // timers, plus 1
	bounds []bound
}

func newZone(timers int) zone {
	return zone{timers + 1, make([]bound, (timers+1)*(timers+1))}
}

func (z zone) at(i, j int) *bound { return &z.bounds[i*z.size+j] }

func (z zone) clone() zone { return zone{z.size, append([]bound(nil), z.bounds...)} }

// tighten makes all bounds as tight as the others allow. It reports whether anything is in
// the zone.
func (z zone) tighten() bool {
	for k := range z.size {
		for i := range z.size {
			ik := *z.at(i, k)
			if ik == noBound {
				continue
			}
			for j := range z.size {
				if b := ik.plus(*z.at(k, j)); b < *z.at(i, j) {
					*z.at(i, j) = b
				}
			}
		}
		if *z.at(k, k) < atMost0 {
			return false
		}
	}
	for k := range z.size {
		if *z.at(k, k) < atMost0 {
			return false
		}
	}
	return true
}

// pass lets time pass, but not until a lifetime runs out; at least some, unless now is true.
// It reports whether that is possible.
func (z zone) pass(now bool) (zone, bool) {
	z = z.clone()
	for i := 1; i < z.size; i++ {
		*z.at(0, i) = below0
		if b := z.at(i, 0); !now && *b&1 == 1 {
			*b--
		}
	}
	return z, z.tighten()
}

// expire lets time pass until the lifetimes of some timers, given by their rows, run out, and
// no others. It reports whether that is possible. The lifetimes that have run out are 0.
func (z zone) expire(gone []bool) (zone, bool) {
	z = z.clone()
	one := 0
	for i, g := range gone {
		if g {
			one = i + 1
			break
		}
	}
	for i, g := range gone {
		if g {
			*z.at(one, i+1), *z.at(i+1, one) = min(*z.at(one, i+1), atMost0), min(*z.at(i+1, one), atMost0)
		} else {
			*z.at(one, i+1) = min(*z.at(one, i+1), below0)
		}
	}
	if !z.tighten() {
		return z, false
	}
	for i := 1; i < z.size; i++ {
		*z.at(i, 0), *z.at(0, i) = *z.at(i, one), *z.at(one, i)
	}
	return z, true
}

// take returns the zone of the next node.
func (z zone) take(takes []take) zone {
	out := newZone(len(takes))
	row := func(i int) (source int, length gdl.Lifetime) {
		if i == 0 {
			return 0, 0
		}
		t := takes[i-1]
		if t.slot >= 0 {
			return int(t.slot) + 1, 0
		}
		return 0, t.length
	}
	for i := range out.size {
		a, plus := row(i)
		for j := range out.size {
			b, minus := row(j)
			d := *z.at(a, b)
			if d != noBound {
				d += 2 * bound(plus-minus)
			}
			*out.at(i, j) = d
		}
	}
	return out
}

// includes reports whether everything in another zone is in this one.
func (z zone) includes(other zone) bool {
	for i, b := range other.bounds {
		if b > z.bounds[i] {
			return false
		}
	}
	return true
}

// canBe and mustBe report whether a timer can have, or has, a given lifetime left.
func (z zone) canBe(slot int, l gdl.Lifetime) bool {
	i := slot + 1
	return (*z.at(i, 0)).plus(atLeast(l)) >= atMost0 && (*z.at(0, i)).plus(atMost(l)) >= atMost0
}

func (z zone) mustBe(slot int, l gdl.Lifetime) bool {
	return *z.at(slot+1, 0) == atMost(l) && *z.at(0, slot+1) == atLeast(l)
}
