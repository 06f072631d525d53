package word

import (
	"math/bits"
	"testing"
)

func TestNth(t *testing.T) {
	w := uint64(88172645463325252)
	for range 2000 {
		w ^= w << 13
		w ^= w >> 7
		w ^= w << 17
		rest := w
		for n := range bits.OnesCount64(w) {
			if got, want := Nth(w, n), bits.TrailingZeros64(rest); got != want {
				t.Fatalf("bit %d of %x: %d, want %d", n, w, got, want)
			}
			rest &= rest - 1
		}
	}
}
