// Package roster lists all players that can be asked for by name.
package roster

import (
	"ludex/player"
	"ludex/player/auto"
	"ludex/player/basic"
	"ludex/player/mcts"
	"ludex/player/nested"
)

// Options are what players are given from outside.
type Options struct {
	// Solve finds ways through puzzles. Without it, puzzles are searched by
	// playouts alone.
	Solve nested.Solver
}

// All returns the kinds of players. The first is the one to take if nobody says
// otherwise.
func All(opt Options) player.Roster {
	return append(player.Roster{auto.Kind(opt.Solve), mcts.Kind(), nested.Kind(opt.Solve)}, basic.Kinds()...)
}

// New returns a player that a text names, such as "random" or
// "mcts:threads=2,memory=512".
func New(spec string, opt Options) (player.Player, error) { return All(opt).New(spec) }
