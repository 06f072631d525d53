package gdlref

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/gametest"
	"ludex/internal/gdlengine/gdlenginetest"
)

// TestPublicGDLII plays the public games with hidden information that are sound
// and refuses those with unsafe rules.
func TestPublicGDLII(t *testing.T) {
	dir := filepath.Join(gdlenginetest.CorpusDir, "..", "gdl2")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the public games are not there: %v", err)
	}
	for name, sound := range map[string]bool{
		"kriegTTT_4x4": true, "mastermind2x3": true, "montyhall": true, "guessSix": true, "transit": true,
		"oneCardGame": false, "blind_breakthrough_5x5": false,
	} {
		text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
		if err != nil {
			t.Fatal(err)
		}
		g, err := New(read(t, name+".kif", string(text)))
		switch {
		case !sound && (err == nil || !strings.Contains(err.Error(), "unsafe")):
			t.Errorf("%s: the error is %v", name, err)
		case sound && err != nil:
			t.Error(err)
		case sound:
			gametest.Run(t, g, 20)
		}
	}
}
