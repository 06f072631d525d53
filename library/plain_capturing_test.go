package library_test

import (
	"slices"
	"strings"
	"testing"
)

var capturingModels = []modelled{
	{"tablut", tablutStart, tablut, 20},
	{"surakarta", surakartaStart, surakarta, 20},
	{"abalone", abaloneStart, abalone, 2},
	{"halma", halmaStart, halma, 3},
}

var tablutCells = strings.Join([]string{
	"...AAA...", "....A....", "....D....", "A...D...A", "AADDKDDAA", "A...D...A", "....D....", "....A....", "...AAA..."}, "")

// The castle is the cell in the middle of the board.
const tablutCastle = 40

var tablutStart = position{cells: tablutCells, points: result(1)}

func tablut(p position) map[string]position {
	g, list := nineByNine, map[string]position{}
	army := []string{"A", "DK"}[p.mover]
	for c, name := range g.names {
		if !strings.Contains(army, p.cells[c:c+1]) {
			continue
		}
		for _, way := range g.ways[:4] {
			for to := way[c]; to >= 0 && p.cells[to] == '.' && to != tablutCastle; to = way[to] {
				q := p.next(put(put(p.cells, c, '.'), to, p.cells[c]))
				list[name+g.names[to]] = tablutCapture(q, to)
			}
		}
	}
	return list
}

// tablutCapture removes what the piece that came to a cell captures, and says what the
// end of the play is.
func tablutCapture(p position, at int) position {
	g, mover := nineByNine, 1-p.mover
	near := func(cell int) (list []int) {
		for _, way := range g.ways[:4] {
			list = append(list, way[cell])
		}
		return list
	}
	if p.cells[at] == 'K' && slices.Contains(near(at), -1) {
		return p.ended(result(1)...)
	}
	before := p.cells
	for _, way := range g.ways[:4] {
		victim := way[at]
		if victim < 0 || way[victim] < 0 && before[victim] != 'K' {
			continue
		}
		pair := byte('.')
		if way[victim] >= 0 {
			pair = before[way[victim]]
		}
		switch {
		case mover == 1 && before[victim] == 'A' && (pair == 'D' || pair == 'K'),
			mover == 0 && before[victim] == 'D' && pair == 'A':
			p.cells = put(p.cells, victim, '.')
		case mover == 0 && before[victim] == 'K':
			hostile := 0
			for _, c := range near(victim) {
				if c >= 0 && (before[c] == 'A' || c == tablutCastle) {
					hostile++
				}
			}
			guarded := victim == tablutCastle || slices.Contains(near(victim), tablutCastle)
			if guarded && hostile == 4 || !guarded && pair == 'A' {
				return p.ended(result(0)...)
			}
		}
	}
	if p.turns == 200 {
		return p.ended(drawn...)
	}
	return p
}

var surakartaStart = position{cells: strings.Repeat("O", 12) + strings.Repeat(".", 12) + strings.Repeat("X", 12), points: result(1)}

// surakartaTrack returns the points of a track with its loops, as they follow each other:
// four lines of six points with a loop behind each of them.
func surakartaTrack(n int) (track []int) {
	at := func(x, y int) int { return 6*(5-y) + x }
	for x := range 6 {
		track = append(track, at(x, n))
	}
	for y := range 6 {
		track = append(track, at(5-n, y))
	}
	for x := range 6 {
		track = append(track, at(5-x, 5-n))
	}
	for y := range 6 {
		track = append(track, at(n, 5-y))
	}
	return track
}

func surakarta(p position) map[string]position {
	g, list := sixBySix, map[string]position{}
	mine, theirs := stones[p.mover], stones[1-p.mover]
	move := func(c, to, quiet int) {
		q := p.next(put(put(p.cells, c, '.'), to, mine))
		q.counts[0] = quiet
		switch {
		case !strings.Contains(q.cells, string(theirs)):
			q = q.ended(result(p.mover)...)
		case quiet == 50:
			q = q.ended(majority(q.cells)...)
		}
		list[g.names[c]+g.names[to]] = q
	}
	for c := range g.names {
		if p.cells[c] != mine {
			continue
		}
		for _, way := range g.ways {
			if to := way[c]; to >= 0 && p.cells[to] == '.' {
				move(c, to, p.counts[0]+1)
			}
		}
		for n := 1; n <= 2; n++ {
			track := surakartaTrack(n)
			for start, cell := range track {
				for _, step := range []int{1, 23} {
					if to := surakartaHit(put(p.cells, c, '.'), track, start, step); cell == c && to >= 0 && p.cells[to] == theirs {
						move(c, to, 0)
					}
				}
			}
		}
	}
	return list
}

// surakartaHit follows a track to the first piece and returns where it is, or -1 if no
// loop was passed.
func surakartaHit(cells string, track []int, at, step int) int {
	loops := 0
	for range 24 {
		next := (at + step) % 24
		if at/6 != next/6 {
			loops++
		}
		at = next
		if cells[track[at]] != '.' {
			if loops == 0 {
				return -1
			}
			return track[at]
		}
	}
	return -1
}

var abaloneStart = position{cells: strings.Repeat("O", 11) + "..OOO.." + strings.Repeat(".", 25) + "..XXX.." + strings.Repeat("X", 11), points: result(1)}

// abalone moves each line of one to three marbles in each direction.
func abalone(p position) map[string]position {
	g, list := hexagon, map[string]position{}
	mine := stones[p.mover]
	add := func(text, cells string) {
		q := p.next(cells)
		switch {
		case strings.Count(cells, string(stones[1-p.mover])) == 8:
			q = q.ended(result(p.mover)...)
		case q.turns == 300:
			q = q.ended(drawn...)
		}
		list[text] = q
	}
	for c := range g.names {
		for axis := range g.ways {
			line := []int{}
			for at := c; at >= 0 && p.cells[at] == mine && len(line) < 3; at = g.ways[axis][at] {
				line = append(line, at)
				if text, cells := abaloneMarch(p, line, axis); text != "" {
					add(text, cells)
				}
				// Lines to the side are counted once, from their left or upper end.
				if len(line) == 1 || axis != 1 && axis != 3 && axis != 5 {
					continue
				}
				for aside := range g.ways {
					if text, cells := abaloneAside(p, line, aside); aside/2 != axis/2 && text != "" {
						add(text, cells)
					}
				}
			}
		}
	}
	return list
}

// abaloneMarch moves a line along itself, and what it pushes.
func abaloneMarch(p position, line []int, way int) (text, cells string) {
	ahead := hexagon.ways[way]
	tail, at := line[0], ahead[line[len(line)-1]]
	text, cells = hexagon.names[tail], put(p.cells, tail, '.')
	if at < 0 {
		return "", ""
	}
	text, cells = text+hexagon.names[at], put(cells, at, stones[p.mover])
	pushed := 0
	for ; at >= 0 && p.cells[at] == stones[1-p.mover]; at = ahead[at] {
		pushed++
	}
	switch {
	case pushed >= len(line) || at >= 0 && p.cells[at] == stones[p.mover]:
		return "", ""
	case pushed > 0 && at >= 0:
		return text + hexagon.names[at], put(cells, at, stones[1-p.mover])
	case pushed == 2: // the second one falls, and the first one takes its place
		return text + hexagon.names[ahead[ahead[line[len(line)-1]]]], cells
	}
	return text, cells
}

// abaloneAside moves a line to the side.
func abaloneAside(p position, line []int, way int) (text, cells string) {
	cells = p.cells
	for _, c := range line {
		to := hexagon.ways[way][c]
		if to < 0 || p.cells[to] != '.' {
			return "", ""
		}
		text, cells = text+hexagon.names[c]+hexagon.names[to], put(put(cells, c, '.'), to, p.cells[c])
	}
	return text, cells
}

var _, halmaCells = rectGrid("....OOOO", ".....OOO", "......OO", ".......O", "X.......", "XX......", "XXX.....", "XXXX....")
var halmaStart = position{cells: halmaCells, points: drawn}

func halma(p position) map[string]position {
	g, list := chessGrid, map[string]position{}
	mine := stones[p.mover]
	home := halmaStart.cells
	for c, name := range g.names {
		if p.cells[c] != mine {
			continue
		}
		lifted := put(p.cells, c, '.')
		targets := map[int]bool{}
		for _, way := range g.ways {
			if to := way[c]; to >= 0 && lifted[to] == '.' {
				targets[to] = true
			}
		}
		seen := map[int]bool{c: true}
		for todo := []int{c}; len(todo) > 0; todo = todo[1:] {
			for w, way := range g.ways {
				over, to := way[todo[0]], g.walk(todo[0], w, 2)
				if to < 0 || lifted[over] == '.' || lifted[to] != '.' {
					continue
				}
				targets[to] = true
				if !seen[to] {
					seen[to] = true
					todo = append(todo, to)
				}
			}
		}
		for to := range targets {
			q := position{cells: put(lifted, to, mine), mover: 1 - p.mover, turns: p.turns + 1, points: drawn}
			arrived := [2]int{}
			for i := range home {
				for player := range 2 {
					if q.cells[i] == stones[player] && home[i] == stones[1-player] {
						arrived[player]++
					}
				}
			}
			switch {
			case arrived[p.mover] == 10:
				q = q.ended(result(p.mover)...)
			case q.turns == 200 && arrived[0] > arrived[1]:
				q = q.ended(result(0)...)
			case q.turns == 200 && arrived[0] < arrived[1]:
				q = q.ended(result(1)...)
			case q.turns == 200:
				q = q.ended(drawn...)
			}
			text := name
			if to != c { // a chain of jumps may come back
				text += g.names[to]
			}
			list[text] = q
		}
	}
	return list
}

// TestAbaloneSumito plays a push of two against one at the edge: the marble is lost.
func TestAbaloneSumito(t *testing.T) {
	cells := strings.Repeat(".", 61)
	cells = put(put(put(cells, 26, 'O'), 27, 'X'), 28, 'X') // a row of nine begins with cell 26
	next := abalone(position{cells: cells})
	if got := strings.Count(next["c5a5"].cells, "O"); got != 0 {
		t.Errorf("%d white marbles are left, want none", got)
	}
}
