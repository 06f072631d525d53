package session

import (
	"errors"
	"fmt"
	"io"
	"time"

	"ludex/game"
	"ludex/player"
)

// Options say what is played, by which players and how fast.
type Options struct {
	Title  string // title of the game; empty is its name
	Game   game.Game
	From   game.State    // where the game begins; nil is the initial state
	Before [][]game.Move // joint moves made from there before the session
	Role   game.Role     // the person's

	// Opponent makes a player for a role. The person may change roles, so that it may
	// be called for any role.
	Opponent func(game.Role) player.Player
	// Names are the names of the players, by role.
	Names []string
	// Adviser makes the player behind hints and evaluation; nil is none.
	Adviser player.Maker

	Clock      time.Duration // for a move of a player, and for a hint; 0 is no limit
	StartClock time.Duration // for preparing; 0 is no limit
	Nodes      int           // the node budget of every player, see [player.Setup]
	Seed       uint64
	MaxSteps   int // after which the game is cut off; 0 is the default of the game

	// Show writes a canonical text for people; nil leaves it unchanged.
	Show func(text string) string
	// Draw draws a position; nil lists its facts.
	Draw Drawer
}

// A Drawer draws a position as lines of text.
type Drawer func(w io.Writer, p Position, color bool) error

// check returns an error if the options make no sense.
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
