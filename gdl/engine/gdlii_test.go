package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"ludex/game"
	"ludex/gdl/engine"
	"ludex/gdl/engine/enginetest"
	"ludex/gdl/parse"
	"ludex/source"
)

// TestPublicGDLII plays the sound public games with hidden information to the
// end on both engines, which must agree on all percepts.
func TestPublicGDLII(t *testing.T) {
	dir := filepath.Join(enginetest.CorpusDir, "..", "gdl2")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the public games are not there: %v", err)
	}
	for _, name := range []string{"kriegTTT_4x4", "mastermind2x3", "montyhall", "guessSix", "transit"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
		if err != nil {
			t.Fatal(err)
		}
		prog := program(t, source.NewFile(name+".kif", text), parse.Options{})
		ref, net := open(t, prog, engine.Reference).Game, open(t, prog, engine.Circuit).Game
		if n, err := (game.Comparison{Plies: 200}).Run(t.Context(), ref, net); err != nil || n < 200 {
			t.Errorf("%s: %d plies, %v", name, n, err)
		}
	}
}
