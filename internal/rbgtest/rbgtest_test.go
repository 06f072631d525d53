package rbgtest_test

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgparse"
	"ludex/internal/rbgtest"
	"ludex/rbg"
	"ludex/source"
)

// TestSourceIsWellFormed draws games that must have no problems at all, and a
// switch for a player.
func TestSourceIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rbgtest.Source(t)
		g, list := rbgparse.File(source.NewFile("random.rbg", []byte(text)))
		for _, d := range list.Items {
			t.Errorf("%v", d)
		}
		if g == nil {
			t.Fatalf("no game:\n%s", text)
		}
		switches := 0
		for _, m := range g.Modifiers {
			if m.Kind == rbg.Switch && m.Player != rbg.Keeper {
				switches++
			}
		}
		if switches == 0 {
			t.Error("no player ever moves")
		}
	})
}
