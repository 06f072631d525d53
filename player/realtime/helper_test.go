package realtime

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlparse"
	"ludex/internal/players/basic"
	"ludex/library"
	"ludex/player"
	"ludex/player/mcts"
	"ludex/source"
	"ludex/timed"
)

// program reads a game of the library.
func program(t testing.TB, name string) *gdl.Program {
	t.Helper()
	g, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	p, list := gdlparse.File(source.NewFile(g.File, g.Rules()), gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

// open prepares a game of the library.
func open(t testing.TB, name string) *timed.Game {
	t.Helper()
	g, err := timed.New(program(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// turnPlayers are some players of turn-based games.
func turnPlayers() player.Roster { return append(player.Roster{mcts.Kind()}, basic.Kinds()...) }

// openReference prepares a turn-based game.
func openReference(_ context.Context, p *gdl.Program) (game.Game, error) { return gdlref.New(p) }
