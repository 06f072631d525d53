package game

import "testing"

// Exponential draws what the definition draws, one number after the other, and leaves the
// generator where it does.
func TestExponential(t *testing.T) {
	plain := func(r *Rand) (whole, fraction uint64) {
		for {
			first := r.Uint64()
			length, last := 1, first
			for {
				next := r.Uint64()
				if next >= last {
					break
				}
				length, last = length+1, next
			}
			if length%2 == 1 {
				return whole, first
			}
			whole++
		}
	}
	fast, slow := NewRand(7), NewRand(7)
	for n := range 100_000 {
		w, f := fast.Exponential()
		if x, g := plain(slow); w != x || f != g || *fast != *slow {
			t.Fatalf("draw %d is %d and %d, want %d and %d", n, w, f, x, g)
		}
	}
}

// A draw that is skipped chooses what it would have chosen.
func TestChooseAgain(t *testing.T) {
	a, b := NewRand(3), NewRand(3)
	for n := 1; n < 100; n++ {
		want := a.Choose(n)
		b.Skip()
		if got := b.ChooseAgain(n); got != want || *a != *b {
			t.Fatalf("of %d the choice is %d, want %d", n, got, want)
		}
	}
}
