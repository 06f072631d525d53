package session

import (
	"errors"
	"fmt"
	"io"
	"time"

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
	People []bool        // by role: a person plays it
	Role   game.Role     // of the only person, for Sit

	// Opponent makes a player for a role. People may change roles, so that it may be
	// called for any role.
	Opponent func(game.Role) player.Player
	// Names are the names of the players, by role.
	Names []string
	// PeopleNamed says that the names of people are among the names, for records.
	PeopleNamed bool
	// Adviser makes the player behind hints and evaluation; nil is none.
	Adviser player.Maker

	// Show writes a canonical text for people; nil leaves it unchanged.
	Show func(text string) string
	// Naming writes moves as people do; nil writes them as the rules do.
	Naming *Naming
	// Draw draws a position; nil lists its facts.
	Draw Drawer

	// The following are for sessions that are led from outside, by decisions that are kept
	// somewhere before they are made here.

	// Held sessions ask no player until [Session.Lead], and compute nothing until
	// [Session.Wake].
	Held bool
	// Decided, if it is not nil, is given the decisions of players. The session waits for
	// [Session.Answer].
	Decided func(Decision)
	// Chance, if it is not nil, chooses one of n moves of chance in a step.
	Chance func(step, n int) int
	// Asked, if it is not nil, returns by role who is asked for a move after some steps, also if
	// there is only one: how long a person takes then tells nothing about what there was to
	// choose. It is for people only.
	Asked func(steps []Step) []bool
	// Paced sessions wait for [Session.Advance] before a step without a decision.
	Paced bool
}

// A Decision is the move of a role.
type Decision struct {
	Role  game.Role
	Move  game.Move
	Took  time.Duration
	Fault *player.Fault // why a random move was chosen; nil if the role chose
}

// A Naming writes moves and percepts as people do.
type Naming struct {
	// Moves names legal moves of a role in a state, while the others make the moves of a
	// joint move. In a game with hidden information there is neither state nor joint move.
	Moves func(s game.State, r game.Role, joint, moves []game.Move) []string
	// Step writes a joint move that was made in a state, given which roles had a choice and
	// how roles are called.
	Step func(s game.State, joint []game.Move, choice []bool, role func(game.Role) string) string
	// Own and Percept write a move of the person and what the person perceived, in a game with
	// hidden information.
	Own     func(r game.Role, m game.Move) string
	Percept func(p game.Percept) string
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
	case len(o.People) != len(roles):
		return nil, fmt.Errorf("%d seats for %d roles", len(o.People), len(roles))
	case g.Random() >= 0 && o.People[g.Random()]:
		return nil, checkRole(g, g.Random())
	case len(o.Names) != len(roles):
		return nil, fmt.Errorf("%d names for %d roles", len(o.Names), len(roles))
	}
	return g, nil
}

// checkRole returns an error if no person can have a role.
func checkRole(g game.Game, r game.Role) error {
	switch {
	case r < 0 || int(r) >= len(g.Roles()):
		return errors.New("the game has no such role")
	case r == g.Random():
		return fmt.Errorf("%s is played by chance", g.Roles()[r])
	}
	return nil
}
