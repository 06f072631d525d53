package gdltest_test

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdltest"
	"ludex/source"
)

func TestRecursiveGamesAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.RecursiveGame().Draw(t, "game")
		text := gdlformat.Program(p, gdl.Prefix)
		read, list := gdlparse.File(source.NewFile("game.kif", text), gdlparse.Options{Dialect: p.Dialect})
		gdlcheck.Run(read, gdlcheck.Options{}, list)
		if list.HasErrors() {
			t.Fatalf("%v\n%s", list.Err(), text)
		}
		if !read.Equal(p) {
			t.Fatalf("read differently:\n%s", text)
		}
	})
}
