package library_test

import (
	"slices"
)

// A hiddenMarks is kriegspiel tic-tac-toe: marks by cells, and cells that were tried in
// vain.
type hiddenMarks struct {
	marks map[square]string
	tried map[string]map[square]bool
	mover string
}

func (h hiddenMarks) legal() map[string][]string {
	var list []string
	for _, c := range grid2(3, 3) {
		if h.marks[c] != h.mover && !h.tried[h.mover][c] {
			list = append(list, term("mark", c.x, c.y))
		}
	}
	return map[string][]string{h.mover: list}
}

// lined returns who has three cells in a line: their sum is three times the middle one.
func (h hiddenMarks) lined() string {
	cells := grid2(3, 3)
	for _, a := range cells {
		for _, b := range cells {
			c := square{2*b.x - a.x, 2*b.y - a.y}
			if a != b && h.marks[a] != "" && h.marks[a] == h.marks[b] && h.marks[b] == h.marks[c] {
				return h.marks[a]
			}
		}
	}
	return ""
}

func (h hiddenMarks) play(joint map[string]string) (table, map[string][]string) {
	move := joint[h.mover]
	c := square{digit(move, 1), digit(move, 2)}
	if h.marks[c] != "" {
		h.tried = with(h.tried, h.mover, with(h.tried[h.mover], c, true))
		return h, map[string][]string{h.mover: {"badMoveTryAgain"}}
	}
	h.marks = with(h.marks, c, h.mover)
	h.mover = otherOf(h.mover, "x", "o")
	switch winner := h.lined(); {
	case winner != "":
		return h, everybody([]string{"x", "o"}, term("won", winner))
	case len(h.marks) == 9:
		return h, everybody([]string{"x", "o"}, "drawn")
	}
	return h, map[string][]string{h.mover: {"yourMoveNow"}}
}

func (h hiddenMarks) goals() (map[string]int, bool) {
	switch h.lined() {
	case "x":
		return map[string]int{"x": 100, "o": 0}, true
	case "o":
		return map[string]int{"x": 0, "o": 100}, true
	}
	return map[string]int{"x": 50, "o": 50}, len(h.marks) == 9
}

// A blindChess is kriegspiel chess: pieces by squares, white ones in capitals. Moves are
// tried on the board, and taken back if the king stands in check.
type blindChess struct {
	pieces map[square]byte
	mover  int
	plies  int
	tried  map[string]bool
	result string
}

var blindStart = blindChess{pieces: map[square]byte{
	{0, 0}: 'K', {3, 0}: 'R', {0, 1}: 'P', {1, 1}: 'P',
	{3, 4}: 'k', {0, 4}: 'r', {3, 3}: 'p', {2, 3}: 'p',
}}

var blindNames = []string{"white", "black"}

// holder returns whose piece is on a square, or -1.
func (b blindChess) holder(s square) int {
	switch piece := b.pieces[s]; {
	case piece == 0:
		return -1
	case piece < 'a':
		return 0
	}
	return 1
}

// could returns the squares where the piece on a square could go on an empty board.
func (b blindChess) could(from square) (list []square) {
	piece := b.pieces[from]
	forward := 1 - 2*b.holder(from)
	for y := range 5 {
		for x := range 4 {
			to := square{x, y}
			dx, dy := x-from.x, y-from.y
			switch {
			case to == from:
			case piece|32 == 'k' && dx*dx <= 1 && dy*dy <= 1, piece|32 == 'r' && dx*dy == 0, piece|32 == 'p' && dy == forward && dx*dx <= 1:
				list = append(list, to)
			}
		}
	}
	return list
}

// can reports whether a piece can go or capture as the pieces stand, whatever becomes
// of the king.
func (b blindChess) can(from, to square) bool {
	piece := b.pieces[from]
	if b.holder(to) == b.holder(from) {
		return false
	}
	if piece|32 == 'p' {
		return (from.x == to.x) == (b.pieces[to] == 0)
	}
	step := square{sign(to.x - from.x), sign(to.y - from.y)}
	for s := from.plus(step); s != to; s = s.plus(step) {
		if b.pieces[s] != 0 {
			return false
		}
	}
	return true
}

func sign(n int) int { return min(max(n, -1), 1) }

// moved returns the board after a move.
func (b blindChess) moved(from, to square) blindChess {
	b.pieces = with(b.pieces, to, b.pieces[from])
	delete(b.pieces, from)
	if b.pieces[to] == 'P' && to.y == 4 {
		b.pieces[to] = 'R'
	}
	if b.pieces[to] == 'p' && to.y == 0 {
		b.pieces[to] = 'r'
	}
	return b
}

// inCheck reports whether a player's king can be captured.
func (b blindChess) inCheck(player int) bool {
	for from := range b.pieces {
		if b.holder(from) == player {
			continue
		}
		for _, to := range b.could(from) {
			if b.pieces[to] == "Kk"[player] && b.can(from, to) {
				return true
			}
		}
	}
	return false
}

// valid reports whether the arbiter accepts a move.
func (b blindChess) valid(from, to square) bool {
	return b.can(from, to) && !b.moved(from, to).inCheck(b.holder(from))
}

// mobile reports whether the mover has a move.
func (b blindChess) mobile() bool {
	for from := range b.pieces {
		if b.holder(from) == b.mover && slices.ContainsFunc(b.could(from), func(to square) bool { return b.valid(from, to) }) {
			return true
		}
	}
	return false
}

func (b blindChess) legal() map[string][]string {
	var list []string
	for from := range b.pieces {
		if b.holder(from) != b.mover {
			continue
		}
		for _, to := range b.could(from) {
			if text := term("move", from, to); !b.tried[text] {
				list = append(list, text)
			}
		}
	}
	return map[string][]string{blindNames[b.mover]: list}
}

func (b blindChess) play(joint map[string]string) (table, map[string][]string) {
	text := joint[blindNames[b.mover]]
	place := func(n int) square {
		word := words(text)[n]
		return square{int(word[0] - 'a'), int(word[1] - '1')}
	}
	from, to := place(1), place(2)
	if !b.valid(from, to) {
		b.tried = with(b.tried, text, true)
		return b, map[string][]string{blindNames[b.mover]: {"badMoveTryAgain"}}
	}
	var all []string
	if b.pieces[to] != 0 {
		all = append(all, term("captured", to))
	}
	next := b.moved(from, to)
	next.mover, next.plies, next.tried = 1-b.mover, b.plies+1, nil
	check, mobile := next.inCheck(next.mover), next.mobile()
	switch {
	case check && !mobile:
		next.result = blindNames[b.mover]
		all = append(all, "checkmate")
	case !mobile || next.plies == 40:
		next.result = "drawn"
		all = append(all, "draw")
	case check:
		all = append(all, "check")
	}
	percepts := everybody(blindNames, all...)
	if next.result == "" {
		percepts[blindNames[next.mover]] = append(slices.Clone(all), "yourMoveNow")
	}
	return next, percepts
}

func (b blindChess) goals() (map[string]int, bool) {
	goals := map[string]int{"white": 50, "black": 50}
	if b.result == "white" || b.result == "black" {
		goals = map[string]int{"white": 0, "black": 0}
		goals[b.result] = 100
	}
	return goals, b.result != ""
}
