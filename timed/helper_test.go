package timed_test

import (
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
	"ludex/timed"
)

// read parses a text, which must have no errors.
func read(t testing.TB, name, text string) *gdl.Program {
	t.Helper()
	p, list := gdlparse.File(source.NewFile(name, []byte(text)), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// libraryProgram reads a game of the library.
func libraryProgram(t testing.TB, name string) *gdl.Program {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no %s", name)
	}
	return read(t, lib.File, string(lib.Rules()))
}

// libraryGame prepares a timed game of the library.
func libraryGame(t testing.TB, name string) *timed.Game {
	t.Helper()
	g, err := timed.New(libraryProgram(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// at reads a time.
func at(t testing.TB, text string) timed.Time {
	t.Helper()
	out, err := timed.ParseTime(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// update makes an update with moves written as role, move, role, move, …
func update(t testing.TB, g *timed.Game, s timed.State, dt string, moves ...string) timed.Update {
	t.Helper()
	var made []timed.Move
	for i := 0; i < len(moves); i += 2 {
		r, err := g.Role(moves[i])
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, timed.Move{Role: r, Text: moves[i+1]})
	}
	u, err := g.Update(s, at(t, dt), made)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// goals returns the goal values of all roles; each must have one.
func goals(t testing.TB, g *timed.Game, s timed.State) []int {
	t.Helper()
	var out []int
	for r := range g.Roles() {
		values, err := g.Goals(s, game.Role(r))
		if err != nil || len(values) != 1 {
			t.Fatalf("%s has the goals %v, %v", g.Roles()[r], values, err)
		}
		out = append(out, values[0])
	}
	return out
}
