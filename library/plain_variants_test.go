package library_test

import "strings"

// A pawnRace is breakthrough on five by five squares, as a string of rows from below.
type pawnRace struct {
	squares string
	mover   int
}

const pawnRaceStart = "WWWWWWWWWW.....BBBBBBBBBB"

// to returns the square in front of one, so far to the side, or -1 beside the board.
func (p pawnRace) to(from, aside int) int {
	x, y := from%5+aside, from/5+1-2*p.mover
	if x < 0 || x > 4 || y < 0 || y > 4 {
		return -1
	}
	return 5*y + x
}

func (p pawnRace) legal() map[string][]string {
	var list []string
	for from := range p.squares {
		if p.squares[from] != "WB"[p.mover] {
			continue
		}
		for aside := -1; aside <= 1; aside++ {
			to := p.to(from, aside)
			if to >= 0 && (p.squares[to] == '.' || aside != 0 && p.squares[to] == "BW"[p.mover]) {
				list = append(list, term("move", from%5+1, from/5+1, to%5+1, to/5+1))
			}
		}
	}
	return map[string][]string{[]string{"white", "black"}[p.mover]: list}
}

func (p pawnRace) play(joint map[string]string) (table, map[string][]string) {
	move := joint[[]string{"white", "black"}[p.mover]]
	cells := []byte(p.squares)
	cells[5*digit(move, 2)+digit(move, 1)-6] = '.'
	cells[5*digit(move, 4)+digit(move, 3)-6] = "WB"[p.mover]
	return pawnRace{string(cells), 1 - p.mover}, nil
}

func (p pawnRace) goals() (map[string]int, bool) {
	switch {
	case strings.Contains(p.squares[20:], "W") || !strings.Contains(p.squares, "B"):
		return map[string]int{"white": 100, "black": 0}, true
	case strings.Contains(p.squares[:5], "B") || !strings.Contains(p.squares, "W"):
		return map[string]int{"white": 0, "black": 100}, true
	}
	return nil, false
}

// A discDrop is Connect Four on five columns of four: the discs of each column.
type discDrop struct {
	columns [5]string
	drops   int
}

func (d discDrop) legal() map[string][]string {
	var list []string
	for i, column := range d.columns {
		if len(column) < 4 {
			list = append(list, term("drop", i+1))
		}
	}
	return map[string][]string{[]string{"red", "yellow"}[d.drops%2]: list}
}

func (d discDrop) play(joint map[string]string) (table, map[string][]string) {
	i := d.drops % 2
	d.columns[digit(joint[[]string{"red", "yellow"}[i]], 1)-1] += "ry"[i : i+1]
	d.drops++
	return d, nil
}

func (d discDrop) at(x, y int) byte {
	if x < 0 || x > 4 || y < 0 || y >= len(d.columns[x]) {
		return 0
	}
	return d.columns[x][y]
}

// four reports whether a colour has a line of four that begins in a cell.
func (d discDrop) four(x, y int, colour byte) bool {
	for _, step := range []square{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n := 0
		for n < 4 && d.at(x+n*step.x, y+n*step.y) == colour {
			n++
		}
		if n == 4 {
			return true
		}
	}
	return false
}

func (d discDrop) goals() (map[string]int, bool) {
	for _, c := range grid2(5, 4) {
		if d.four(c.x-1, c.y-1, 'r') {
			return map[string]int{"red": 100, "yellow": 0}, true
		}
		if d.four(c.x-1, c.y-1, 'y') {
			return map[string]int{"red": 0, "yellow": 100}, true
		}
	}
	return map[string]int{"red": 50, "yellow": 50}, d.drops == 20
}
