package bitslice

import (
	"slices"
	"testing"
)

// TestFoldInverters takes inverters out of the end of a step: 2 to 5 is the
// state, from 6 on there are other signals.
func TestFoldInverters(t *testing.T) {
	ph := &Phase{
		Next: []Segment{
			{Op: And2, Args: []uint32{2, 3, 6, 2, 4, 7, 3, 4, 8}},
			{Op: And2N2, Args: []uint32{
				6, 6, 6, // in place: folded
				7, 7, 9, // folded
				8, 8, 10, // stays, since its output is read again
				2, 2, 11, // stays, since its input is about to change
			}},
			{Op: And2, Args: []uint32{10, 2, 12}},
		},
		NextOf: []uint32{6, 9, 10, 11},
	}
	p := &Program{State: []uint32{2, 3, 4, 5}}
	next, ends := foldInverters(p, ph)
	if want := []end{{6, true}, {7, true}, {10, false}, {11, false}}; !slices.Equal(ends, want) {
		t.Errorf("next values lie in %v, want %v", ends, want)
	}
	if n := next.gates(); n != 6 {
		t.Errorf("%d gates are left, want 6", n)
	}
}

// TestCommit compares what commits with and without inversion do.
func TestCommit(t *testing.T) {
	for _, k := range wideKernels() {
		for _, restart := range []Vec{{}, {0: 0xff, 7: 1 << 63}} {
			testCommit(t, k, &restart)
		}
	}
}

func testCommit(t *testing.T, k kernel, restart *Vec) {
	t.Helper()
	s := randomSignals(10, 1)
	k.commit(s, &commit{
		zero: []move{{2, 6}}, one: []move{{3, 7}},
		notZero: []move{{4, 8}}, notOne: []move{{5, 9}},
	}, restart)
	not4, not5 := without(&allLanes, &s[4]), without(&allLanes, &s[5])
	if s[6] != without(&s[2], restart) || s[7] != or(&s[3], restart) {
		t.Errorf("%T: copies are wrong", k)
	}
	if s[8] != without(&not4, restart) || s[9] != or(&not5, restart) {
		t.Errorf("%T: inverted copies are wrong", k)
	}
}
