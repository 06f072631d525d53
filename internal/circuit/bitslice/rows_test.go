package bitslice

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// transpose64 transposes a matrix of 64×64 bits in place, by the textbook.
func transpose64(m *[64]uint64) {
	mask := ^uint64(0) >> 32
	for j := 32; j != 0; j, mask = j/2, mask^mask<<(j/2) {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (m[k]>>j ^ m[k+j]) & mask
			m[k] ^= t << j
			m[k+j] ^= t
		}
	}
}

// TestTransposeRows compares the transpositions with the plain one.
func TestTransposeRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 64; n++ {
		var m, rows [64]uint64
		for i := range m {
			m[i] = r.Uint64()
			if i < n {
				rows[i] = m[i]
			}
		}
		want, got := m, m
		transpose64(&want)
		if transpose(&got); got != want {
			t.Fatal("transpose is wrong")
		}
		got = m
		transposeColumns(&got, n)
		for i := range n {
			if got[i] != want[i] {
				t.Fatalf("column %d of %d is %x, want %x", i, n, got[i], want[i])
			}
		}
		want, got = rows, rows
		transpose64(&want)
		if transposeRows(&got, n); got != want {
			t.Fatalf("rows: %d is wrong", n)
		}
	}
}

func TestSelect(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		w := r.Uint64() & r.Uint64()
		k := 0
		for rest := w; rest != 0; rest &= rest - 1 {
			if got, want := Select(w, k), bits.TrailingZeros64(rest); got != want {
				t.Fatalf("bit %d of %x is %d, want %d", k, w, got, want)
			}
			k++
		}
	}
}

func BenchmarkTransposeRows(b *testing.B) {
	var m [64]uint64
	for i := range m {
		m[i] = uint64(i) * 0x9E3779B97F4A7C15
	}
	b.Run("plain", func(b *testing.B) {
		for range b.N {
			transpose64(&m)
		}
	})
	b.Run("constant", func(b *testing.B) {
		for range b.N {
			transpose(&m)
		}
	})
	b.Run("few", func(b *testing.B) {
		for range b.N {
			transposeColumns(&m, 8)
		}
	})
}
