package neural

import "math"

// A Precision says how exactly weights are stored.
type Precision int

const (
	// Exact stores weights as they are.
	Exact Precision = iota
	// Compact stores weights in 16 bits, as multiples of a step that is chosen for the
	// weights of each feature.
	Compact
)

// quantize returns weights as multiples of a scale. All high bytes come first, since they
// compress better than the low ones.
func quantize(weights []float32) (scale float32, bytes []byte) {
	for _, w := range weights {
		scale = max(scale, w, -w)
	}
	scale /= math.MaxInt16
	bytes = make([]byte, 2*len(weights))
	if scale == 0 {
		return 0, bytes
	}
	for i, w := range weights {
		steps := math.Round(float64(w) / float64(scale))
		q := uint16(int16(min(max(steps, -math.MaxInt16), math.MaxInt16)))
		bytes[i], bytes[len(weights)+i] = byte(q>>8), byte(q)
	}
	return scale, bytes
}

// restore sets weights to what [quantize] was given, up to half the scale.
func restore(scale float32, bytes []byte, weights []float32) {
	for i := range weights {
		weights[i] = scale * float32(int16(uint16(bytes[i])<<8|uint16(bytes[len(weights)+i])))
	}
}
