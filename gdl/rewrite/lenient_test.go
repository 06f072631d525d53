package rewrite_test

import (
	"testing"

	"ludex/gdl/parse"
	"ludex/gdl/rewrite"
	"ludex/library"
	"ludex/source"
)

// TestLenientChangesNothingThatIsSound repairs games that need no repair.
func TestLenientChangesNothingThatIsSound(t *testing.T) {
	for _, g := range library.GDLGames() {
		prog, list := parse.File(source.NewFile(g.File, g.Rules()), parse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if !rewrite.Lenient(prog).Equal(prog) {
			t.Errorf("%s was changed", g.Name)
		}
	}
}
