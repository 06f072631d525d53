package rbgparse_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/source"
)

const walk = `#players = a(1) #pieces = e, x #variables =
#width = [e, e, x]
#board = rectangle(up, down, left, right, width)
#go(n) = right^n // steps
#rules = ->a go(1) {e} [x] ->> {}
`

// TestWithBoard reads a description with boards of other files.
func TestWithBoard(t *testing.T) {
	for _, tt := range []struct {
		name, text, board string
		cells             int
	}{
		{"the board", walk, "#board = rectangle(up, down, left, right, [e,e] [x,x])", 4},
		{"a byte order mark", walk, "\ufeff#board = rectangle(up, down, left, right, [e,e])", 2},
		{"a macro of the description", walk, "#width = [e, e, e, e, x] // wider\n#board = rectangle(up, down, left, right, width)\n// the end", 5},
		{"a new macro", walk, "#row = [e, x]\n#board = rectangle(up, down, left, right, row row row)", 6},
		{"another section", walk, "#pieces = e, x, y #board = rectangle(up, down, left, right, [e, y])", 2},
		{"no board before", "#players = a(1) #pieces = e, x #variables =\n#rules = ->a right {e} [x] ->> {}", "#row = [e, x]\n#board = rectangle(up, down, left, right, row row)", 4},
	} {
		f, list := rbgparse.WithBoard(source.NewFile("walk.rbg", []byte(tt.text)), source.NewFile("boards/wide.rbg", []byte(tt.board)))
		if err := list.Err(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		g, list := rbgparse.File(f)
		if err := list.Err(); err != nil {
			t.Errorf("%s: %v\n%s", tt.name, err, f.Text())
			continue
		}
		if len(g.Board.Cells) != tt.cells || f.Name() != "walk-wide.rbg" {
			t.Errorf("%s: %d cells of %s, want %d", tt.name, len(g.Board.Cells), f.Name(), tt.cells)
		}
	}
}

// TestWithNamedBoard reads a description with boards that it names.
func TestWithNamedBoard(t *testing.T) {
	const text = `#players = a(1) #pieces = e, x #variables =
#narrow = rectangle(up, down, left, right, [e, x])
#wide = rectangle(up, down, left, right, [e, e, x])
#board = narrow
#go(n) = right^n
#late = rectangle(up, down, left, right, [e])
#rules = ->a go(1) {e} [x] ->> {}
`
	f := source.NewFile("walk.rbg", []byte(text))
	if got := rbgparse.BoardNames(f); !slices.Equal(got, []string{"narrow", "wide", "late"}) {
		t.Errorf("the boards are %v", got)
	}
	for name, cells := range map[string]int{"narrow": 2, "wide": 3} {
		changed, list, ok := rbgparse.WithNamedBoard(f, name)
		if err := list.Err(); err != nil || !ok || changed.Name() != "walk-"+name+".rbg" {
			t.Fatalf("%s: %v, %v", name, ok, err)
		}
		g, list := rbgparse.File(changed)
		if err := list.Err(); err != nil || len(g.Board.Cells) != cells {
			t.Errorf("%s: %v, want %d cells", name, err, cells)
		}
	}
	if _, list, ok := rbgparse.WithNamedBoard(f, "late"); !ok || !strings.Contains(list.Err().Error(), "walk.rbg:6:2") {
		t.Errorf("a board behind its section: %v, %v", ok, list.Err())
	}
	for _, name := range []string{"go", "board", "none"} {
		if _, _, ok := rbgparse.WithNamedBoard(f, name); ok {
			t.Errorf("%s is a board", name)
		}
	}
}

// TestWithBoardProblems reads files with boards that have problems, which are shown where
// they are.
func TestWithBoardProblems(t *testing.T) {
	for _, tt := range []struct{ board, want string }{
		{"#board = rectangle(up, down, left, right, [e,e])\n#rules = ->>", "b.rbg:2:2: error: a file with a board has no section rules"},
		{"#row = [e]", "b.rbg: error: the file has no section board"},
		{"rectangle(up, down, left, right, [e])", "b.rbg:1:1: error: text before the first directive"},
		{"", "b.rbg: error: the description is empty"},
		{"\n#board = rectangle(up, down, left, right, [e, z])", "b.rbg:2:47: error: z is not declared"},
		{"#board = hexagon(NW, NE, E, SE, SW, W, [e])", "walk.rbg:4:10: error: right is not declared"},
	} {
		f, list := rbgparse.WithBoard(source.NewFile("walk.rbg", []byte(walk)), source.NewFile("b.rbg", []byte(tt.board)))
		if (f == nil) != list.HasErrors() {
			t.Errorf("%q: %v with %v", tt.board, f, list.Err())
		}
		if f != nil {
			_, list = rbgparse.File(f)
		}
		if err := list.Err(); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.board, err, tt.want)
		}
	}
}
