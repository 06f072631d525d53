package circuit_test

import (
	"context"
	"testing"

	"ludex/internal/corpustest"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// TestLibrary holds the circuits of our own games to the promises of package
// game, and against the interpreter: a sample, or with LUDEX_FULL=1 all.
func TestLibrary(t *testing.T) {
	for _, lib := range library.FactGames() {
		if !corpustest.Sampled(lib.Name) {
			continue
		}
		t.Run(lib.Name, func(t *testing.T) {
			short(t, lib.Rules())
			p, list := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			g, err := openGame(p)
			if err != nil {
				t.Fatal(err)
			}
			gametest.Run(t, g, 30)
			r, err := gdlref.New(p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (enginecompare.Comparison{Plies: 150, Seed: 1}).Run(context.Background(), r, g); err != nil {
				t.Error(err)
			}
		})
	}
}
