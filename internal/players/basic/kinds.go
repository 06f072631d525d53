package basic

import (
	"flag"

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
