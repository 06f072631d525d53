package library_test

import (
	"maps"
	"slices"
	"strings"
)

// blokusShapes are drawn by rows, and turned and mirrored by the model.
var blokusShapes = []string{"#", "##", "###", "##/#.", "####", "##/##", "###/.#.", "###/#..", "##./.##"}

var blokusStart = position{cells: strings.Repeat(".", 64)}

// The starting points of white and black, as columns and rows from above.
var blokusPoints = []square{{2, 5}, {5, 2}}

// blokusTurned returns all ways to lay a shape, as squares from the left upper corner of
// what it covers.
func blokusTurned(shape string) [][]square {
	var squares []square
	for y, row := range strings.Split(shape, "/") {
		for x := range row {
			if row[x] == '#' {
				squares = append(squares, square{x, y})
			}
		}
	}
	found := map[string][]square{}
	for turn := range 8 {
		for i, s := range squares {
			squares[i] = square{-s.y, s.x}
			if turn == 4 {
				squares[i] = square{s.x, -s.y}
			}
		}
		low := squares[0]
		for _, s := range squares {
			low = square{min(low.x, s.x), min(low.y, s.y)}
		}
		var list []square
		for _, s := range squares {
			list = append(list, square{s.x - low.x, s.y - low.y})
		}
		slices.SortFunc(list, func(a, b square) int { return 8*(a.y-b.y) + a.x - b.x })
		key := ""
		for _, s := range list {
			key += s.String()
		}
		found[key] = list
	}
	return slices.Collect(maps.Values(found))
}

// blokusPieces returns the moves of a player. The bits of counts are the pieces that the
// players have used.
func blokusPieces(p position, player int) map[string]position {
	list := map[string]position{}
	mine := stones[player]
	at := func(x, y int) byte {
		if x < 0 || y < 0 || x > 7 || y > 7 {
			return 0
		}
		return p.cells[8*y+x]
	}
	for n, shape := range blokusShapes {
		if p.counts[player]&(1<<n) != 0 {
			continue
		}
		for _, squares := range blokusTurned(shape) {
			for corner := range 64 {
				text, cells, fits, joined := "", p.cells, true, false
				for _, s := range squares {
					x, y := corner%8+s.x, corner/8+s.y
					beside := at(x-1, y) == mine || at(x+1, y) == mine || at(x, y-1) == mine || at(x, y+1) == mine
					if at(x, y) != '.' || beside {
						fits = false
						break
					}
					aslant := at(x-1, y-1) == mine || at(x+1, y-1) == mine || at(x-1, y+1) == mine || at(x+1, y+1) == mine
					joined = joined || aslant || p.counts[player] == 0 && square{x, y} == blokusPoints[player]
					text, cells = text+square{x, 7 - y}.String(), put(cells, 8*y+x, mine)
				}
				if fits && joined {
					q := position{cells: cells, mover: 1 - player, counts: p.counts}
					q.counts[player] |= 1 << n
					list[text] = q
				}
			}
		}
	}
	return list
}

// blokus passes over a player who can lay no piece.
func blokus(p position) map[string]position {
	list := blokusPieces(p, p.mover)
	for text, q := range list {
		switch {
		case len(blokusPieces(q, q.mover)) > 0:
		case len(blokusPieces(q, 1-q.mover)) > 0:
			q.mover = 1 - q.mover
		default:
			q = q.ended(majority(q.cells)...)
		}
		list[text] = q
	}
	return list
}
