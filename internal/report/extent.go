package report

import (
	"context"
	"errors"

	"ludex/game"
)

// An Extent is how much is played by default. Longer games get less, so that most
// reports take no more than a minute.
type Extent struct {
	Playouts int // random plays
	Games    int // of the player against itself
	Nodes    int // its budget for a move
}

// Most and Least are the extents of the shortest and of the longest games.
var (
	Most  = Extent{Playouts: 2000, Games: 200, Nodes: 300}
	Least = Extent{Playouts: 200, Games: 30, Nodes: 20}
)

const (
	extentPlays = 16 // random plays that tell how long games are
	// How many steps the random plays should have together, the games, and the
	// playouts that a search for one move may make.
	playoutSteps = 400_000
	gameSteps    = 2_000
	nodeSteps    = 25_000
)

// extentOf returns the extent for a game, by the length of random plays. It does not
// depend on the speed of the machine.
func extentOf(ctx context.Context, g game.Game) (Extent, error) {
	m := g.NewMachine()
	m.Bind(ctx)
	p := game.NewPlayout(g, m)
	steps := 1
	for k := range extentPlays {
		p.Reset(nil, uint64(k))
		for !p.Over() && steps < playoutSteps/10 {
			if err := p.Step(); errors.Is(err, game.ErrStuck) {
				break
			} else if err != nil {
				return Extent{}, err
			}
			steps++
		}
	}
	within := func(all, least, most int) int { return min(max(all*extentPlays/steps, least), most) }
	return Extent{
		Playouts: within(playoutSteps, Least.Playouts, Most.Playouts),
		Games:    within(gameSteps, Least.Games, Most.Games),
		Nodes:    within(nodeSteps, Least.Nodes, Most.Nodes),
	}, m.Err()
}
