package realtime

import (
	"context"
	"time"

	"ludex/game"
	"ludex/timed"
)

// A Player plays a role of a match in real time. Its methods are called one after
// the other: Start, then the methods of a policy during the match, then Stop.
// After Stop a player may be started again.
type Player interface {
	timed.Policy
	// Start prepares for a match. The context is the match's: when it ends, all
	// thinking ends.
	Start(ctx context.Context, s Setup) error
	// Stop ends the match and the player's goroutines.
	Stop()
}

// A Setup is what a player is told before a match.
type Setup struct {
	Game *timed.Game
	Role game.Role
	Seed uint64

	// Nodes bounds the work for a decision, in units of the player's own. With
	// a budget, and in virtual time, the same seed gives the same moves however
	// fast the machine is. Zero leaves it to the clock, and without a clock to
	// the player.
	Nodes int
	// Clock is the real time for a decision in virtual time, and StartClock the real
	// time for preparing; 0 is no clock. A live match has its own time.
	Clock, StartClock time.Duration
	// Live is nil in virtual time.
	Live *Live
}

// Live is the connection of a player to a match by a wall clock.
type Live struct {
	Clock     timed.Clock
	Inbox     Sender
	Unit      time.Duration // the real time of one unit of game time
	Execution timed.Execution
}

// A Sender takes moves to the match: its inbox, or a connection to it.
type Sender interface {
	// Put sends a move with the sender's own number, and returns when it
	// arrives, as far as that is known.
	Put(r game.Role, move string, id uint64) timed.Time
}

// A Faulter is a player that counts its faults. It is a capability that a Player
// may have.
type Faulter interface {
	// Faults returns how many decisions failed.
	Faults() int
}

// limited returns a context that ends after a time, if that is not 0.
func limited(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}
