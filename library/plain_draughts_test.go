package library_test

import "testing"

// plainDraughts is English draughts: b and w are men, B and W kings. Squares
// that are not played on are always empty.
type plainDraughts struct {
	field
	mover int
	quiet int
}

// A hop is a part of a move: the board after it, where the piece stands, and the
// text so far, without the landing.
type hop struct {
	board field
	where square
	text  string
}

// ways returns the directions in which a piece goes.
func ways(piece byte) []square {
	switch piece {
	case 'b':
		return []square{{-1, -1}, {1, -1}}
	case 'w':
		return []square{{-1, 1}, {1, 1}}
	}
	return aslantWays
}

func (g plainDraughts) isTheirs(piece byte) bool {
	return piece == "wb"[g.mover] || piece == "WB"[g.mover]
}

// jumps returns all complete captures that begin with a hop.
func (g plainDraughts) jumps(from hop, piece byte) []hop {
	var list []hop
	for _, d := range ways(piece) {
		over := from.where.plus(d)
		to := over.plus(d)
		if !g.isTheirs(from.board.at(over)) || from.board.at(to) != '.' {
			continue
		}
		next := hop{from.board.with('.', over), to, from.text + over.String()}
		if more := g.jumps(next, piece); len(more) > 0 {
			list = append(list, more...)
		} else {
			list = append(list, next)
		}
	}
	return list
}

func (g plainDraughts) moves() map[string]func() plainGame {
	captures, steps := map[string]func() plainGame{}, map[string]func() plainGame{}
	if g.quiet == 80 {
		return steps
	}
	for _, piece := range []byte{"bw"[g.mover], "BW"[g.mover]} {
		for _, from := range g.find(piece) {
			start := hop{g.with('.', from), from, from.String()}
			for _, h := range g.jumps(start, piece) {
				captures[h.text+h.where.String()] = func() plainGame { return g.land(h, piece, 0) }
			}
			for _, d := range ways(piece) {
				h := hop{start.board, from.plus(d), start.text}
				if g.at(h.where) == '.' {
					steps[h.text+h.where.String()] = func() plainGame { return g.land(h, piece, g.quiet+1) }
				}
			}
		}
	}
	if len(captures) > 0 {
		return captures
	}
	return steps
}

// land puts a piece down, crowns it if it is a man on the last row, and counts a
// move of a king.
func (g plainDraughts) land(h hop, piece byte, quiet int) plainGame {
	switch {
	case piece == 'b' && h.where.y == 0:
		piece, quiet = 'B', 0
	case piece == 'w' && h.where.y == 7:
		piece, quiet = 'W', 0
	case piece == 'b' || piece == 'w':
		quiet = 0
	}
	return plainDraughts{h.board.with(piece, h.where), 1 - g.mover, quiet}
}

func (g plainDraughts) scores() []int {
	if g.quiet == 80 {
		return result(draw)
	}
	return result(1 - g.mover)
}

func TestDraughts(t *testing.T) {
	lockstep(t, openGame(t, "draughts"), plainDraughts{field: fieldOf(
		".b.b.b.b",
		"b.b.b.b.",
		".b.b.b.b",
		"........",
		"........",
		"w.w.w.w.",
		".w.w.w.w",
		"w.w.w.w.",
	)}, few(100))
}
