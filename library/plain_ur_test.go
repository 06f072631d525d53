package library_test

import (
	"slices"
	"strings"
	"testing"
)

// A royalGame has pieces by how far they have come: 0 wait, and 15 are off the board.
type royalGame struct {
	pieces [2][7]int
	mover  int
	throw  int // -1 before the dice are thrown
}

// royalWay names the squares of white's way from 1 to 14; those of black are in row 1
// instead of row 3.
var royalWay = strings.Fields("- d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 h3 g3 f3")

func royalSquare(player, way int) string {
	if player == 1 {
		return strings.Replace(royalWay[way], "3", "1", 1)
	}
	return royalWay[way]
}

// onBoard returns which piece of a player stands on a square, or -1.
func (g royalGame) onBoard(player int, square string) int {
	return slices.IndexFunc(g.pieces[player][:], func(way int) bool { return way > 0 && way < 15 && royalSquare(player, way) == square })
}

// targets returns where pieces can go, by the way that they have come.
func (g royalGame) targets() map[int]int {
	list := map[int]int{}
	for _, way := range g.pieces[g.mover] {
		to := way + g.throw
		if g.throw <= 0 || way == 15 || to > 15 {
			continue
		}
		square := royalSquare(g.mover, to)
		if to == 15 || g.onBoard(g.mover, square) < 0 && (to != 8 || g.onBoard(1-g.mover, square) < 0) {
			list[way] = to
		}
	}
	return list
}

// moved returns the position after a move of a piece.
func (g royalGame) moved(way, to int) royalGame {
	g.pieces[g.mover][slices.Index(g.pieces[g.mover][:], way)] = to
	if to < 15 {
		if hit := g.onBoard(1-g.mover, royalSquare(g.mover, to)); hit >= 0 {
			g.pieces[1-g.mover][hit] = 0
		}
	}
	if to != 4 && to != 8 && to != 14 {
		g.mover = 1 - g.mover
	}
	g.throw = -1
	return g
}

// thrown returns the position after a throw. Who cannot move loses the turn.
func (g royalGame) thrown(marks int) royalGame {
	if g.throw = marks; len(g.targets()) == 0 {
		g.mover, g.throw = 1-g.mover, -1
	}
	return g
}

func (g royalGame) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	switch {
	case g.winner() >= 0:
	case g.throw < 0:
		for n := range 16 {
			var sides []string
			for bit := range 4 {
				sides = append(sides, []string{"blank", "mark"}[n>>bit&1])
			}
			marks := strings.Count(strings.Join(sides, ""), "mark")
			list["e3f3f1e1="+strings.Join(sides, ",")] = func() plainGame { return g.thrown(marks) }
		}
	default:
		for way, to := range g.targets() {
			text := royalSquare(g.mover, to)
			if way > 0 {
				text = royalSquare(g.mover, way) + text
			}
			list[text] = func() plainGame { return g.moved(way, to) }
		}
	}
	return list
}

// winner returns the player who has brought all pieces off the board, or -1.
func (g royalGame) winner() int {
	return slices.Index(g.pieces[:], [7]int{15, 15, 15, 15, 15, 15, 15})
}

func (g royalGame) scores() []int { return append(result(g.winner()), 0) }

// TestRoyalGame plays the Royal Game of Ur in lock step with a program that knows no board.
func TestRoyalGame(t *testing.T) {
	if testing.Short() {
		t.Skip("the program runs on one goroutine, so the race detector would find nothing")
	}
	lockstep(t, openGame(t, "ur"), royalGame{throw: -1}, few(20))
}
