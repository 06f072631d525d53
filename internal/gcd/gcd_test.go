package gcd

import "testing"

func TestOf(t *testing.T) {
	for _, c := range [][3]int{{0, 0, 0}, {0, -4, 4}, {12, 18, 6}, {-12, 18, 6}, {7, 5, 1}} {
		if got := Of(c[0], c[1]); got != c[2] {
			t.Errorf("Of(%d, %d) is %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
