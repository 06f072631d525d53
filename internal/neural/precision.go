package neural

import "math"

// A Precision says how exactly weights are stored.
type Precision int

const (
	// Exact stores weights as they are.
	Exact Precision = iota
	// Compact stores weights in 16 bits, as multiples of a power of two that is chosen for
	// the weights of each feature.
	Compact
)

// quantize returns weights as multiples of a scale. All high bytes come first, since they
// compress better than the low ones. The scale is a power of two, so that weights which
// were restored do not change any more.
func quantize(weights []float32) (scale float32, bytes []byte) {
	largest := float32(0)
	for _, w := range weights {
		largest = max(largest, w, -w)
	}
	bytes = make([]byte, 2*len(weights))
	if largest == 0 {
		return 0, bytes
	}
	step := math.Exp2(max(math.Ceil(math.Log2(float64(largest)/math.MaxInt16)), -100))
	for i, w := range weights {
		q := uint16(int16(math.Round(float64(w) / step)))
		bytes[i], bytes[len(weights)+i] = byte(q>>8), byte(q)
	}
	return float32(step), bytes
}

// restore sets weights to what [quantize] was given, up to half the scale.
func restore(scale float32, bytes []byte, weights []float32) {
	for i := range weights {
		weights[i] = scale * float32(int16(uint16(bytes[i])<<8|uint16(bytes[len(weights)+i])))
	}
}
