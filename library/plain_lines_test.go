package library_test

import "testing"

// plainLines is a game in which stones are put down until a number of them is in
// a line: tic-tac-toe, gomoku and, with gravity, Connect Four.
type plainLines struct {
	field
	need    int
	gravity bool
	mover   int
	over    bool
}

const stones = "XO"

func (g plainLines) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	if g.over {
		return list
	}
	for _, s := range g.find('.') {
		if g.gravity && g.at(s.plus(square{0, -1})) == '.' {
			continue
		}
		list[s.String()] = func() plainGame { return g.put(s) }
	}
	return list
}

func (g plainLines) put(s square) plainLines {
	g.field = g.with(stones[g.mover], s)
	g.over = g.line(stones[g.mover])
	if !g.over {
		g.mover = 1 - g.mover
	}
	return g
}

// line looks for a line anywhere on the board.
func (g plainLines) line(stone byte) bool {
	for _, s := range g.find(stone) {
		for _, d := range allWays {
			n := 0
			for at := s; g.at(at) == stone; at = at.plus(d) {
				n++
			}
			if n >= g.need {
				return true
			}
		}
	}
	return false
}

func (g plainLines) scores() []int {
	if g.over {
		return result(g.mover)
	}
	return result(draw)
}

func TestLines(t *testing.T) {
	lockstep(t, openGame(t, "tictactoe-rbg"), plainLines{field: newField(3, 3), need: 3}, few(100))
	lockstep(t, openGame(t, "connectfour-rbg"), plainLines{field: newField(7, 6), need: 4, gravity: true}, few(50))
	lockstep(t, openGame(t, "gomoku"), plainLines{field: newField(15, 15), need: 5}, few(5))
}
