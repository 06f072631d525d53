package gdltest_test

import (
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/gdl/check"
	"ludex/gdl/format"
	"ludex/gdl/gdltest"
	"ludex/gdl/parse"
	"ludex/source"
)

func TestRecursiveGamesAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.RecursiveGame().Draw(t, "game")
		text := format.Program(p, gdl.Prefix)
		read, list := parse.File(source.NewFile("game.kif", text), parse.Options{Dialect: p.Dialect})
		check.Run(read, check.Options{}, list)
		if list.HasErrors() {
			t.Fatalf("%v\n%s", list.Err(), text)
		}
		if !read.Equal(p) {
			t.Fatalf("read differently:\n%s", text)
		}
	})
}
