package basic

import (
	"context"

	"ludex/game"
	"ludex/player"
)

// Random makes random moves. It plays every game, those that hide information
// included.
type Random struct{ rand *game.Rand }

var _ player.Player = (*Random)(nil)

// Start implements [player.Player].
func (r *Random) Start(_ context.Context, s player.Setup) error {
	r.rand = game.NewRand(s.Seed)
	return nil
}

// Choose implements [player.Player]: all legal moves are equally likely.
func (r *Random) Choose(_ context.Context, legal []game.Move) (game.Move, error) {
	return legal[r.rand.Choose(len(legal))], nil
}

// Observe implements [player.Player].
func (r *Random) Observe(context.Context, player.Event) error { return nil }

// Stop implements [player.Player].
func (r *Random) Stop() {}
