package gdlrewrite_test

import (
	"testing"

	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/library"
	"ludex/source"
)

// TestLenientChangesNothingThatIsSound repairs games that need no repair.
func TestLenientChangesNothingThatIsSound(t *testing.T) {
	for _, g := range library.GDLGames() {
		prog, list := gdlparse.File(source.NewFile(g.File, g.Rules()), gdlparse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if !gdlrewrite.Lenient(prog).Equal(prog) {
			t.Errorf("%s was changed", g.Name)
		}
	}
}
