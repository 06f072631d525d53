package session

import (
	"errors"
	"fmt"
	"io"
	"time"

	"ludex/game"
	"ludex/player"
)

// Options say what is played, by whom and how fast.
type Options struct {
	Title  string // what the game is called; empty is its name
	Game   game.Game
	From   game.State    // where the play begins; nil is the initial state
	Before [][]game.Move // the joint moves that were made from there already
	Role   game.Role     // the person's

	// Opponent makes a player for a role. The person may take any of them later,
	// and leave the present one.
	Opponent func(game.Role) player.Player
	// Names are what the players are called, by role.
	Names []string
	// Adviser makes the player that gives hints and evaluates; nil is none.
	Adviser player.Maker

	Clock      time.Duration // for a move of a player, and for a hint; 0 is none
	StartClock time.Duration // for preparing; 0 is none
	Nodes      int           // the budget of every player, see [player.Setup]
	Seed       uint64
	MaxSteps   int // where the play is cut off; 0 is what the game says

	// Show writes a canonical text for people; nil leaves it as it is.
	Show func(text string) string
	// Draw draws a position; nil lists its facts.
	Draw Drawer
}

// A Drawer draws a position as lines of text.
type Drawer func(w io.Writer, p Position, color bool) error

// check returns what is wrong with the options.
func (o *Options) check() error {
	roles := o.Game.Roles()
	switch {
	case o.Role < 0 || int(o.Role) >= len(roles):
		return errors.New("the game has no such role")
	case o.Role == o.Game.Random():
		return fmt.Errorf("%s is played by chance", roles[o.Role])
	case len(o.Names) != len(roles):
		return fmt.Errorf("%d names for %d roles", len(o.Names), len(roles))
	}
	return nil
}
