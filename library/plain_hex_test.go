package library_test

import (
	"testing"
)

// hexSide is the length of a side of the largest board.
const hexSide = 11

// plainHex is hex on a rhombus that lies flat: row i goes down to the right from
// the upper corner, and column j down to the left. The winner is found with sets
// of connected cells.
type plainHex struct {
	side   int
	stones [hexSide][hexSide]byte
	mover  int
	winner int
}

// cell returns what a cell is called on the standing board, where rows are
// numbered from below and cells in a row from the left.
func (g plainHex) cell(i, j int) string {
	row := i + j
	column := i - max(0, row-(g.side-1))
	return square{column, 2*g.side - 2 - row}.String()
}

func (g plainHex) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	for i := range g.side {
		for j := range g.side {
			if g.winner == draw && g.stones[i][j] == 0 {
				list[g.cell(i, j)] = func() plainGame { return g.put(i, j) }
			}
		}
	}
	return list
}

func (g plainHex) put(i, j int) plainHex {
	g.stones[i][j] = stones[g.mover]
	if g.connected() {
		g.winner = g.mover
	}
	g.mover = 1 - g.mover
	return g
}

// connected reports whether the mover's two sides are connected: the first player
// has the first and the last row, the second one the columns.
func (g plainHex) connected() bool {
	cell := func(along, across int) (i, j int) {
		if g.mover == 0 {
			return along, across
		}
		return across, along
	}
	reached := [hexSide][hexSide]bool{}
	for changed := true; changed; {
		changed = false
		for along := range g.side {
			for across := range g.side {
				i, j := cell(along, across)
				if reached[i][j] || g.stones[i][j] != stones[g.mover] || along > 0 && !beside(&reached, i, j) {
					continue
				}
				if along == g.side-1 {
					return true
				}
				reached[i][j], changed = true, true
			}
		}
	}
	return false
}

// beside reports whether one of the six neighbours of a cell is in a set.
func beside(set *[hexSide][hexSide]bool, i, j int) bool {
	for _, d := range []square{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
		i, j := i+d.x, j+d.y
		if i >= 0 && j >= 0 && i < hexSide && j < hexSide && set[i][j] {
			return true
		}
	}
	return false
}

func (g plainHex) scores() []int { return result(g.winner) }

func TestHex(t *testing.T) {
	lockstep(t, openGame(t, "hex"), plainHex{side: 11, winner: draw}, few(10))
	lockstep(t, openGame(t, "hex-9x9"), plainHex{side: 9, winner: draw}, few(10))
}
