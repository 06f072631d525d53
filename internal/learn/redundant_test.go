package learn

import (
	"slices"
	"testing"
)

// A feature is redundant if it is true in most states, and exactly where none of some
// others is.
func TestRedundant(t *testing.T) {
	const empty, white, black, always, rare, lonely = 0, 1, 2, 3, 4, 5
	states := [][]int32{
		{empty, always, lonely}, {empty, always}, {empty, always, rare, lonely}, {white, always, lonely}, {black, always, rare, lonely},
	}
	if got, want := redundant(states, 7), []int{empty, always}; !slices.Equal(got, want) {
		t.Errorf("%v are redundant, want %v", got, want)
	}
	without := append(slices.Clone(states), []int32{always, lonely}) // a cell with nothing on it that is not empty
	if got, want := redundant(without, 7), []int{always}; !slices.Equal(got, want) {
		t.Errorf("%v are redundant, want %v", got, want)
	}
	if got := redundant(nil, 7); got != nil {
		t.Errorf("%v are redundant though no state was seen", got)
	}
	for _, n := range []int{63, 64, 65, 200} {
		if got := redundant(slices.Repeat([][]int32{{always}}, n), 7); !slices.Equal(got, []int{always}) {
			t.Errorf("of %d states, %v are redundant", n, got)
		}
	}
}
