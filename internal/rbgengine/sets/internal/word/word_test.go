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

func TestUpToDownTo(t *testing.T) {
	const w = 0b1010_0000
	for _, test := range []struct {
		got, want uint64
	}{
		{UpTo(w, false), 0b0001_1111}, {UpTo(w, true), 0b0011_1111},
		{DownTo(w, false), ^uint64(0b1111_1111)}, {DownTo(w, true), ^uint64(0b0111_1111)},
		{DownTo(1<<63, false), 0}, {DownTo(1<<63, true), 1 << 63},
	} {
		if test.got != test.want {
			t.Errorf("%b, want %b", test.got, test.want)
		}
	}
}
