package library_test

import (
	"maps"
	"slices"
)

// A boxBoard is dots and boxes on four boxes. An edge is a letter; rows of edges across
// and down alternate, as they are drawn.
type boxBoard struct {
	drawn string
	mover int
	boxes [2]int
}

// boxSides are the edges around each box.
var boxSides = []string{"acdf", "bdeg", "fhik", "gijl"}

func (b boxBoard) legal() map[string][]string {
	var list []string
	for edge := 'a'; edge <= 'l'; edge++ {
		if !slices.Contains([]rune(b.drawn), edge) {
			list = append(list, term("draw", string(edge)))
		}
	}
	return map[string][]string{[]string{"left", "right"}[b.mover]: list}
}

// closed counts the boxes with four sides.
func (b boxBoard) closed() int {
	n := 0
	for _, sides := range boxSides {
		if !slices.ContainsFunc([]rune(sides), func(e rune) bool { return !slices.Contains([]rune(b.drawn), e) }) {
			n++
		}
	}
	return n
}

func (b boxBoard) play(joint map[string]string) (table, map[string][]string) {
	before := b.closed()
	b.drawn += words(joint[[]string{"left", "right"}[b.mover]])[1]
	if won := b.closed() - before; won > 0 {
		b.boxes[b.mover] += won
	} else {
		b.mover = 1 - b.mover
	}
	return b, nil
}

func (b boxBoard) goals() (map[string]int, bool) {
	return map[string]int{"left": versus(b.boxes[0], b.boxes[1]), "right": versus(b.boxes[1], b.boxes[0])}, len(b.drawn) == 12
}

// A knightPath is the way of a knight over 25 cells.
type knightPath struct {
	at      square
	visited map[square]bool
}

func (k knightPath) leaps() []string {
	var list []string
	for _, c := range grid2(5, 5) {
		x, y := c.x-k.at.x, c.y-k.at.y
		if x*x+y*y == 5 && !k.visited[c] {
			list = append(list, term("leap", c.x, c.y))
		}
	}
	return list
}

func (k knightPath) legal() map[string][]string { return map[string][]string{"knight": k.leaps()} }

func (k knightPath) play(joint map[string]string) (table, map[string][]string) {
	to := square{digit(joint["knight"], 1), digit(joint["knight"], 2)}
	visited := maps.Clone(k.visited)
	visited[to] = true
	return knightPath{to, visited}, nil
}

func (k knightPath) goals() (map[string]int, bool) {
	return map[string]int{"knight": 4 * len(k.visited)}, len(k.leaps()) == 0
}
