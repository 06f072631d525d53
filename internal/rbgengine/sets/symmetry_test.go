package sets_test

import (
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets"
	"ludex/library"
)

// TestSymmetries finds the symmetries of library games.
func TestSymmetries(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	want := map[string]int{
		"amazons": 7, "breakthrough-rbg": 1, "chess": 0, "connectfour-rbg": 1, "draughts": 0, "go": 7, "gomoku": 7,
		"hex": 1, "morris": 7, "reversi": 7, "reversi-4x4": 7, "tictactoe-rbg": 7,
	}
	for _, entry := range library.Games() {
		n, ok := want[entry.Name]
		if !ok {
			continue
		}
		s, err := sets.New(t.Context(), rbgenginetest.Parse(t, string(entry.Rules())), sets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found := s.Symmetries(t.Context()); len(found) != n {
			t.Errorf("%s has %d symmetries, want %d", entry.Name, len(found), n)
		}
	}
}
