// Package roster lists all players that can be asked for by name.
package roster

import (
	"ludex/player"
	"ludex/player/auto"
	"ludex/player/basic"
	"ludex/player/infoset"
	"ludex/player/mcts"
	"ludex/player/nested"
	"ludex/player/solver"
	"ludex/player/strategy"
)

// All returns the kinds of players. The first one is the default.
func All() player.Roster {
	solve := solver.Puzzle(0)
	list := player.Roster{auto.Kind(solve), mcts.Kind(), nested.Kind(solve)}
	list = append(list, infoset.Kinds()...)
	return append(append(list, strategy.Kind()), basic.Kinds()...)
}

// New returns a player that a text names, such as "random" or
// "mcts:threads=2,memory=512".
func New(spec string) (player.Player, error) { return All().New(spec) }
