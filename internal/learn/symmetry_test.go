package learn

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/neural"
)

// TestImages checks that samples are replaced by images, and that the samples that are
// kept do not change.
func TestImages(t *testing.T) {
	m := images{symmetries: []game.Symmetry{{Features: []int32{2, 1, 0}, Roles: []game.Role{1, 0}}}}
	kept := neural.Sample{Features: []int32{0, 1}, Goals: []float32{0.25, 0.75}}
	samples := slices.Repeat([]neural.Sample{kept}, 100)
	m.replace(samples, game.NewRand(1))
	images := 0
	for _, s := range samples {
		switch {
		case slices.Equal(s.Features, []int32{0, 1}) && slices.Equal(s.Goals, []float32{0.25, 0.75}):
		case slices.Equal(s.Features, []int32{2, 1}) && slices.Equal(s.Goals, []float32{0.75, 0.25}):
			images++
		default:
			t.Fatalf("%+v is neither the sample nor its image", s)
		}
	}
	if images < 30 || images > 70 {
		t.Errorf("%d of 100 samples were replaced", images)
	}
	if !slices.Equal(kept.Features, []int32{0, 1}) || !slices.Equal(kept.Goals, []float32{0.25, 0.75}) {
		t.Errorf("the sample has changed: %+v", kept)
	}
}
