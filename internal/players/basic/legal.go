package basic

import (
	"context"

	"ludex/game"
	"ludex/player"
)

// Legal makes the first legal move, in the order of the moves' texts.
type Legal struct{}

var _ player.Player = Legal{}

// Start implements [player.Player].
func (Legal) Start(context.Context, player.Setup) error { return nil }

// Choose implements [player.Player].
func (Legal) Choose(_ context.Context, legal []game.Move) (game.Move, error) { return legal[0], nil }

// Observe implements [player.Player].
func (Legal) Observe(context.Context, player.Event) error { return nil }

// Stop implements [player.Player].
func (Legal) Stop() {}
