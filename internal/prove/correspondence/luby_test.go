package correspondence

import (
	"slices"
	"testing"
)

// TestLuby checks the beginning of the sequence.
func TestLuby(t *testing.T) {
	var got []int
	for i := range 15 {
		got = append(got, luby(i))
	}
	if want := []int{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
