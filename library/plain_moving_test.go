package library_test

import (
	"slices"
	"strings"
	"testing"
)

var movingModels = []modelled{
	{"clobber", clobberStart, clobber, 30},
	{"domineering", position{cells: strings.Repeat(".", 64), points: result(1)}, domineering, 10},
	{"konane", konaneStart, konane, 20},
	{"ataxx", ataxxStart, ataxx, 3},
	{"hexapawn", position{cells: "XXX...OOO", points: result(1)}, hexapawn, 50},
	{"linesofaction", loaStart, linesOfAction, 3},
	{"foxandhounds", foxStart, foxAndHounds, 40},
}

// A pattern of two colours in turn; light is the first of the upper row.
func chequered(width, height int, light, dark string) string {
	var b strings.Builder
	for y := range height {
		for x := range width {
			b.WriteString([]string{light, dark}[(x+y)%2])
		}
	}
	return b.String()
}

// next returns a position with the other player to move, who has lost unless there is
// a move.
func (p position) next(cells string) position {
	return position{cells: cells, mover: 1 - p.mover, turns: p.turns + 1, points: result(p.mover)}
}

var (
	clobberGrid  = first(rect(5, 6))
	clobberStart = position{cells: chequered(5, 6, "O", "X"), points: result(1)}
)

func clobber(p position) map[string]position {
	list := map[string]position{}
	for c, name := range clobberGrid.names {
		for _, way := range clobberGrid.ways[:4] {
			if to := way[c]; p.cells[c] == stones[p.mover] && to >= 0 && p.cells[to] == stones[1-p.mover] {
				list[name+clobberGrid.names[to]] = p.next(put(put(p.cells, c, '.'), to, stones[p.mover]))
			}
		}
	}
	return list
}

func domineering(p position) map[string]position {
	list := map[string]position{}
	for c, name := range chessGrid.names {
		to := chessGrid.ways[[]int{up, right}[p.mover]][c]
		if p.cells[c] == '.' && to >= 0 && p.cells[to] == '.' {
			list[name+chessGrid.names[to]] = p.next(put(put(p.cells, c, stones[p.mover]), to, stones[p.mover]))
		}
	}
	return list
}

var konaneStart = position{cells: chequered(8, 8, "O", "X")}

func konane(p position) map[string]position {
	g, list := chessGrid, map[string]position{}
	for c, name := range g.names {
		if p.cells[c] != stones[p.mover] {
			continue
		}
		x, y := c%8, c/8
		switch p.turns {
		case 0:
			corner, middle := x%7 == 0 && y%7 == 0, (x == 3 || x == 4) && (y == 3 || y == 4)
			if corner || middle {
				list[name] = p.next(put(p.cells, c, '.'))
			}
		case 1:
			if slices.ContainsFunc(g.ways[:4], func(way []int) bool { return way[c] >= 0 && p.cells[way[c]] == '.' }) {
				list[name] = p.next(put(p.cells, c, '.'))
			}
		default:
			for w := range 4 {
				cells, text := put(p.cells, c, '.'), name
				for at := c; ; {
					over, to := g.walk(at, w, 1), g.walk(at, w, 2)
					if to < 0 || cells[over] != stones[1-p.mover] || cells[to] != '.' {
						break
					}
					cells, text, at = put(cells, over, '.'), text+g.names[over], to
					list[text+g.names[to]] = p.next(put(cells, to, stones[p.mover]))
				}
			}
		}
	}
	return list
}

var ataxxGrid, ataxxCells = rectGrid("X.....O", ".......", ".......", ".......", ".......", ".......", "O.....X")
var ataxxStart = position{cells: ataxxCells, points: drawn}

// majority scores two players by the number of their pieces.
func majority(cells string) []int {
	switch x, o := strings.Count(cells, "X"), strings.Count(cells, "O"); {
	case x > o:
		return result(0)
	case x < o:
		return result(1)
	}
	return result(draw)
}

func ataxx(p position) map[string]position {
	list := map[string]position{}
	add := func(text, cells string, at int) {
		for _, way := range ataxxGrid.ways {
			if i := way[at]; at >= 0 && i >= 0 && cells[i] == stones[1-p.mover] {
				cells = put(cells, i, stones[p.mover])
			}
		}
		q := position{cells: cells, mover: 1 - p.mover, turns: p.turns + 1, points: majority(cells)}
		q.over = q.turns == 200 || !strings.Contains(cells, stones[1-p.mover:2-p.mover])
		list[text] = q
	}
	far := func(i, j int) int { return max(abs(i%7-j%7), abs(i/7-j/7)) }
	for c, name := range ataxxGrid.names {
		for to, target := range ataxxGrid.names {
			if p.cells[to] != '.' || p.cells[c] != stones[p.mover] {
				continue
			}
			switch far(c, to) {
			case 1:
				add(target, put(p.cells, to, stones[p.mover]), to)
			case 2:
				add(name+target, put(put(p.cells, c, '.'), to, stones[p.mover]), to)
			}
		}
	}
	if len(list) == 0 && slices.ContainsFunc([]byte(p.cells), func(b byte) bool { return b == '.' }) {
		q := p
		q.mover, q.turns = 1-p.mover, p.turns+1
		q.over = q.turns == 200
		list["a7"] = q // a pass ends where it begins
	}
	return list
}

func abs(n int) int { return max(n, -n) }

var hexapawnGrid = first(rect(3, 3))

func hexapawn(p position) map[string]position {
	list := map[string]position{}
	mine, theirs := "OX"[p.mover], "XO"[p.mover]
	ahead := []int{up, down}[p.mover]
	for c, name := range hexapawnGrid.names {
		front := hexapawnGrid.ways[ahead][c]
		if p.cells[c] != mine || front < 0 {
			continue
		}
		for _, to := range []int{front, hexapawnGrid.ways[left][front], hexapawnGrid.ways[right][front]} {
			if to < 0 || to == front && p.cells[to] != '.' || to != front && p.cells[to] != theirs {
				continue
			}
			q := p.next(put(put(p.cells, c, '.'), to, mine))
			if hexapawnGrid.ways[ahead][to] < 0 {
				q = q.ended(result(p.mover)...)
			}
			list[name+hexapawnGrid.names[to]] = q
		}
	}
	return list
}

// winner searches a game of two to the end and returns who wins, or draw.
func winner(next model, p position, known map[string]int) int {
	key := p.cells + string(rune('0'+p.mover))
	if w, ok := known[key]; ok {
		return w
	}
	var list map[string]position
	if !p.over {
		list = next(p)
	}
	if len(list) == 0 {
		return slices.Index(p.points, 100)
	}
	best := 1 - p.mover
	for _, q := range list {
		if w := winner(next, q, known); w == p.mover {
			best = w
			break
		}
	}
	known[key] = best
	return best
}

// TestHexapawn: the second player wins, as Martin Gardner wrote.
func TestHexapawn(t *testing.T) {
	if w := winner(hexapawn, movingModels[4].start, map[string]int{}); w != 1 {
		t.Errorf("player %d wins", w)
	}
}

var _, loaCells = rectGrid(
	".XXXXXX.", "O......O", "O......O", "O......O", "O......O", "O......O", "O......O", ".XXXXXX.")
var loaStart = position{cells: loaCells, points: result(1)}

// together reports whether all men of a kind form one group.
func together(cells string, man byte) bool {
	from := strings.IndexByte(cells, man)
	group := chessGrid.reach(from, 8, func(c int) bool { return cells[c] == man })
	return len(group) == strings.Count(cells, string(man))
}

func linesOfAction(p position) map[string]position {
	g, list := chessGrid, map[string]position{}
	mine, theirs := stones[p.mover], stones[1-p.mover]
	for c, name := range g.names {
		if p.cells[c] != mine {
			continue
		}
		for w := range 8 {
			n := 1
			for _, way := range [][]int{g.ways[w], g.ways[w^1]} {
				for at := way[c]; at >= 0; at = way[at] {
					if p.cells[at] != '.' {
						n++
					}
				}
			}
			to, blocked := g.walk(c, w, n), false
			for i := 1; i < n && to >= 0; i++ {
				blocked = blocked || p.cells[g.walk(c, w, i)] == theirs
			}
			if to < 0 || blocked || p.cells[to] == mine {
				continue
			}
			q := p.next(put(put(p.cells, c, '.'), to, mine))
			switch {
			case together(q.cells, mine):
				q = q.ended(result(p.mover)...)
			case together(q.cells, theirs):
				q = q.ended(result(1 - p.mover)...)
			case q.turns == 200:
				q = q.ended(drawn...)
			}
			list[name+g.names[to]] = q
		}
	}
	return list
}

var foxStart = position{cells: strings.Repeat(".", 5) + "f" + strings.Repeat(".", 50) + "h.h.h.h.", points: result(1)}

func foxAndHounds(p position) map[string]position {
	g, list := chessGrid, map[string]position{}
	piece, ways := byte('f'), g.ways[4:]
	if p.mover == 1 {
		piece, ways = 'h', [][]int{g.ways[upLeft], g.ways[upRight]}
	}
	for c, name := range g.names {
		for _, way := range ways {
			to := way[c]
			if p.cells[c] != piece || to < 0 || p.cells[to] != '.' {
				continue
			}
			q := p.next(put(put(p.cells, c, '.'), to, piece))
			if p.mover == 0 && to >= 56 {
				q = q.ended(result(0)...)
			}
			list[name+g.names[to]] = q
		}
	}
	return list
}

// TestFoxAndHounds searches the whole game: the hounds win.
func TestFoxAndHounds(t *testing.T) {
	if !full() {
		t.Skip("takes long; LUDEX_FULL=1 runs it")
	}
	if w := winner(foxAndHounds, foxStart, map[string]int{}); w != 1 {
		t.Errorf("player %d wins", w)
	}
}
