package rulestext

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/internal/spelling"
	"ludex/rbg"
	"ludex/rules"
)

// describeRBG describes a regular boardgame.
func describeRBG(ctx context.Context, t *Text, r *rules.Rules) error {
	g := r.RBG
	var names []string
	for _, p := range g.Players {
		names = append(names, p.Name)
	}
	s, _, _, err := look(ctx, r)
	if err != nil {
		return err
	}
	t.add("Players", players(names))
	t.add("Board", boardText(g))
	t.add("Turn", s.turns(len(names), false))
	if moves := s.moves(names, game.NoRole); moves != "" {
		t.add("Moves", "A move is written by the cells at which it changes something, in order; = names what is put there.\n"+moves)
	}
	t.add("What players know", "Everything is open: all players see the board and all moves.")
	t.add("End", "The play is over when the player to move has no move, or the rules lead nowhere any more. "+s.length())
	t.add("Goals", goals(g)+"\n"+s.results(names, game.NoRole))
	return nil
}

// boardText says what the board is like.
func boardText(g *rbg.Game) string {
	const most = 24
	b := g.Board
	shape := "a graph"
	switch b.Shape {
	case rbg.Rectangle:
		shape = fmt.Sprintf("a rectangle of %d by %d", b.Width, b.Height)
	case rbg.Hexagon:
		shape = "made of hexagons"
	case rbg.Cuboid:
		shape = fmt.Sprintf("a block of %d by %d by %d", b.Width, b.Height, b.Depth)
	}
	var pieces []string
	for _, p := range g.Pieces {
		pieces = append(pieces, p.Name)
	}
	return fmt.Sprintf("The board is %s with %s. Each cell holds one of: %s.", shape, spelling.Count(len(b.Cells), "cell"), some(pieces, most))
}

// goals says what scores there are.
func goals(g *rbg.Game) string {
	text := "More points are better."
	for _, p := range g.Players {
		text += fmt.Sprintf(" %s can have 0 to %d.", p.Name, p.Bound)
	}
	return text
}
