package library_test

import (
	"strconv"
	"strings"
	"testing"

	"ludex/game"
)

// plainGo is go. The rule of ko is told as it is meant: no stone may bring back
// the board of before the opponent's move.
type plainGo struct {
	field
	before field // the board before the opponent's move
	mover  int
	passes int
	turns  int // how many are left
}

var goStones = "BW"

func newPlainGo(size, turns int) plainGo {
	return plainGo{field: newField(size, size), turns: turns}
}

func (g plainGo) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	if g.passes == 2 || g.turns == 0 {
		return list
	}
	corner := "a" + strconv.Itoa(g.height) // where the one who passes stands
	list[corner] = func() plainGame {
		return plainGo{g.field, g.field, 1 - g.mover, g.passes + 1, g.turns - 1}
	}
	for _, s := range g.find('.') {
		after, ok := g.put(s)
		if !ok || after == g.before {
			continue
		}
		text := s.String()
		if text == corner { // said more exactly, since passing has the same text
			text += []string{"=blackStone", "=whiteStone"}[g.mover]
		}
		list[text] = func() plainGame { return plainGo{after, g.field, 1 - g.mover, 0, g.turns - 1} }
	}
	return list
}

// put returns the board after a stone, and whether the stone has a liberty then.
func (g plainGo) put(s square) (field, bool) {
	mine, theirs := goStones[g.mover], goStones[1-g.mover]
	f := g.with(mine, s)
	for _, d := range straightWays {
		if n := s.plus(d); f.at(n) == theirs {
			if chain := f.flood(theirs, n); !f.touches(chain, '.') {
				for dead := range chain {
					f = f.with('.', dead)
				}
			}
		}
	}
	return f, f.touches(f.flood(mine, s), '.')
}

// touches reports whether a square beside some squares holds a piece.
func (f field) touches(some map[square]bool, piece byte) bool {
	for s := range some {
		for _, d := range straightWays {
			if f.at(s.plus(d)) == piece {
				return true
			}
		}
	}
	return false
}

// area returns a player's stones and the free points that touch no others.
func (g plainGo) area(player int) int {
	n := g.count(goStones[player])
	for _, s := range g.find('.') {
		region := g.flood('.', s)
		if g.touches(region, goStones[player]) && !g.touches(region, goStones[1-player]) {
			n++
		}
	}
	return n
}

func (g plainGo) scores() []int {
	if g.area(0) > g.area(1)+7 {
		return result(0)
	}
	return result(1)
}

// goOfSize returns go on a square board of another size, and with another limit of
// turns.
func goOfSize(t *testing.T, size, turns int) game.Game {
	t.Helper()
	text := rulesOf(t, "go")
	start, rest, ok := strings.Cut(text, "#row =")
	_, end, ok2 := strings.Cut(rest, "#anywhere =")
	if !ok || !ok2 {
		t.Fatal("the board of go is not where it is expected")
	}
	row := "[free" + strings.Repeat(", free", size-1) + "]"
	board := "#board = rectangle(up, down, left, right, " + strings.Repeat(row, size) + ")\n"
	return openText(t, strings.ReplaceAll(start+board+"#anywhere ="+end, "243", strconv.Itoa(turns)))
}

// TestGo plays on the real board and on small ones, where stones are captured all
// the time and kos are frequent.
func TestGo(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	lockstep(t, openGame(t, "go"), newPlainGo(9, 243), few(5))
	lockstep(t, openGame(t, "go-19x19"), newPlainGo(19, 1083), 1)
	for size := 2; size <= 5; size++ {
		lockstep(t, goOfSize(t, size, 30), newPlainGo(size, 30), few(40))
	}
}

// TestSmallGoPerft counts all sequences of moves on a board of three by three.
func TestSmallGoPerft(t *testing.T) {
	depth := 4
	if full() {
		depth = 6
	}
	want := countPlain(newPlainGo(3, 243), depth)
	checkPerft(t, goOfSize(t, 3, 243), nil, want[1:])
}
