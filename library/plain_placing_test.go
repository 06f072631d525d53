package library_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

var placingModels = []modelled{
	{"connect6", board(rect(19, 19)).cells("."), inALine(first(rect(19, 19)), 6, 1, 2), 2},
	{"pente", board(rect(19, 19)).cells("."), pente, 3},
	{"yavalath", board(hexGrid(5, 6, 7, 8, 9, 8, 7, 6, 5)).cells("."), yavalath, 30},
	{"havannah", board(hexGrid(5, 6, 7, 8, 9, 8, 7, 6, 5)).cells("."), havannah, 10},
	{"ygame", board(hexGrid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).cells("."), gameOfY, 20},
	{"qubic", position{cells: strings.Repeat(".", 64)}, inALine(cube(), 4, 1, 1), 10},
	{"pentago", position{cells: strings.Repeat(".", 36)}, pentago, 5},
	{"quarto", quartoStart, quarto, 20},
	{"orderandchaos", position{cells: strings.Repeat(".", 36)}, orderAndChaos, 20},
	{"connectfour-three", position{cells: strings.Repeat(".", 63)}, connectThree, 20},
	{"reversi-four", reversiFourStart, reversiFour, 5},
	{"capturego", board(rect(9, 9)).cells("."), captureGo, 5},
}

// An emptyBoard makes first positions.
type emptyBoard string

func board(_ *grid, cells string) emptyBoard { return emptyBoard(cells) }

func (b emptyBoard) cells(string) position { return position{cells: string(b)} }

func first(g *grid, _ string) *grid { return g }

// drawn is the score of a draw.
var drawn = []int{50, 50}

// inALine is a game of stones in a line; the first turn and all others have so many stones.
func inALine(g *grid, need, stonesAtFirst, stonesLater int) model {
	return func(p position) map[string]position {
		list := map[string]position{}
		turn := 0
		if p.turns >= stonesAtFirst {
			turn = 1 + (p.turns-stonesAtFirst)/stonesLater
		}
		for c, name := range g.names {
			if p.cells[c] != '.' {
				continue
			}
			q := position{cells: put(p.cells, c, stones[turn%2]), turns: p.turns + 1, points: drawn}
			if g.longest(q.cells, c) >= need {
				q = q.ended(result(turn % 2)...)
			}
			list[name] = q
		}
		return list
	}
}

// cube is the board of Qubic: layers have capital letters.
func cube() *grid {
	var names []string
	var points [][3]int
	for z := range 4 {
		for i := range 4 {
			for x := range 4 {
				names = append(names, square{x, 3 - i}.String()+string(rune('A'+z)))
				points = append(points, [3]int{x, 3 - i, z})
			}
		}
	}
	var steps [][3]int
	for _, x := range []int{-1, 0, 1} {
		for _, y := range []int{-1, 0, 1} {
			for _, z := range []int{-1, 0, 1} {
				if x*9+y*3+z > 0 {
					steps = append(steps, [3]int{x, y, z})
				}
			}
		}
	}
	return newGrid(names, points, steps...)
}

// TestQubicLines counts the winning lines, which is well known.
func TestQubicLines(t *testing.T) {
	g := cube()
	n := 0
	for _, way := range g.ways {
		for c := range g.names {
			if b := way[c]; b >= 0 && way[b] >= 0 && way[way[b]] >= 0 {
				n++
			}
		}
	}
	if n/2 != 76 {
		t.Errorf("%d lines, want 76", n/2)
	}
}

var goban = first(rect(19, 19))

func pente(p position) map[string]position {
	list := map[string]position{}
	mine, theirs := stones[p.mover], stones[1-p.mover]
	for c, name := range goban.names {
		if p.cells[c] != '.' {
			continue
		}
		q := p
		q.cells, q.mover, q.points = put(p.cells, c, mine), 1-p.mover, drawn
		for _, way := range goban.ways {
			a := way[c]
			if a < 0 || q.cells[a] != theirs || way[a] < 0 || q.cells[way[a]] != theirs {
				continue
			}
			if b := way[a]; way[b] >= 0 && q.cells[way[b]] == mine {
				q.cells = put(put(q.cells, a, '.'), b, '.')
				q.counts[p.mover]++
			}
		}
		if goban.longest(q.cells, c) >= 5 || q.counts[p.mover] >= 5 {
			q = q.ended(result(p.mover)...)
		}
		list[name] = q
	}
	return list
}

var hexagon = first(hexGrid(5, 6, 7, 8, 9, 8, 7, 6, 5))

// placing is a game in which a stone is put on any free cell; win says who has won by
// it, or draw.
func placing(g *grid, win func(cells string, cell, mover int) int) model {
	return func(p position) map[string]position {
		list := map[string]position{}
		for c, name := range g.names {
			if p.cells[c] != '.' {
				continue
			}
			q := position{cells: put(p.cells, c, stones[p.mover]), mover: 1 - p.mover, points: drawn}
			if w := win(q.cells, c, p.mover); w != draw {
				q = q.ended(result(w)...)
			}
			list[name] = q
		}
		return list
	}
}

var yavalath = placing(hexagon, func(cells string, c, mover int) int {
	switch n := hexagon.longest(cells, c); {
	case n >= 4:
		return mover
	case n == 3:
		return 1 - mover
	}
	return draw
})

// havannah looks for rings in another way than the rules: by the regions into which all
// cells without stones of the mover fall, and by stones that are deep inside.
var havannah = placing(hexagon, func(cells string, c, mover int) int {
	g := hexagon
	neighbours := func(cell int) (n int) {
		for _, way := range g.ways {
			if way[cell] >= 0 {
				n++
			}
		}
		return n
	}
	mine := func(cell int) bool { return cells[cell] == stones[mover] }
	corners, sides := 0, map[string]bool{}
	for cell := range g.reach(c, 6, mine) {
		switch neighbours(cell) {
		case 3:
			corners++
		case 4:
			missing := ""
			for w, way := range g.ways {
				if way[cell] < 0 {
					missing += string(rune('0' + w))
				}
			}
			sides[missing] = true
		}
	}
	if corners >= 2 || len(sides) >= 3 {
		return mover
	}
	seen := map[int]bool{}
	for cell := range g.names {
		if mine(cell) {
			deep := true
			for _, way := range g.ways {
				deep = deep && way[cell] >= 0 && mine(way[cell])
			}
			if deep {
				return mover
			}
		} else if !seen[cell] {
			region := g.reach(cell, 6, func(x int) bool { return !mine(x) })
			maps.Copy(seen, region)
			inside := true
			for there := range region {
				inside = inside && neighbours(there) == 6
			}
			if inside {
				return mover
			}
		}
	}
	return draw
})

var gameOfY = func() model {
	g := first(hexGrid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
	return placing(g, func(cells string, c, mover int) int {
		sides := map[int]bool{}
		for cell := range g.reach(c, 6, func(x int) bool { return cells[x] == stones[mover] }) {
			for _, w := range []int{0, 1, 5} { // left, right, down to the left
				if g.ways[w][cell] < 0 {
					sides[w] = true
				}
			}
		}
		if len(sides) == 3 {
			return mover
		}
		return draw
	})
}()

var sixBySix = first(rect(6, 6))

// hasFive reports whether a piece has five in a line anywhere.
func hasFive(cells string, piece byte) bool {
	for c := range cells {
		if cells[c] == piece && sixBySix.longest(cells, c) >= 5 {
			return true
		}
	}
	return false
}

// pentago turns a quadrant by reading the whole of it.
func pentago(p position) map[string]position {
	list := map[string]position{}
	for c, name := range sixBySix.names {
		if p.cells[c] != '.' {
			continue
		}
		cells := put(p.cells, c, stones[p.mover])
		for quadrant := range 4 {
			for side, clockwise := range []bool{false, true} {
				corner := quadrant/2*18 + quadrant%2*3
				turned := []byte(cells)
				for y := range 3 {
					for x := range 3 {
						from := corner + x*6 + 2 - y
						if clockwise {
							from = corner + (2-x)*6 + y
						}
						turned[corner+y*6+x] = cells[from]
					}
				}
				q := position{cells: string(turned), mover: 1 - p.mover, points: drawn}
				mine, theirs := hasFive(q.cells, stones[p.mover]), hasFive(q.cells, stones[1-p.mover])
				switch {
				case mine && theirs:
					q = q.ended(drawn...)
				case mine:
					q = q.ended(result(p.mover)...)
				case theirs:
					q = q.ended(result(1 - p.mover)...)
				}
				text := name
				if end := sixBySix.names[corner+6+2*side]; end != name {
					text += end
				}
				list[text] = q
			}
		}
	}
	return list
}

// quarto: the pieces are letters from A on, whose lowest four bits are their properties.
// The cells are those of the board, the hand, and those of the store.
var quartoStart = position{cells: strings.Repeat(".", 16) + "-" + "@ABCDEFGHIJKLMNO", mover: 1, points: drawn}

func quarto(p position) map[string]position {
	list := map[string]position{}
	boardCell := func(i int) string { return square{i % 4, 3 - i/4}.String() }
	if p.cells[16] == '-' { // choose
		for i := range 16 {
			if piece := p.cells[17+i]; piece != '-' {
				q := position{cells: put(put(p.cells, 17+i, '-'), 16, piece), mover: 1 - p.mover, points: drawn}
				list[square{5 + i%4, 3 - i/4}.String()+"e3"] = q
			}
		}
		return list
	}
	for i := range 16 {
		if p.cells[i] != '.' {
			continue
		}
		q := position{cells: put(put(p.cells, i, p.cells[16]), 16, '-'), mover: p.mover, points: drawn}
		if quartoLine(q.cells) {
			q = q.ended(result(p.mover)...)
		}
		list["e3"+boardCell(i)] = q
	}
	return list
}

// quartoLine reports whether a line of the board is full of pieces with a common property.
func quartoLine(cells string) bool {
	lines := [][4]int{{0, 5, 10, 15}, {3, 6, 9, 12}}
	for i := range 4 {
		lines = append(lines, [4]int{4 * i, 4*i + 1, 4*i + 2, 4*i + 3}, [4]int{i, i + 4, i + 8, i + 12})
	}
	for _, line := range lines {
		all, any, full := byte(15), byte(0), true
		for _, i := range line {
			full = full && cells[i] != '.'
			all &= cells[i] & 15
			any |= cells[i] & 15
		}
		if full && (all != 0 || any != 15) {
			return true
		}
	}
	return false
}

func orderAndChaos(p position) map[string]position {
	var list []labelled
	for c, name := range sixBySix.names {
		if p.cells[c] != '.' {
			continue
		}
		for i, piece := range []string{"cross", "nought"} {
			q := position{cells: put(p.cells, c, stones[i]), points: result(1)}
			if sixBySix.longest(q.cells, c) >= 5 {
				q = q.ended(result(0)...)
			}
			list = append(list, labelled{name, piece, q})
		}
	}
	return distinct(list)
}

func connectThree(p position) map[string]position {
	g := nineBySeven
	list := map[string]position{}
	for c, name := range g.names {
		if below := g.ways[down][c]; p.cells[c] != '.' || below >= 0 && p.cells[below] == '.' {
			continue
		}
		q := position{cells: put(p.cells, c, "RYB"[p.mover]), mover: (p.mover + 1) % 3, points: []int{33, 33, 33}}
		if g.longest(q.cells, c) >= 4 {
			points := []int{0, 0, 0}
			points[p.mover] = 99
			q = q.ended(points...)
		}
		list[name] = q
	}
	return list
}

var (
	nineBySeven                 = first(rect(9, 7))
	chessGrid, reversiFourCells = rectGrid(
		"........", "........", "........", "...RY...", "...BG...", "........", "........", "........")
	reversiFourStart = position{cells: reversiFourCells}
)

// flips returns the cells that a ball on a cell changes.
func flips(cells string, c int, mine byte) []int {
	var list []int
	for _, way := range chessGrid.ways {
		var line []int
		at := way[c]
		for at >= 0 && cells[at] != '.' && cells[at] != mine {
			line = append(line, at)
			at = way[at]
		}
		if at >= 0 && cells[at] == mine {
			list = append(list, line...)
		}
	}
	return list
}

func reversiFour(p position) map[string]position {
	const colours = "RYGB"
	turning, any := map[string]position{}, map[string]position{}
	for c, name := range chessGrid.names {
		if p.cells[c] != '.' {
			continue
		}
		near := slices.ContainsFunc(chessGrid.ways, func(way []int) bool { return way[c] >= 0 && p.cells[way[c]] != '.' })
		mine := colours[p.mover]
		q := position{cells: put(p.cells, c, mine), mover: (p.mover + 1) % 4}
		changed := flips(p.cells, c, mine)
		for _, i := range changed {
			q.cells = put(q.cells, i, mine)
		}
		for i := range 4 {
			q.points = append(q.points, strings.Count(q.cells, colours[i:i+1]))
		}
		if len(changed) > 0 {
			turning[name] = q
		} else if near {
			any[name] = q
		}
	}
	if len(turning) > 0 {
		return turning
	}
	return any
}

var nineByNine = first(rect(9, 9))

func captureGo(p position) map[string]position {
	g := nineByNine
	mine, theirs := stones[p.mover], stones[1-p.mover]
	list := map[string]position{}
	for c, name := range g.names {
		if p.cells[c] != '.' {
			continue
		}
		cells := put(p.cells, c, mine)
		alive := func(from int) bool {
			for cell := range g.reach(from, 4, func(x int) bool { return cells[x] == cells[from] }) {
				for _, way := range g.ways[:4] {
					if way[cell] >= 0 && cells[way[cell]] == '.' {
						return true
					}
				}
			}
			return false
		}
		taken := slices.ContainsFunc(g.ways[:4], func(way []int) bool {
			return way[c] >= 0 && cells[way[c]] == theirs && !alive(way[c])
		})
		q := position{cells: cells, mover: 1 - p.mover, points: result(p.mover)}
		if taken {
			q = q.ended(result(p.mover)...)
		} else if !alive(c) {
			continue
		}
		list[name] = q
	}
	return list
}
