package mapelites_test

import (
	"slices"
	"testing"

	"ludex/internal/mapelites"
)

func TestArchive(t *testing.T) {
	a := mapelites.New[string](4)
	for _, s := range []struct {
		x, y    float64
		name    string
		quality float64
		kept    bool
	}{
		{0.1, 0.1, "first", 0.5, true},
		{0.2, 0.2, "worse", 0.4, false},
		{0, 0.24, "equal", 0.5, false},
		{0.24, 0, "better", 0.6, true},
		{1, 1, "corner", 0.1, true},
		{-3, 7, "outside", 0.2, true},
	} {
		if got := a.Add(a.CellOf(s.x, s.y), s.name, s.quality); got != s.kept {
			t.Errorf("%s: kept %v, want %v", s.name, got, s.kept)
		}
	}
	var names []string
	for _, name := range a.All() {
		names = append(names, name)
	}
	if want := []string{"better", "outside", "corner"}; !slices.Equal(names, want) || a.Len() != 3 {
		t.Errorf("the elites are %v, want %v", names, want)
	}
	if v, q, ok := a.At(mapelites.Cell{}); v != "better" || q != 0.6 || !ok {
		t.Errorf("%v, %v, %v", v, q, ok)
	}
	if _, _, ok := a.At(mapelites.Cell{X: 1}); ok {
		t.Error("an empty cell has an elite")
	}
}
