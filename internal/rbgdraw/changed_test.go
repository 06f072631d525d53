package rbgdraw_test

import (
	"slices"
	"testing"

	"ludex/internal/rbgdraw"
	"ludex/internal/rbgengine/rbgplay"
)

func TestChanged(t *testing.T) {
	before := &rbgplay.Position{Pieces: []uint16{1, 0, 2, 0, 0}}
	after := &rbgplay.Position{Pieces: []uint16{0, 0, 0, 1, 3}}
	for _, tt := range []struct {
		cells []int32
		want  []int
	}{
		{[]int32{3, 1, 0, 3}, []int{3, 0}},
		{[]int32{1, 99, -1}, []int{0, 2, 3, 4}},
		{nil, []int{0, 2, 3, 4}},
	} {
		var move []rbgplay.Action
		for _, c := range tt.cells {
			move = append(move, rbgplay.Action{Cell: c})
		}
		if got := rbgdraw.Changed(before, after, move); !slices.Equal(got, tt.want) {
			t.Errorf("a move on %v has changed %v, want %v", tt.cells, got, tt.want)
		}
	}
}
