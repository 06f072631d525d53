package rbgparse_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ludex/rbg"
)

// board reads a game with the given board.
func board(t *testing.T, text string) *rbg.Board {
	t.Helper()
	b := read(t, "#players = p(1) #pieces = e, f #variables = #rules = {e} #board = "+text).Board
	return b
}

// edges lists the edges of a cell as "label:target" in the order of labels.
func edges(b *rbg.Board, cell string) string {
	c, err := b.FindCell(cell)
	if err != nil {
		return err.Error()
	}
	var out []string
	for i, label := range b.Labels {
		if to := b.Edges[i][c]; to != rbg.NoCell {
			out = append(out, label+":"+b.Cells[to].Name)
		}
	}
	return strings.Join(out, " ")
}

// labels returns the labels in the order of the generator's arguments.
func labels(b *rbg.Board) string {
	var names []string
	for _, d := range b.Directions {
		names = append(names, b.Labels[d])
	}
	return strings.Join(names, " ")
}

type edgeTest struct{ cell, want string }

func checkEdges(t *testing.T, b *rbg.Board, tests []edgeTest) {
	t.Helper()
	for _, tt := range tests {
		if got := edges(b, tt.cell); got != tt.want {
			t.Errorf("%s has the edges %s, want %s", tt.cell, got, tt.want)
		}
	}
}

func TestRectangle(t *testing.T) {
	b := board(t, "rectangle(n,s,w,o, [e,f,e] [,e,] [f,,e])")
	if b.Shape != rbg.Rectangle || b.Width != 3 || b.Height != 3 || b.Depth != 1 || len(b.Cells) != 6 {
		t.Errorf("the board is %+v", b)
	}
	if got := labels(b); got != "n s w o" {
		t.Errorf("the labels are %s", got)
	}
	checkEdges(t, b, []edgeTest{
		{"rx0y0", "o:rx1y0"},
		{"rx1y0", "o:rx2y0 s:rx1y1 w:rx0y0"},
		{"rx1y1", "n:rx1y0"},
		{"rx0y2", ""},
	})
	if c := b.Cells[3]; !reflect.DeepEqual(c, rbg.Cell{Name: "rx1y1", X: 1, Y: 1, Piece: 0}) {
		t.Errorf("cell 3 is %+v", c)
	}
	if got := b.CellText(3); got != "b2" {
		t.Errorf("cell 3 is called %s", got)
	}
}

func TestHexagon(t *testing.T) {
	const generator = "hexagon(nw,ne,o,so,sw,w,"
	b := board(t, generator+"[e] [e,e] [e,e,e] [e,e] [e])")
	if b.Shape != rbg.Hexagon || b.Width != 3 || b.Height != 5 || b.Peak != 2 {
		t.Errorf("the board is %+v", b)
	}
	if got := labels(b); got != "nw ne o so sw w" {
		t.Errorf("the labels are %s", got)
	}
	checkEdges(t, b, []edgeTest{
		{"hx0y0", "so:hx1y1 sw:hx0y1"},
		{"hx0y1", "ne:hx0y0 o:hx1y1 so:hx1y2 sw:hx0y2"},
		{"hx1y2", "ne:hx1y1 nw:hx0y1 o:hx2y2 so:hx1y3 sw:hx0y3 w:hx0y2"},
		{"hx2y2", "nw:hx1y1 sw:hx1y3 w:hx1y2"},
		{"hx0y3", "ne:hx1y2 nw:hx0y2 o:hx1y3 so:hx0y4"},
		{"hx0y4", "ne:hx1y3 nw:hx0y3"},
	})
	growing := board(t, generator+"[e] [e,e])")
	checkEdges(t, growing, []edgeTest{{"hx0y0", "so:hx1y1 sw:hx0y1"}, {"hx1y1", "nw:hx0y0 w:hx0y1"}})
	shrinking := board(t, generator+"[e,e] [e])")
	if shrinking.Peak != 0 || growing.Peak != 1 {
		t.Errorf("the peaks are %d and %d", shrinking.Peak, growing.Peak)
	}
	checkEdges(t, shrinking, []edgeTest{{"hx0y0", "o:hx1y0 so:hx0y1"}, {"hx0y1", "ne:hx1y0 nw:hx0y0"}})
	holes := board(t, generator+"[e] [,e])")
	checkEdges(t, holes, []edgeTest{{"hx0y0", "so:hx1y1"}, {"hx1y1", "nw:hx0y0"}})
}

func TestCuboid(t *testing.T) {
	b := board(t, "cuboid(up,down,left,right,front,back, [[e,e][e,f]] [[e,][,e]])")
	if b.Shape != rbg.Cuboid || b.Width != 2 || b.Height != 2 || b.Depth != 2 || len(b.Cells) != 6 {
		t.Errorf("the board is %+v", b)
	}
	checkEdges(t, b, []edgeTest{
		{"cx0y0z0", "down:cx0y1z0 front:cx0y0z1 right:cx1y0z0"},
		{"cx1y1z0", "front:cx1y1z1 left:cx0y1z0 up:cx1y0z0"},
		{"cx1y1z1", "back:cx1y1z0"},
	})
}

func TestGraph(t *testing.T) {
	b := board(t, "one[e]{to: two, again: one} two[f]{to: one}")
	if b.Shape != rbg.Graph || b.Directions != nil || len(b.Cells) != 2 || b.Cells[1].Piece != 1 {
		t.Errorf("the board is %+v", b)
	}
	checkEdges(t, b, []edgeTest{{"one", "again:one to:two"}, {"two", "to:one"}})
}

// TestLargestBoard accepts a board of exactly the greatest size.
func TestLargestBoard(t *testing.T) {
	row := "[" + strings.Repeat("e,", 254) + "e]"
	b := board(t, "rectangle(n,s,w,o,"+strings.Repeat(row, 257)+")")
	if len(b.Cells) != 65535 {
		t.Errorf("the board has %d cells", len(b.Cells))
	}
	for _, c := range []int{0, 254, 255, 65534} {
		if want := fmt.Sprintf("rx%dy%d", c%255, c/255); b.Cells[c].Name != want {
			t.Errorf("cell %d is %s, want %s", c, b.Cells[c].Name, want)
		}
	}
}
