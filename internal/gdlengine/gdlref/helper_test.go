package gdlref

import (
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
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

// open prepares a description.
func open(t testing.TB, text string) *Game {
	t.Helper()
	g, err := New(read(t, "test.kif", text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// libraryGame prepares a game of the library.
func libraryGame(t testing.TB, name string) *Game {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no %s", name)
	}
	g, err := New(read(t, lib.File, string(lib.Rules())))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// atom parses an atom, in the syntax of the text.
func atom(t testing.TB, text string) gdl.Term {
	t.Helper()
	p := read(t, "query", text)
	if len(p.Clauses) != 1 {
		t.Fatalf("%s is no atom", text)
	}
	return p.Clauses[0].Head
}

// step makes the joint move with the given texts.
func step(t testing.TB, g *Game, m game.Machine, s game.State, texts ...string) (game.State, []game.Move) {
	t.Helper()
	joint := make([]game.Move, len(texts))
	for r, text := range texts {
		move, err := game.FindMove(g, m, s, game.Role(r), text)
		if err != nil {
			t.Fatal(err)
		}
		joint[r] = move
	}
	return m.Next(s, joint, nil), joint
}

// percepts returns the texts of what a role perceives.
func percepts(g *Game, m game.Machine, s game.State, joint []game.Move, r game.Role) []string {
	var out []string
	for _, p := range m.Percepts(s, joint, r, nil) {
		out = append(out, g.PerceptText(p))
	}
	return out
}
