package realtime

import (
	"context"

	"ludex/player"
	"ludex/timed"
)

// PlayMatch plays a match. The external tests set it, because the package that plays
// matches imports this one.
var PlayMatch func(context.Context, Match) (player.Result, error)

// A Match is a match to test players with.
type Match struct {
	Game    *timed.Game
	Options timed.MatchOptions
	Players []Player // by role
	Nodes   int
	Wall    bool
}

// Play plays the match.
func (m Match) Play(ctx context.Context) (player.Result, error) { return PlayMatch(ctx, m) }
