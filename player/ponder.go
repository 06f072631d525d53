package player

import (
	"context"

	"ludex/game"
)

// A Ponderer is a player that can think while the others move. It is a capability that a
// Player may have.
type Ponderer interface {
	// Ponder thinks until the context ends, or until there is nothing left to think
	// about. It may be called whenever no other method runs.
	Ponder(ctx context.Context) error
}

// After returns the state after a move of a role in the state of the tracker, in which
// the other roles have no choice. It reports false if they have one.
func (t *Tracker) After(r game.Role, m game.Move) (game.State, bool) {
	if t.Machine.Terminal(t.State) {
		return nil, false
	}
	joint := make([]game.Move, len(t.Game.Roles()))
	for other := range joint {
		legal := t.Machine.Legal(t.State, game.Role(other), nil)
		if game.Role(other) != r && len(legal) != 1 || len(legal) == 0 {
			return nil, false
		}
		joint[other] = legal[0]
	}
	joint[r] = m
	next := t.Machine.Next(t.State, joint, nil)
	return next, t.Machine.Err() == nil
}
