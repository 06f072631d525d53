// Package roster lists all players that can be asked for by name.
package roster

import (
	"ludex/game"
	"ludex/internal/players/auto"
	"ludex/internal/players/basic"
	"ludex/internal/players/infoset"
	"ludex/internal/players/levels"
	"ludex/internal/players/nested"
	"ludex/internal/players/solver"
	"ludex/internal/players/strategy"
	"ludex/internal/players/uct"
	"ludex/internal/training"
	"ludex/player"
)

// All returns the kinds of players. The first one is the default.
func All() player.Roster {
	solve := solver.Puzzle(0)
	list := player.Roster{auto.Kind(solve), training.TreeSearch(), training.BestFirst(), levels.Kind(), nested.Kind(solve)}
	list = append(append(append(list, training.ISMCTS()), infoset.Others()...), training.Policy())
	return append(append(list, strategy.Kind(), uct.Kind()), basic.Kinds()...)
}

// New returns a player that a text names, such as "random" or
// "mcts:threads=2,memory=512".
func New(spec string) (player.Player, error) { return All().New(spec) }

// Analyst returns the maker of the player that says what positions of a game are worth:
// auto, or if the game hides information the search of what roles can know, because the
// equilibria that auto may play have no values. Its searches use one thread.
func Analyst(g game.Game) (player.Maker, error) {
	if g.Hidden() {
		return func() player.Player {
			p, _ := infoset.Default(g, infoset.Defaults())
			return p
		}, nil
	}
	return All().Maker("auto:threads=1")
}
