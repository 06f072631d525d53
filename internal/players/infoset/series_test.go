package infoset_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/players/infoset"
	"ludex/match"
	"ludex/player"
)

// roster returns the players that tests speak of.
func roster() player.Roster { return append(player.Roster(infoset.Kinds()), basic.Kinds()...) }

func maker(t testing.TB, spec string) player.Maker {
	t.Helper()
	m, err := roster().Maker(spec)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func entrant(build player.Maker) match.Maker { return func() match.Player { return build() } }

// series plays one player against others of one kind, in all seats.
func series(t testing.TB, g game.Game, spec, rival string, games, nodes int) player.Standing {
	t.Helper()
	entrants := []match.Entrant{{Name: spec, New: entrant(maker(t, spec))}}
	for r := range g.Roles() {
		if game.Role(r) != g.Random() && len(entrants) < len(g.Roles()) {
			entrants = append(entrants, match.Entrant{Name: rival, New: entrant(maker(t, rival))})
		}
	}
	seats := len(g.Roles())
	if g.Random() != game.NoRole {
		seats--
	}
	s := match.Series{Config: match.Config{Game: g, Nodes: nodes, Seed: 1}, Entrants: entrants[:seats], Games: games}
	standings, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return standings[0]
}
