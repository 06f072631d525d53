package library_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"ludex/game"
)

// A grid is a board of any shape: cells with names and, for each direction, the
// neighbour of each cell, or -1. Directions 2n and 2n+1 are opposite.
type grid struct {
	names []string
	ways  [][]int
}

// newGrid makes a grid of cells at points of space, given in the order of the board.
// Every step comes with its opposite.
func newGrid(names []string, points [][3]int, steps ...[3]int) *grid {
	g := &grid{names: names}
	at := map[[3]int]int{}
	for i, p := range points {
		at[p] = i
	}
	for _, s := range steps {
		for _, sign := range []int{1, -1} {
			way := make([]int, len(points))
			for i, p := range points {
				to, ok := at[[3]int{p[0] + sign*s[0], p[1] + sign*s[1], p[2] + sign*s[2]}]
				if !ok {
					to = -1
				}
				way[i] = to
			}
			g.ways = append(g.ways, way)
		}
	}
	return g
}

// The directions of a rectangular grid.
const (
	up = iota
	down
	left
	right
	upLeft
	downRight
	upRight
	downLeft
)

// rectGrid returns the cells of rows that are not blank, row by row from above.
func rectGrid(rows ...string) (g *grid, cells string) {
	var names []string
	var points [][3]int
	for i, row := range rows {
		for x := range row {
			if row[x] == ' ' {
				continue
			}
			y := len(rows) - 1 - i
			names, points = append(names, square{x, y}.String()), append(points, [3]int{x, y})
			cells += row[x : x+1]
		}
	}
	return newGrid(names, points, [3]int{0, 1}, [3]int{-1, 0}, [3]int{-1, 1}, [3]int{1, 1}), cells
}

// rect returns an empty rectangular grid.
func rect(width, height int) (*grid, string) {
	return rectGrid(slices.Repeat([]string{strings.Repeat(".", width)}, height)...)
}

// hexGrid returns a board of hexagons whose rows have the given widths. Its
// directions are left, right and so on around the cell, each with its opposite.
func hexGrid(widths ...int) (*grid, string) {
	var names []string
	var points [][3]int
	start := 0 // the coordinate that grows to the right, at the left end of a row
	for i, w := range widths {
		if i > 0 && w > widths[i-1] {
			start--
		}
		for x := range w {
			names = append(names, square{x, len(widths) - 1 - i}.String())
			points = append(points, [3]int{start + x, -i})
		}
	}
	// A step down to the right leaves the first coordinate as it is.
	g := newGrid(names, points, [3]int{-1, 0}, [3]int{0, 1}, [3]int{1, 1})
	return g, strings.Repeat(".", len(names))
}

// walk goes in a direction, as often as is said, or off the board.
func (g *grid) walk(cell int, way int, times int) int {
	for ; times > 0 && cell >= 0; times-- {
		cell = g.ways[way][cell]
	}
	return cell
}

// reach returns the cells that can be reached from one over cells that pass a test,
// the first one included.
func (g *grid) reach(from, ways int, pass func(cell int) bool) map[int]bool {
	seen, todo := map[int]bool{from: true}, []int{from}
	for len(todo) > 0 {
		c := todo[0]
		todo = todo[1:]
		for _, way := range g.ways[:ways] {
			if to := way[c]; to >= 0 && !seen[to] && pass(to) {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return seen
}

// longest returns the length of the longest line of one piece through a cell.
func (g *grid) longest(cells string, cell int) int {
	best := 1
	for w := 0; w < len(g.ways); w += 2 {
		n := 1
		for _, way := range g.ways[w : w+2] {
			for c := way[cell]; c >= 0 && cells[c] == cells[cell]; c = way[c] {
				n++
			}
		}
		best = max(best, n)
	}
	return best
}

// put returns cells with one of them changed.
func put(cells string, cell int, piece byte) string {
	return cells[:cell] + string(piece) + cells[cell+1:]
}

// A position is what a play has come to: what lies on the cells, and a few numbers
// whose meaning is up to the model.
type position struct {
	cells  string
	mover  int
	turns  int
	counts [4]int
	over   bool
	points []int
}

// ended returns the position as the last one of a play.
func (p position) ended(points ...int) position {
	p.over, p.points = true, points
	return p
}

// A model is a game in plain Go: what each move leads to.
type model func(p position) map[string]position

// A modelGame is a position of a model.
type modelGame struct {
	next model
	position
}

func (m modelGame) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	if m.over {
		return list
	}
	for text, p := range m.next(m.position) {
		list[text] = func() plainGame { return modelGame{m.next, p} }
	}
	return list
}

func (m modelGame) scores() []int { return m.points }

// A modelled game is a game of the library with its model and first position.
type modelled struct {
	game  string
	start position
	next  model
	plays int // so many plays are compared by default
}

// models are the games that have a model, from all files.
var models = slices.Concat(soloModels, placingModels, movingModels, flyingModels, chessModels, starModels, sowingModels, connectingModels, capturingModels)

// TestModels plays games of the library in lock step with their models.
func TestModels(t *testing.T) {
	if testing.Short() {
		t.Skip("the models run on one goroutine, so the race detector would find nothing")
	}
	for _, tt := range models {
		t.Run(tt.game, func(t *testing.T) {
			lockstep(t, openGame(t, tt.game), modelGame{tt.next, tt.start}, fewOf(tt.game, tt.plays))
		})
	}
}

// A labelled move is one whose text may need the piece that it puts.
type labelled struct {
	text, piece string
	next        position
}

// distinct names moves by their texts, and by their pieces too where texts are equal.
func distinct(list []labelled) map[string]position {
	count := map[string]int{}
	for _, m := range list {
		count[m.text]++
	}
	moves := map[string]position{}
	for _, m := range list {
		if count[m.text] > 1 {
			m.text += "=" + m.piece
		}
		moves[m.text] = m.next
	}
	return moves
}

// explore returns how many positions of a model are new at each distance from one.
func explore(next model, from position, same func(position) string, depth int) []int {
	seen := map[string]bool{same(from): true}
	level := []position{from}
	counts := []int{1}
	for range depth {
		var found []position
		for _, p := range level {
			if p.over {
				continue
			}
			for _, q := range next(p) {
				if key := same(q); !seen[key] {
					seen[key] = true
					found = append(found, q)
				}
			}
		}
		level = found
		counts = append(counts, len(level))
	}
	return counts
}

// solution returns a shortest sequence of moves to a position that is wanted.
func solution(next model, from position, wanted func(position) bool) []string {
	type step struct {
		position
		path []string
	}
	seen := map[string]bool{from.cells: true}
	for todo := []step{{from, nil}}; len(todo) > 0; todo = todo[1:] {
		if wanted(todo[0].position) {
			return todo[0].path
		}
		if todo[0].over {
			continue
		}
		list := next(todo[0].position)
		for _, text := range slices.Sorted(maps.Keys(list)) {
			if q := list[text]; !seen[q.cells] {
				seen[q.cells] = true
				todo = append(todo, step{q, append(slices.Clip(todo[0].path), text)})
			}
		}
	}
	return nil
}

// playOut plays moves of a game and returns the scores in the end, which must come
// with the last one.
func playOut(t *testing.T, name string, moves []string) []int {
	t.Helper()
	g := openGame(t, name)
	m := g.NewMachine()
	s := m.Initial(nil)
	for i, text := range moves {
		if m.Terminal(s) {
			t.Fatalf("the play is over after %d moves of %d", i, len(moves))
		}
		s = m.Next(s, jointOf(t, g, m, s, text), nil)
	}
	if !m.Terminal(s) {
		t.Fatalf("the play is not over after %v", moves)
	}
	return m.(game.Scorer).Scores(s, nil)
}
