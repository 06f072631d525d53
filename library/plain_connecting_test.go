package library_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
)

var connectingModels = []modelled{
	{"gonnect", position{cells: strings.Repeat(".", 162), points: result(1)}, gonnect, 4},
	{"slither", position{cells: strings.Repeat(".", 36), points: result(1)}, slither, 2},
	{"renju", position{cells: strings.Repeat(".", 225), points: drawn}, renju, 1},
	{"blokusduo", blokusStart, blokus, 1},
}

// chain returns the cells of the chain that a cell belongs to.
func (g *grid) chain(cells string, cell int) map[int]bool {
	return g.reach(cell, 4, func(c int) bool { return cells[c] == cells[cell] })
}

// breathes reports whether one of some cells has a free neighbour.
func (g *grid) breathes(cells string, chain map[int]bool) bool {
	for cell := range chain {
		if slices.ContainsFunc(g.ways[:4], func(way []int) bool { return way[cell] >= 0 && cells[way[cell]] == '.' }) {
			return true
		}
	}
	return false
}

// spans reports whether the chain of a cell reaches two opposite sides.
func (g *grid) spans(cells string, cell, way, opposite int) bool {
	var one, other bool
	for c := range g.chain(cells, cell) {
		one = one || g.ways[way][c] < 0
		other = other || g.ways[opposite][c] < 0
	}
	return one && other
}

// gonnect keeps the position before the last move behind the cells: to bring it back is
// forbidden.
func gonnect(p position) map[string]position {
	g, list := nineByNine, map[string]position{}
	mine, theirs := stones[p.mover], stones[1-p.mover]
	now, before := p.cells[:81], p.cells[81:]
	for c, name := range g.names {
		if now[c] != '.' {
			continue
		}
		cells := put(now, c, mine)
		for _, way := range g.ways[:4] {
			if at := way[c]; at >= 0 && cells[at] == theirs {
				if chain := g.chain(cells, at); !g.breathes(cells, chain) {
					for dead := range chain {
						cells = put(cells, dead, '.')
					}
				}
			}
		}
		if !g.breathes(cells, g.chain(cells, c)) || cells == before {
			continue
		}
		q := position{cells: cells + now, mover: 1 - p.mover, turns: p.turns + 1, points: result(p.mover)}
		switch {
		case g.spans(cells, c, left, right) || g.spans(cells, c, up, down):
			q = q.ended(result(p.mover)...)
		case q.turns == 243:
			q = q.ended(drawn...)
		}
		list[name] = q
	}
	return list
}

func slither(p position) map[string]position {
	g, list := sixBySix, map[string]position{}
	mine := stones[p.mover]
	add := func(text, cells string) {
		for c, name := range g.names {
			if cells[c] != '.' {
				continue
			}
			after := put(cells, c, mine)
			if slitherLoose(after, mine) {
				continue
			}
			q := p.next(after)
			for i := range after {
				if after[i] == mine && g.spans(after, i, 2*p.mover, 2*p.mover+1) {
					q = q.ended(result(p.mover)...)
				}
			}
			list[text+name] = q
		}
	}
	add("", p.cells)
	for c, name := range g.names {
		for _, way := range g.ways {
			if to := way[c]; p.cells[c] == mine && to >= 0 && p.cells[to] == '.' {
				add(name+g.names[to], put(put(p.cells, c, '.'), to, mine))
			}
		}
	}
	return list
}

// slitherLoose reports whether two stones touch aslant only: among four points, just these
// two are of their colour.
func slitherLoose(cells string, mine byte) bool {
	for y := range 5 {
		for x := range 5 {
			pattern := ""
			for _, i := range []int{6*y + x, 6*y + x + 1, 6*y + x + 6, 6*y + x + 7} {
				pattern += map[bool]string{true: "x", false: "."}[cells[i] == mine]
			}
			if pattern == "x..x" || pattern == ".xx." {
				return true
			}
		}
	}
	return false
}

// renjuLines returns the points of the four lines through a cell, each with the place of
// the cell on it.
func renjuLines(g *grid, cell int) (lines [][]int, places []int) {
	for w := 0; w < 8; w += 2 {
		start := cell
		for g.ways[w][start] >= 0 {
			start = g.ways[w][start]
		}
		var line []int
		for c := start; c >= 0; c = g.ways[w+1][c] {
			if c == cell {
				places = append(places, len(line))
			}
			line = append(line, c)
		}
		lines = append(lines, line)
	}
	return lines, places
}

// runAt returns the first place of the run of black stones at a place, and its length.
func runAt(line string, at int) (first, length int) {
	for first = at; first > 0 && line[first-1] == 'X'; {
		first--
	}
	for first+length < len(line) && line[first+length] == 'X' {
		length++
	}
	return first, length
}

// renjuForbidden reports whether a black stone on a cell, which lies there already, is
// forbidden, by trying what further stones would make.
func renjuForbidden(g *grid, cells string, cell int) bool {
	lines, places := renjuLines(g, cell)
	fours, threes, long := 0, 0, false
	for i, line := range lines {
		at, text := places[i], ""
		for _, c := range line {
			text += cells[c : c+1]
		}
		_, n := runAt(text, at)
		if n == 5 {
			return false
		}
		long = long || n > 5
		sets, open := map[string]bool{}, false
		for f := range text {
			if text[f] != '.' {
				continue
			}
			more := put(text, f, 'X')
			first, n := runAt(more, at)
			if f < first || f >= first+n {
				continue
			}
			switch n {
			case 5: // without the stone that is tried, these are the four
				sets[strings.TrimRight(put(strings.Repeat(" ", first)+"XXXXX", f, ' '), " ")] = true
			case 4:
				open = open || completes(more, first-1) && completes(more, first+4)
			}
		}
		fours += len(sets)
		if open {
			threes++
		}
	}
	return long || fours > 1 || threes > 1
}

// completes reports whether a stone on a free place of a line makes exactly five.
func completes(line string, at int) bool {
	if at < 0 || at >= len(line) || line[at] != '.' {
		return false
	}
	_, n := runAt(put(line, at, 'X'), at)
	return n == 5
}

var renjuGrid = first(rect(15, 15))

func renju(p position) map[string]position {
	g, list := renjuGrid, map[string]position{}
	for c, name := range g.names {
		if p.cells[c] != '.' {
			continue
		}
		q := position{cells: put(p.cells, c, stones[p.mover]), mover: 1 - p.mover, points: drawn}
		n := g.longest(q.cells, c)
		if p.mover == 0 && renjuForbidden(g, q.cells, c) {
			continue
		}
		// A black stone that is not forbidden and makes five makes exactly five somewhere.
		if n >= 5 {
			q = q.ended(result(p.mover)...)
		}
		list[name] = q
	}
	return list
}

// TestRenju compares the legal moves in positions that are crowded with black stones.
func TestRenju(t *testing.T) {
	g := openGame(t, "renju")
	m := g.NewMachine()
	rand := game.NewRand(5)
	start := m.Initial(nil)
	for range few(5) {
		cells, pieces := strings.Repeat(".", 225), map[string]string{}
		for range 50 {
			c := rand.Choose(225)
			piece, stone := "blackStone", byte('X')
			if rand.Choose(4) == 0 {
				piece, stone = "whiteStone", 'O'
			}
			pieces[renjuGrid.names[c]], cells = piece, put(cells, c, stone)
		}
		want := sortedKeys(renju(position{cells: cells}))
		_, got := legalTexts(g, m, setUp(t, g, start, pieces, "free", nil))
		if !slices.Equal(got, want) {
			t.Fatalf("on %s the moves are %v, want %v", cells, got, want)
		}
	}
}
