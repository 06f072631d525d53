package library_test

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var soloModels = []modelled{
	{"pegsolitaire", startOf(pegBoard), pegs(pegGrid, 4, func(cells string) int {
		if strings.Count(cells, "o") == 1 && cells[16] == 'o' {
			return 100
		}
		return 96 - 3*strings.Count(cells, "o")
	}), 40},
	{"pegtriangle", startOf(".oooooooooooooo"), pegs(triangleGrid, 6, func(cells string) int {
		return 107 - 7*strings.Count(cells, "o")
	}), 40},
	{"lightsout", position{cells: lightsBoard}, lights, 40},
	{"fifteen", position{cells: fifteenBoard}, slides, 10},
	{"sokoban", position{cells: sokobanBoard}, sokoban, 20},
	{"queens", position{cells: strings.Repeat(".", 64)}, queens, 100},
	{"sudoku", position{cells: sudokuBoard}, sudoku, 3},
}

func startOf(cells string) position { return position{cells: cells} }

var (
	pegGrid, pegBoard = rectGrid(
		"  ooo  ",
		"  ooo  ",
		"ooooooo",
		"ooo.ooo",
		"ooooooo",
		"  ooo  ",
		"  ooo  ")
	triangleGrid, _           = hexGrid(1, 2, 3, 4, 5)
	lightsGrid, lightsBoard   = rectGrid("o.o.o", "o...o", ".o.o.", "o...o", "o.o.o")
	fifteenGrid, fifteenBoard = rectGrid(fifteenRows()...)
	sokobanGrid, sokobanBoard = rectGrid(
		".. ...",
		".b..b.",
		".  . .",
		".m.. x",
		"..b..x",
		"  .. x")
	queensGrid, _           = rect(8, 8)
	sudokuGrid, sudokuBoard = rectGrid(sudokuRows...)
)

// pegs is peg solitaire with jumps in the first directions of a grid.
func pegs(g *grid, ways int, score func(cells string) int) model {
	return func(p position) map[string]position {
		list := map[string]position{}
		for c := range p.cells {
			for _, way := range g.ways[:ways] {
				over := way[c]
				if p.cells[c] != 'o' || over < 0 || p.cells[over] != 'o' || way[over] < 0 || p.cells[way[over]] != '.' {
					continue
				}
				to := way[over]
				cells := put(put(put(p.cells, c, '.'), over, '.'), to, 'o')
				list[g.names[c]+g.names[over]+g.names[to]] = position{cells: cells}
			}
		}
		for text, q := range list {
			q.points = []int{score(q.cells)}
			list[text] = q
		}
		return list
	}
}

// TestPegSolitaire counts positions up to symmetry, as George Bell has published
// them, and plays a perfect solution.
func TestPegSolitaire(t *testing.T) {
	same := func(p position) string { return smallest(pegGrid, p.cells) }
	want := []int{1, 1, 2, 8, 39, 171, 719, 2757}
	if got := explore(soloModels[0].next, soloModels[0].start, same, len(want)-1); !slices.Equal(got, want) {
		t.Errorf("the numbers of positions are %v, want %v", got, want)
	}
	path := pegSolution(soloModels[0].next, soloModels[0].start, map[string]bool{})
	if len(path) != 31 {
		t.Fatalf("a solution of %d jumps", len(path))
	}
	if got := playOut(t, "pegsolitaire", path); got[0] != 100 {
		t.Errorf("the solution scores %d", got[0])
	}
}

// smallest returns the least of the eight pictures of the cells of a square board.
func smallest(g *grid, cells string) string {
	at := map[string]byte{}
	for i, name := range g.names {
		at[name] = cells[i]
	}
	best := ""
	for k := range 8 {
		var b strings.Builder
		for _, name := range g.names {
			x, y := int(name[0]-'a')-3, int(name[1]-'1')-3
			if k&1 != 0 {
				x = -x
			}
			if k&2 != 0 {
				y = -y
			}
			if k&4 != 0 {
				x, y = y, x
			}
			b.WriteByte(at[square{x + 3, y + 3}.String()])
		}
		if s := b.String(); best == "" || s < best {
			best = s
		}
	}
	return best
}

// pegSolution searches in depth and remembers what leads nowhere, up to symmetry.
func pegSolution(next model, p position, dead map[string]bool) []string {
	if len(p.points) == 1 && p.points[0] == 100 {
		return []string{}
	}
	key := smallest(pegGrid, p.cells)
	if dead[key] {
		return nil
	}
	list := next(p)
	for _, text := range sortedKeys(list) {
		if rest := pegSolution(next, list[text], dead); rest != nil {
			return append([]string{text}, rest...)
		}
	}
	dead[key] = true
	return nil
}

// TestPegTriangle counts all plays, and those that end with one peg.
func TestPegTriangle(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	m := soloModels[1]
	var ends, ones int
	var visit func(p position)
	visit = func(p position) {
		list := m.next(p)
		if len(list) == 0 {
			ends++
			if p.points[0] == 100 {
				ones++
			}
		}
		for _, q := range list {
			visit(q)
		}
	}
	if full() {
		visit(m.start)
		if ends != 568630 || ones != 29760 {
			t.Errorf("the model has %d plays and %d perfect ones", ends, ones)
		}
	}
	if got := countPlays(t, openGame(t, "pegtriangle"), 13); got != 568630 {
		t.Errorf("%d plays, want 568630", got)
	}
}

// toggled returns the cells that a press switches.
func toggled(cell int) []int {
	list := []int{cell}
	for _, way := range lightsGrid.ways[:4] {
		if way[cell] >= 0 {
			list = append(list, way[cell])
		}
	}
	return list
}

func lights(p position) map[string]position {
	list := map[string]position{}
	for c, name := range lightsGrid.names {
		q := position{cells: p.cells, turns: p.turns + 1, points: []int{0}}
		for _, i := range toggled(c) {
			q.cells = put(q.cells, i, map[byte]byte{'o': '.', '.': 'o'}[q.cells[i]])
		}
		if !strings.Contains(q.cells, "o") {
			q = q.ended(100)
		} else if q.turns == 30 {
			q = q.ended(0)
		}
		list[name] = q
	}
	return list
}

// TestLightsOut finds the smallest set of presses by trying all choices for the first
// row, which decides the others, and plays it.
func TestLightsOut(t *testing.T) {
	best := []string(nil)
	for first := range uint(32) {
		lamps := lightsBoard
		var presses []string
		for c, name := range lightsGrid.names {
			above := lightsGrid.ways[up][c]
			if above < 0 && first>>c&1 == 0 || above >= 0 && lamps[above] != 'o' {
				continue
			}
			presses = append(presses, name)
			for _, i := range toggled(c) {
				lamps = put(lamps, i, map[byte]byte{'o': '.', '.': 'o'}[lamps[i]])
			}
		}
		if !strings.Contains(lamps, "o") && (best == nil || len(presses) < len(best)) {
			best = presses
		}
	}
	if len(best) == 0 || len(best) > 15 {
		t.Fatalf("the best solution is %v", best)
	}
	if got := playOut(t, "lightsout", best); got[0] != 100 {
		t.Errorf("%v scores %d", best, got[0])
	}
	if rank := lightsRank(); rank != 23 {
		t.Errorf("presses have rank %d, want 23", rank)
	}
}

// lightsRank returns how many presses are independent of each other.
func lightsRank() int {
	var basis []uint
	for c := range lightsGrid.names {
		v := uint(0)
		for _, i := range toggled(c) {
			v |= 1 << i
		}
		for _, b := range basis {
			v = min(v, v^b)
		}
		if v != 0 {
			basis = append(basis, v)
			slices.SortFunc(basis, func(a, b uint) int { return bits.Len(b) - bits.Len(a) })
		}
	}
	return len(basis)
}

func slides(p position) map[string]position {
	list := map[string]position{}
	gap := strings.Index(p.cells, "@")
	for _, way := range fifteenGrid.ways[:4] {
		to := way[gap]
		if to < 0 {
			continue
		}
		q := position{cells: put(put(p.cells, gap, p.cells[to]), to, '@'), turns: p.turns + 1, points: []int{0}}
		if q.cells == "ABCDEFGHIJKLMNO@" {
			q = q.ended(100)
		} else if q.turns == 80 {
			q = q.ended(0)
		}
		list[fifteenGrid.names[to]+fifteenGrid.names[gap]] = q
	}
	return list
}

// fifteenRows reads the tiles from the rules: tile 1 is A, the gap @.
func fifteenRows() []string {
	return strings.Fields(strings.NewReplacer("\n", " ").Replace(boardRows("fifteen", func(piece string) string {
		if piece == "gap" {
			return "@"
		}
		n, _ := strconv.Atoi(piece[1:])
		return string(rune('@' + n))
	})))
}

// TestFifteen counts positions at each distance from one with the gap in a corner. The
// numbers are known, and do not depend on the order of the tiles.
func TestFifteen(t *testing.T) {
	want := []int{1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948}
	from := position{cells: "BACDEFGHIJKLMNO@"}
	if got := explore(slides, from, func(p position) string { return p.cells }, len(want)-1); !slices.Equal(got, want) {
		t.Errorf("the numbers of positions are %v, want %v", got, want)
	}
	// The start can be solved: the parity of the order fits the place of the gap.
	swaps := 0
	for i, a := range fifteenBoard {
		for _, b := range fifteenBoard[i+1:] {
			if a != '@' && b != '@' && b < a {
				swaps++
			}
		}
	}
	gap := strings.Index(fifteenBoard, "@")
	if (swaps+3-gap/4)%2 != 0 {
		t.Error("the start cannot be solved")
	}
}

// sokoban: m is the keeper, x a marked place, b a box; capitals stand on a marked place.
func sokoban(p position) map[string]position {
	list := map[string]position{}
	g, man := sokobanGrid, strings.IndexAny(p.cells, "mM")
	for _, way := range g.ways[:4] {
		to := way[man]
		if to < 0 {
			continue
		}
		cells := put(p.cells, man, map[byte]byte{'m': '.', 'M': 'x'}[p.cells[man]])
		text := g.names[man] + g.names[to]
		switch cells[to] {
		case '.':
			cells = put(cells, to, 'm')
		case 'x':
			cells = put(cells, to, 'M')
		case 'b', 'B':
			beyond := way[to]
			if beyond < 0 || cells[beyond] != '.' && cells[beyond] != 'x' {
				continue
			}
			cells = put(cells, to, map[byte]byte{'b': 'm', 'B': 'M'}[cells[to]])
			cells = put(cells, beyond, map[byte]byte{'.': 'b', 'x': 'B'}[cells[beyond]])
			text += g.names[beyond]
		default:
			continue
		}
		q := position{cells: cells, turns: p.turns + 1, points: []int{100 * strings.Count(cells, "B") / 3}}
		if q.turns == 120 || !strings.Contains(cells, "b") {
			q = q.ended(q.points...)
		}
		list[text] = q
	}
	return list
}

func TestSokoban(t *testing.T) {
	path := solution(sokoban, position{cells: sokobanBoard}, func(p position) bool { return len(p.points) > 0 && p.points[0] == 100 })
	if len(path) == 0 || len(path) > 120 {
		t.Fatalf("a solution of %d steps", len(path))
	}
	t.Logf("the shortest solution has %d steps", len(path))
	if got := playOut(t, "sokoban", path); got[0] != 100 {
		t.Errorf("the solution scores %d", got[0])
	}
}

func queens(p position) map[string]position {
	list := map[string]position{}
	row := strings.Count(p.cells, "q")
	for x := range 8 {
		safe := true
		for i, c := range p.cells {
			if c == 'q' && (i%8 == x || i/8-row == i%8-x || i/8-row == x-i%8) {
				safe = false
			}
		}
		if !safe {
			continue
		}
		q := position{cells: put(p.cells, 8*row+x, 'q'), points: []int{100 * (row + 1) / 8}}
		if row == 7 {
			q = q.ended(100)
		}
		list[queensGrid.names[8*row+x]] = q
	}
	return list
}

// TestQueens counts the ways to put queens on the first rows.
func TestQueens(t *testing.T) {
	checkPerft(t, openGame(t, "queens"), nil, []uint64{8, 42, 140, 344, 568, 550, 312, 92})
}

// sudokuRows are the givens as digits.
var sudokuRows = strings.Fields(boardRows("sudoku", func(piece string) string {
	if piece == "blank" {
		return "."
	}
	return piece[1:]
}))

// fits reports whether a digit may be written into a cell.
func fits(cells string, at int, digit byte) bool {
	for i := range cells {
		row, column := i/9 == at/9, i%9 == at%9
		block := i/27 == at/27 && i%9/3 == at%9/3
		if cells[i] == digit && (row || column || block) {
			return false
		}
	}
	return true
}

func sudoku(p position) map[string]position {
	var list []labelled
	for c, name := range sudokuGrid.names {
		for d := byte('1'); d <= '9'; d++ {
			if p.cells[c] == '.' && fits(p.cells, c, d) {
				q := position{cells: put(p.cells, c, d)}
				q.points = []int{100 * (81 - strings.Count(q.cells, ".")) / 81}
				list = append(list, labelled{name, "w" + string(d), q})
			}
		}
	}
	return distinct(list)
}

// TestSudoku finds all solutions: one.
func TestSudoku(t *testing.T) {
	var found []string
	var fill func(cells string)
	fill = func(cells string) {
		best, options := -1, ""
		for i := range cells {
			if cells[i] != '.' {
				continue
			}
			can := ""
			for d := byte('1'); d <= '9'; d++ {
				if fits(cells, i, d) {
					can += string(d)
				}
			}
			if best < 0 || len(can) < len(options) {
				best, options = i, can
			}
		}
		if best < 0 {
			found = append(found, cells)
			return
		}
		for _, d := range []byte(options) {
			fill(put(cells, best, d))
		}
	}
	fill(sudokuBoard)
	if len(found) != 1 {
		t.Fatalf("%d solutions", len(found))
	}
}
