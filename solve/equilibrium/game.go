package equilibrium

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/strategyfile"
	"ludex/player"
)

// Limits bound the size of a game. Zero values mean the defaults.
type Limits struct {
	Nodes    int // of the tree; 0 is DefaultNodes
	MaxSteps int // of a play; 0 is the result of game.MaxSteps
}

// defaultNodes is the default limit of nodes.
const defaultNodes = 5_000_000

var (
	// ErrGoal is returned if a role does not have exactly one goal value at the end
	// of a play.
	ErrGoal = errors.New("not exactly one goal value at the end of a play")
	// errNoPlayers is returned for games in which only chance moves.
	errNoPlayers = errors.New("there is no player")
)

// A Game is a game of package game in extensive form. Simultaneous moves become
// successive choices, without knowledge of the others. An information set of a role
// is its view: its own moves and its percepts. A role with only one legal move has
// no decision. Goal values are the payoffs.
type Game struct {
	*Tree
	Game game.Game
	From game.State // where plays begin

	roles []game.Role // by player
	views viewTable
	infos [][]info // by player and set
}

// An info identifies an information set in the game.
type info struct {
	view  int32
	legal int32 // the list of the legal moves, one for each action
}

// FromGame builds the tree of a game, from a state or, if it is nil, from the
// initial one. It returns a [LimitError] if the game is too large.
func FromGame(ctx context.Context, g game.Game, from game.State, limits Limits) (*Game, error) {
	b, err := newTreeBuilder(ctx, g, from, limits)
	if err != nil {
		return nil, err
	}
	if err := b.build(); err != nil {
		return nil, fmt.Errorf("%s: %w", g.Name(), err)
	}
	return b.finish()
}

// Roles returns the role of each player.
func (g *Game) Roles() []game.Role { return slices.Clone(g.roles) }

// Legal returns the legal moves in an information set of a player, one for each
// action.
func (g *Game) Legal(player, number int) []game.Move {
	return g.moves(g.infos[player][number].legal)
}

// moves returns a list of moves.
func (g *Game) moves(list int32) []game.Move {
	var out []game.Move
	for _, m := range g.views.list(list) {
		out = append(out, game.Move(m))
	}
	return out
}

// A Turn is a step on the way to an information set, as its role knows it.
type Turn struct {
	Legal []game.Move // of the role, before the step
	Event player.Event
}

// History returns the steps that lead to an information set of a player. Every play
// that leads there is the same to the role.
func (g *Game) History(p, number int) []Turn {
	var out []Turn
	for v := g.infos[p][number].view; g.views.nodes[v].before >= 0; v = g.views.nodes[v].before {
		n := g.views.nodes[v]
		joint, percepts := g.signal(n)
		out = append(out, Turn{g.moves(n.legal), player.Event{Own: game.Move(n.move), Joint: joint, Percepts: percepts}})
	}
	slices.Reverse(out)
	return out
}

// View returns the view of a player in an information set, step by step.
func (g *Game) View(player, number int) []strategyfile.Step {
	out := []strategyfile.Step{}
	for v := g.infos[player][number].view; ; {
		n := g.views.nodes[v]
		if n.before < 0 {
			slices.Reverse(out)
			return out
		}
		out = append(out, g.step(player, n))
		v = n.before
	}
}

// step converts the last step of a view.
func (g *Game) step(player int, n viewNode) strategyfile.Step {
	joint, percepts := g.signal(n)
	return strategyfile.StepOf(g.Game, g.roles[player], game.Move(n.move), joint, percepts)
}

// signal returns what a role saw in the last step of a view: the joint move, or
// percepts if the game hides information.
func (g *Game) signal(n viewNode) (joint []game.Move, percepts []game.Percept) {
	if !g.Game.Hidden() {
		return g.moves(n.signal), nil
	}
	for _, x := range g.views.list(n.signal) {
		percepts = append(percepts, game.Percept(x))
	}
	return nil, percepts
}
