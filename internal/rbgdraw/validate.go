package rbgdraw

import (
	"errors"
	"fmt"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// validate returns an error if a board that was not made by the parser cannot be
// drawn.
func validate(g *rbg.Game) error {
	b := g.Board
	for c := range b.Cells {
		cell := &b.Cells[c]
		if cell.Piece < 0 || cell.Piece >= len(g.Pieces) {
			return fmt.Errorf("cell %d holds piece %d, and the game has %d", c, cell.Piece, len(g.Pieces))
		}
		if b.Shape == rbg.Graph {
			continue
		}
		if outside(cell.X, b.Width) || outside(cell.Y, b.Height) || b.Shape == rbg.Cuboid && outside(cell.Z, b.Depth) {
			return fmt.Errorf("cell %d is outside of the board", c)
		}
	}
	if len(b.Edges) != len(b.Labels) {
		return errors.New("the board has labels without edges")
	}
	for l, edges := range b.Edges {
		if len(edges) != len(b.Cells) {
			return fmt.Errorf("label %d has edges of %d cells, and the board has %d", l, len(edges), len(b.Cells))
		}
		for _, to := range edges {
			if to != rbg.NoCell && outside(int(to), len(b.Cells)) {
				return fmt.Errorf("an edge leads to cell %d, which is not on the board", to)
			}
		}
	}
	return nil
}

func outside(n, size int) bool { return n < 0 || n >= size }

// fits returns an error if a position is not one of the game.
func fits(g *rbg.Game, p *rbgplay.Position) error {
	if len(p.Pieces) != len(g.Board.Cells) || len(p.Values) != len(g.Variables) {
		return fmt.Errorf("a position with %d cells and %d variables does not fit a game with %d and %d",
			len(p.Pieces), len(p.Values), len(g.Board.Cells), len(g.Variables))
	}
	for c, piece := range p.Pieces {
		if int(piece) >= len(g.Pieces) {
			return fmt.Errorf("cell %d holds piece %d, and the game has %d", c, piece, len(g.Pieces))
		}
	}
	if p.Cell < 0 || int(p.Cell) >= max(1, len(g.Board.Cells)) {
		return fmt.Errorf("the current cell %d is not on the board", p.Cell)
	}
	if p.Switch == 0 {
		return nil
	}
	if p.Switch < 0 || int(p.Switch) > len(g.Modifiers) || g.Modifiers[p.Switch-1].Kind != rbg.Switch {
		return fmt.Errorf("modifier %d is no switch", p.Switch)
	}
	if m := g.Mover(int(p.Switch)); m != rbg.Keeper && (m < 0 || m >= len(g.Players)) {
		return fmt.Errorf("player %d does not exist", m)
	}
	return nil
}
