package prove_test

import (
	"testing"
	"time"

	"ludex/internal/corpustest"
	"ludex/internal/prove"
)

// Boards have the symmetries that everybody sees, and a heap of nim has none. A larger board is left to
// LUDEX_FULL=1.
func TestSymmetries(t *testing.T) {
	for name, order := range map[string]int{"tictactoe": 8, "tictactoe-rbg": 8, "breakthrough-5x5": 2, "hexapawn": 2, "nim": 1} {
		if name == "breakthrough-5x5" && !corpustest.Full() {
			continue
		}
		found, err := prove.FindSymmetries(t.Context(), load(t, name), 30*time.Second, prove.Options{Time: 20 * time.Second, Seed: 1, Rounds: 60})
		if err != nil {
			t.Fatal(err)
		}
		if found.Order != order || (len(found.Generators) > 0) != (order > 1) {
			t.Errorf("%s has %d symmetries from %d generators, want %d", name, found.Order, len(found.Generators), order)
		}
	}
}
