// Package playertest has shared tests for players: games of the library, and the
// checks that every player must pass.
package playertest

import (
	"context"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgparse"
	"ludex/library"
	"ludex/source"
)

// Open opens a game of the library with the fastest engine.
func Open(t testing.TB, name string) game.Game {
	t.Helper()
	return OpenWith(t, name, "")
}

// OpenWith opens a game of the library with an engine.
func OpenWith(t testing.TB, name, reasoner string) game.Game {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no game %s", name)
	}
	file := source.NewFile(entry.File, entry.Rules())
	if entry.IsRBG() {
		rules, list := rbgparse.File(file)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		o, err := rbgengine.Open(context.Background(), rules, rbgengine.Options{Opening: game.Opening{Engine: reasoner}})
		if err != nil {
			t.Fatal(err)
		}
		return o.Game
	}
	prog, list := gdlparse.File(file, gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	o, err := gdlengine.Open(context.Background(), prog, gdlengine.Options{Opening: game.Opening{Engine: reasoner}})
	if err != nil {
		t.Fatal(err)
	}
	return o.Game
}

// Replay returns the state after moves, one per step: the move of the role that has
// a choice. Steps are separated by ";".
func Replay(t testing.TB, g game.Game, moves string) game.State {
	t.Helper()
	m := g.NewMachine()
	s := m.Initial(nil)
	for _, text := range strings.Split(moves, ";") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		joint := make([]game.Move, len(g.Roles()))
		found := false
		for r := range joint {
			legal := m.Legal(s, game.Role(r), nil)
			if len(legal) == 0 {
				t.Fatalf("%s: nobody is to move", text)
			}
			joint[r] = legal[0]
			if move, err := game.FindMove(g, m, s, game.Role(r), text); err == nil && !found {
				joint[r], found = move, true
			}
		}
		if !found {
			t.Fatalf("%s is no legal move", text)
		}
		s = m.Next(s, joint, nil)
	}
	return s
}

// Mover returns the role that has a choice in a state.
func Mover(t testing.TB, g game.Game, s game.State) game.Role {
	t.Helper()
	m := g.NewMachine()
	for r := range g.Roles() {
		if len(m.Legal(s, game.Role(r), nil)) > 1 {
			return game.Role(r)
		}
	}
	t.Fatal("nobody has a choice")
	return game.NoRole
}
