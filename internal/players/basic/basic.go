// Package basic has the simplest players: they are what others are measured by,
// and what a match falls back on.
package basic

import (
	"context"
	"flag"

	"ludex/game"
	"ludex/player"
)

// Kinds are the players of this package.
func Kinds() []player.Kind {
	return []player.Kind{
		{
			Name:    "random",
			Doc:     "makes random moves",
			Declare: func(*flag.FlagSet) func() player.Player { return func() player.Player { return new(Random) } },
		},
		{
			Name:    "legal",
			Doc:     "makes the first legal move",
			Declare: func(*flag.FlagSet) func() player.Player { return func() player.Player { return Legal{} } },
		},
		{
			Name: "greedy",
			Doc:  "looks one step ahead, by goals and a few playouts",
			Declare: func(set *flag.FlagSet) func() player.Player {
				n := set.Int("playouts", DefaultPlayouts, "playouts after each move; a negative number goes by goals alone")
				return func() player.Player { return &Greedy{Playouts: *n} }
			},
		},
	}
}

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
