package gdlenginetest_test

import (
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/gdlref"
)

// TestRun compares the interpreter with a few golden rows.
func TestRun(t *testing.T) {
	const few = 6
	rows := 0
	filter := func(r gdlenginetest.Row) bool {
		if !gdlenginetest.InSample(r) || rows == few {
			return false
		}
		rows++
		return true
	}
	open := func(p *gdl.Program) (game.Game, error) { return gdlref.New(p, gdlref.Options{}) }
	s := gdlenginetest.Run(t, open, filter, gdlenginetest.Budget{Leaves: 2_000})
	if s.Games != few || s.Compared == 0 {
		t.Errorf("compared %d facts of %d games", s.Compared, s.Games)
	}
}
