package rbgdraw

import (
	"fmt"
	"math"
	"testing"

	"ludex/rbg"
)

// edges builds a board cell by cell.
type edges struct {
	board *rbg.Board
	index map[string]int
}

func newEdges(cells int) *edges {
	e := &edges{&rbg.Board{}, map[string]int{}}
	for c := range cells {
		e.board.Cells = append(e.board.Cells, rbg.Cell{Name: fmt.Sprint("c", c)})
	}
	return e
}

// add adds an edge. Labels are numbered as they come.
func (e *edges) add(from int, label string, to int) {
	l, ok := e.index[label]
	if !ok {
		l = len(e.board.Labels)
		e.index[label] = l
		e.board.Labels = append(e.board.Labels, label)
		row := make([]int32, len(e.board.Cells))
		for c := range row {
			row[c] = rbg.NoCell
		}
		e.board.Edges = append(e.board.Edges, row)
	}
	e.board.Edges[l][from] = int32(to)
}

// both adds an edge and one back.
func (e *edges) both(from int, there, back string, to int) {
	e.add(from, there, to)
	e.add(to, back, from)
}

// sheet returns a board of rows and columns; around glues its sides together.
func sheet(rows, columns int, around bool) *edges {
	e := newEdges(rows * columns)
	for y := range rows {
		for x := range columns {
			if around || x+1 < columns {
				e.both(y*columns+x, "east", "west", y*columns+(x+1)%columns)
			}
			if around || y+1 < rows {
				e.both(y*columns+x, "south", "north", (y+1)%rows*columns+x)
			}
		}
	}
	return e
}

// expect compares a layout with the rows of a picture, in which each cell is a
// letter, from a on.
func expect(t *testing.T, l *layout, stretch point, picture ...string) {
	t.Helper()
	for y, row := range picture {
		for x, char := range row {
			if char == ' ' {
				continue
			}
			want := point{float64(x) * stretch.x, float64(y) * stretch.y}
			if got := l.at[char-'a']; got.minus(want).length() > 1e-6 {
				t.Errorf("%c is at %v, want %v", char, got, want)
			}
		}
	}
}

func TestRectangleIsFound(t *testing.T) {
	expect(t, layGraph(sheet(3, 4, false).board), point{1, 1}, "abcd", "efgh", "ijkl")
}

// A board whose sides are glued together is cut open.
func TestTorusIsCutOpen(t *testing.T) {
	l := layGraph(sheet(4, 5, true).board)
	expect(t, l, point{1, 1}, "abcde", "fghij", "klmno", "pqrst")
	around := 0
	for _, e := range l.lines {
		if e.around {
			around++
		}
	}
	if len(l.lines) != 40 || around != 9 {
		t.Errorf("%d of %d lines go around, want 9 of 40", around, len(l.lines))
	}
}

// A cell that all others lead to stands aside.
func TestStoreStandsAside(t *testing.T) {
	e := newEdges(7)
	for c := range 6 {
		if c%3 < 2 {
			e.both(c, "east", "west", c+1)
		}
		if c < 3 {
			e.both(c, "south", "north", c+3)
		}
		e.add(c, "store", 6)
	}
	l := layGraph(e.board)
	expect(t, l, point{1, 1}, "abc", "def")
	if at := l.at[6]; at.x < 3 {
		t.Errorf("the store is at %v", at)
	}
}

func TestHexagonIsFound(t *testing.T) {
	e := newEdges(7)
	for _, row := range [][]int{{0, 1}, {2, 3, 4}, {5, 6}} {
		for i := 1; i < len(row); i++ {
			e.both(row[i-1], "e", "w", row[i])
		}
	}
	for _, edge := range [][2]int{{0, 3}, {1, 4}, {2, 5}, {3, 6}} {
		e.both(edge[0], "se", "nw", edge[1])
	}
	for _, edge := range [][2]int{{0, 2}, {1, 3}, {3, 5}, {4, 6}} {
		e.both(edge[0], "sw", "ne", edge[1])
	}
	expect(t, layGraph(e.board), point{0.5, math.Sqrt(3) / 2}, " a b ", "c d e", " f g ")
}

// The third dimension becomes a second panel.
func TestCuboidBecomesLayers(t *testing.T) {
	e := newEdges(12)
	for z := range 2 {
		for y := range 2 {
			for x := range 3 {
				c := z*6 + y*3 + x
				if x < 2 {
					e.both(c, "east", "west", c+1)
				}
				if y < 1 {
					e.both(c, "south", "north", c+3)
				}
				if z < 1 {
					e.both(c, "above", "below", c+6)
				}
			}
		}
	}
	l := layGraph(e.board)
	if len(l.groups) != 2 {
		t.Fatalf("%d panels, want 2", len(l.groups))
	}
	expect(t, l, point{1, 1}, "abc", "def")
	if at := l.at[6]; at.x < 3 && at.y < 2 {
		t.Errorf("the second layer begins at %v", at)
	}
	if len(l.lines) != 14 {
		t.Errorf("%d lines, want those in the layers, 14", len(l.lines))
	}
}

// A circle is round: nothing else fits its only label.
func TestCircleIsRound(t *testing.T) {
	const n = 12
	e := newEdges(n)
	for c := range n {
		e.add(c, "next", (c+1)%n)
	}
	l := layGraph(e.board)
	var middle point
	for _, p := range l.at {
		middle = middle.plus(p.times(1.0 / n))
	}
	radius := l.at[0].minus(middle).length()
	for c, p := range l.at {
		if r := p.minus(middle).length(); math.Abs(r-radius) > 0.1*radius {
			t.Errorf("cell %d is %.2f from the middle, and the first one %.2f", c, r, radius)
		}
	}
}

// A line over a cell in between is bent.
func TestLinesAvoidCells(t *testing.T) {
	e := newEdges(3)
	e.both(0, "step", "back", 1)
	e.both(1, "step", "back", 2)
	e.add(0, "jump", 2)
	l := layGraph(e.board)
	expect(t, l, point{1, 1}, "abc")
	for _, line := range l.lines {
		long := line.to-line.from == 2
		if line.bent != long || line.oneWay != long {
			t.Errorf("line %+v", line)
		}
	}
}

// Large boards are laid out, with care or without.
func TestLargeGraphs(t *testing.T) {
	b := sheet(128, 128, false).board
	l := layGraph(b)
	if at := l.at[128*128-1]; at.minus(point{127, 127}).length() > 1e-3 {
		t.Errorf("the last cell is at %v", at)
	}
	tangle := newEdges(1 << 14)
	for c := range 1 << 14 {
		tangle.add(c, "a", c*40503%(1<<14))
		tangle.add(c, "b", c*c%(1<<14))
	}
	if at := layGraph(tangle.board).at[129]; at != (point{1, 1}) {
		t.Errorf("cell 129 is at %v", at)
	}
}
