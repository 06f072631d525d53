package neural

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The kernels give the same results, bit by bit.
func TestKernelsAgree(t *testing.T) {
	list := kernels()
	rapid.Check(t, func(t *rapid.T) {
		n := block * rapid.IntRange(1, 5).Draw(t, "blocks")
		floats := rapid.SliceOfN(rapid.Float32Range(-3, 3), n, n)
		x, y := floats.Draw(t, "x"), floats.Draw(t, "y")
		a := rapid.Float32Range(-2, 2).Draw(t, "a")
		results := func(k *vectors) [][]float32 {
			add, sub, axpy, damp, active := slices.Clone(x), slices.Clone(x), slices.Clone(x), slices.Clone(x), make([]float32, n)
			k.add(add, y)
			k.sub(sub, y)
			k.axpy(axpy, y, a)
			k.damp(damp, y)
			k.activate(active, y)
			return [][]float32{add, sub, axpy, damp, active, {k.dot(x, y)}}
		}
		want := results(&plain)
		for i := range list {
			for j, got := range results(&list[i]) {
				if !slices.Equal(got, want[j]) {
					t.Fatalf("kernel %d of %d, function %d: %v, want %v", i, len(list), j, got, want[j])
				}
			}
		}
	})
}
