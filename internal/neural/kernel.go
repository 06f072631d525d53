package neural

// The inner loops. All slices have the same length, a multiple of [block]. The
// implementations give the same results, bit by bit: products are rounded before they
// are added, and [vectors.dot] adds up in blocks in a fixed order.
type vectors struct {
	add  func(dst, x []float32)            // dst += x
	sub  func(dst, x []float32)            // dst -= x
	axpy func(dst, x []float32, a float32) // dst += a·x
	dot  func(x, y []float32) float32
	// activate computes the outputs of hidden units from their sums.
	activate func(dst, sums []float32)
	// damp multiplies gradients by the slopes of hidden units with the given sums.
	damp func(gradient, sums []float32)
}

// block is the number of floats that a kernel handles at once.
const block = 16

// leak is the slope of a hidden unit outside of the range 0 to 1. Without one, a unit
// that is there for all states would never learn again.
const leak = 0.03

// plain is the implementation in plain Go. The conversions keep the compiler from
// fusing multiplications and additions.
var plain = vectors{
	add: func(dst, x []float32) {
		for i, v := range x {
			dst[i] += v
		}
	},
	sub: func(dst, x []float32) {
		for i, v := range x {
			dst[i] -= v
		}
	},
	axpy: func(dst, x []float32, a float32) {
		for i, v := range x {
			dst[i] += float32(a * v)
		}
	},
	dot: func(x, y []float32) float32 {
		var sums [block]float32
		for ; len(x) >= block; x, y = x[block:], y[block:] {
			for i := range sums {
				sums[i] += float32(x[i] * y[i])
			}
		}
		for half := block / 2; half > 0; half /= 2 {
			for i := range half {
				sums[i] += sums[i+half]
			}
		}
		return sums[0]
	},
	activate: func(dst, sums []float32) {
		for i, v := range sums {
			c := clamp(v)
			dst[i] = c + float32(leak*(v-c))
		}
	},
	damp: func(gradient, sums []float32) {
		for i, v := range sums {
			if v != clamp(v) {
				gradient[i] *= leak
			}
		}
	},
}

func clamp(v float32) float32 {
	switch {
	case v < 0:
		return 0
	case v > 1:
		return 1
	}
	return v
}
