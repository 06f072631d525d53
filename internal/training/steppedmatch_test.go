package training

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
)

// A listener is a player that notes what it learns, and makes the first legal move.
type listener struct{ events []player.Event }

func (p *listener) Start(context.Context, player.Setup) error { return nil }

func (p *listener) Choose(_ context.Context, legal []game.Move) (game.Move, error) {
	return legal[0], nil
}

func (p *listener) Observe(_ context.Context, e player.Event) error {
	p.events = append(p.events, player.Event{Own: e.Own, Joint: slices.Clone(e.Joint), Percepts: slices.Clone(e.Percepts)})
	return nil
}

func (p *listener) Stop() {}

// In a match that can be interrupted players learn what they learn in any other: where
// information is hidden, what they perceive, and not the moves of others.
func TestSteppedMatchTells(t *testing.T) {
	for _, name := range []string{"kuhnpoker", "tictactoe"} {
		g := playertest.Open(t, name)
		stepped, plain := []*listener{{}, {}}, []*listener{{}, {}}
		players := func(list []*listener) []player.Player {
			all := make([]player.Player, len(g.Roles()))
			for i, r := range player.Seats(g) {
				all[r] = list[i]
			}
			return all
		}
		const seed = 7
		m := steppedMatch{game: g, players: players(stepped), nodes: 1, seed: seed, maxSteps: 50}
		if over, _, err := m.play(t.Context()); err != nil || !over {
			t.Fatalf("over: %t, %v", over, err)
		}
		if _, err := player.Play(t.Context(), player.Match{Game: g, Players: players(plain), Nodes: 1, Seed: seed}); err != nil {
			t.Fatal(err)
		}
		for i := range stepped {
			same := func(a, b player.Event) bool {
				return a.Own == b.Own && slices.Equal(a.Joint, b.Joint) && slices.Equal(a.Percepts, b.Percepts)
			}
			if !slices.EqualFunc(stepped[i].events, plain[i].events, same) {
				t.Errorf("%s: player %d learns %v, want %v", name, i, stepped[i].events, plain[i].events)
			}
		}
	}
}
