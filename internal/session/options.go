package session

import (
	"errors"
	"fmt"
	"io"

	"ludex/game"
	"ludex/match"
	"ludex/player"
)

// Options say what is played, by which players and how fast.
type Options struct {
	// Config is the configuration of the match: a turn-based game, where it begins, the
	// clocks and budgets of the players, and the seed. The clock of a move is also that
	// of a hint. The person has no clock. The session makes the seats.
	match.Config

	Title  string        // title of the game; empty is its name
	Before [][]game.Move // joint moves made before the session
	Role   game.Role     // the person's

	// Opponent makes a player for a role. The person may change roles, so that it may
	// be called for any role.
	Opponent func(game.Role) player.Player
	// Names are the names of the players, by role.
	Names []string
	// Adviser makes the player behind hints and evaluation; nil is none.
	Adviser player.Maker

	// Show writes a canonical text for people; nil leaves it unchanged.
	Show func(text string) string
	// Draw draws a position; nil lists its facts.
	Draw Drawer
}

// A Drawer draws a position as lines of text.
type Drawer func(w io.Writer, p Position, color bool) error

// check returns the game, or an error if the options make no sense.
func (o *Options) check() (game.Game, error) {
	g, ok := o.Game.(game.Game)
	if !ok {
		return nil, fmt.Errorf("a session of a %T, which is not turn-based", o.Game)
	}
	roles := g.Roles()
	switch {
	case o.Role < 0 || int(o.Role) >= len(roles):
		return nil, errors.New("the game has no such role")
	case o.Role == g.Random():
		return nil, fmt.Errorf("%s is played by chance", roles[o.Role])
	case len(o.Names) != len(roles):
		return nil, fmt.Errorf("%d names for %d roles", len(o.Names), len(roles))
	}
	return g, nil
}
