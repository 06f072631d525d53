package rbgdraw_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"ludex/internal/rbgdraw"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

func text(t *testing.T, g *rbg.Game, p *rbgplay.Position, opt rbgdraw.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := rbgdraw.Text(&b, g, p, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Colours take the place of brackets and change nothing else.
func TestColor(t *testing.T) {
	g := rbgenginetest.Parse(t, boards[0].text)
	p := position(g, 4)
	colored := text(t, g, p, rbgdraw.Options{Last: []int{1}, Color: true})
	plain := text(t, g, p, rbgdraw.Options{Last: []int{1}})
	for _, bracket := range []string{"[", "]", "(", ")"} {
		plain = strings.ReplaceAll(plain, bracket, " ")
	}
	bare := escapes.ReplaceAllString(colored, "")
	if bare != regexp.MustCompile(` +\n`).ReplaceAllString(plain, "\n") {
		t.Errorf("without colours\n%s\nand with them\n%s", plain, bare)
	}
	for _, line := range strings.Split(colored, "\n") {
		if all := escapes.FindAllString(line, -1); len(all) > 0 && all[len(all)-1] != "\x1b[0m" {
			t.Errorf("a line ends in colour: %q", line)
		}
	}
}

func TestWhoIsToMove(t *testing.T) {
	g := rbgenginetest.Parse(t, boards[0].text)
	p := position(g, 0)
	for _, tt := range []struct {
		after int32
		over  bool
		want  string
	}{
		{0, false, "keeper to move, from a4\n"},
		{1, false, "white to move, from a4\n"},
		{3, false, "black to move, from a4\n"},
		{3, true, "the play is over\n"},
	} {
		p.Switch = tt.after
		if got := text(t, g, p, rbgdraw.Options{Over: tt.over}); !strings.Contains(got, tt.want) {
			t.Errorf("%q is not in\n%s", tt.want, got)
		}
	}
}

func TestBadPositions(t *testing.T) {
	g := rbgenginetest.Parse(t, boards[0].text)
	for name, spoil := range map[string]func(*rbgplay.Position, *rbgdraw.Options){
		"few cells":     func(p *rbgplay.Position, _ *rbgdraw.Options) { p.Pieces = p.Pieces[1:] },
		"no variables":  func(p *rbgplay.Position, _ *rbgdraw.Options) { p.Values = nil },
		"other piece":   func(p *rbgplay.Position, _ *rbgdraw.Options) { p.Pieces[2] = 99 },
		"current cell":  func(p *rbgplay.Position, _ *rbgdraw.Options) { p.Cell = -1 },
		"other switch":  func(p *rbgplay.Position, _ *rbgdraw.Options) { p.Switch = 99 },
		"no switch":     func(p *rbgplay.Position, _ *rbgdraw.Options) { p.Switch = 2 },
		"last move":     func(_ *rbgplay.Position, o *rbgdraw.Options) { o.Last = []int{99} },
		"negative cell": func(_ *rbgplay.Position, o *rbgdraw.Options) { o.Last = []int{-1} },
	} {
		p, opt := position(g, 0), rbgdraw.Options{}
		spoil(p, &opt)
		if rbgdraw.Text(&bytes.Buffer{}, g, p, opt) == nil || rbgdraw.SVG(&bytes.Buffer{}, g, p, opt) == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if rbgdraw.Text(&bytes.Buffer{}, nil, nil, rbgdraw.Options{}) == nil {
		t.Error("nothing at all: no error")
	}
}

// rectangle returns a board of blank cells.
func rectangle(width, height int) *rbg.Game {
	g := &rbg.Game{Pieces: []rbg.Piece{{Name: "blank"}}}
	b := &rbg.Board{Shape: rbg.Rectangle, Width: width, Height: height, Depth: 1}
	for i := range width * height {
		b.Cells = append(b.Cells, rbg.Cell{Name: fmt.Sprint("r", i), X: i % width, Y: i / width})
	}
	g.Board = b
	return g
}

func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		width, height int
		drawn         bool
	}{
		{0, 0, true}, {1, 1, true}, {30, 2, true}, {120, 2, false}, {256, 256, false}, {2, 1000, false},
	} {
		g := rectangle(tt.width, tt.height)
		p := &rbgplay.Position{}
		p.Reset(g)
		got := text(t, g, p, rbgdraw.Options{})
		if drawn := !strings.Contains(got, "too many"); drawn != tt.drawn {
			t.Errorf("%d × %d: drawn is %v", tt.width, tt.height, drawn)
		}
		if len(got) > 1<<16 {
			t.Errorf("%d × %d: %d bytes of text", tt.width, tt.height, len(got))
		}
		var b bytes.Buffer
		if err := rbgdraw.SVG(&b, g, p, rbgdraw.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := wellFormed(b.Bytes()); err != nil {
			t.Error(err)
		}
	}
	g := rectangle(1000, 1000)
	p := &rbgplay.Position{}
	p.Reset(g)
	if rbgdraw.SVG(&bytes.Buffer{}, g, p, rbgdraw.Options{}) == nil {
		t.Error("a million cells: no error")
	}
}

// failing is a writer that is full.
type failing struct{}

var errFull = errors.New("full")

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestWriterFails(t *testing.T) {
	g := rbgenginetest.Parse(t, nestedSquares)
	p := position(g, 0)
	if err := rbgdraw.Text(failing{}, g, p, rbgdraw.Options{}); !errors.Is(err, errFull) {
		t.Errorf("Text returns %v", err)
	}
	if err := rbgdraw.SVG(failing{}, g, p, rbgdraw.Options{}); !errors.Is(err, errFull) {
		t.Errorf("SVG returns %v", err)
	}
}

// Whatever the board, both forms come out, the text without control characters
// and the image as XML.
func TestAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		p := &rbgplay.Position{}
		p.Reset(g)
		for c := range p.Pieces {
			p.Pieces[c] = uint16(rapid.IntRange(0, len(g.Pieces)-1).Draw(t, "piece"))
		}
		opt := rbgdraw.Options{Title: rapid.String().Draw(t, "title"), Color: rapid.Bool().Draw(t, "color")}
		if n := len(p.Pieces); n > 0 {
			p.Cell = int32(rapid.IntRange(0, n-1).Draw(t, "cell"))
			opt.Last = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 10).Draw(t, "last")
		}
		var text, image bytes.Buffer
		if err := errors.Join(rbgdraw.Text(&text, g, p, opt), rbgdraw.SVG(&image, g, p, opt), wellFormed(image.Bytes())); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(escapes.ReplaceAllString(text.String(), ""), "\n") {
			if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Fatalf("line %q", line)
			}
		}
	})
}

// anyGame returns a game with a board of any shape.
func anyGame(t *rapid.T) *rbg.Game {
	name := rapid.OneOf(rapid.StringMatching(`[a-z]{1,3}[A-Z]?[a-z0-9]{0,6}`), rapid.String())
	g := &rbg.Game{}
	for _, n := range rapid.SliceOfNDistinct(name, 1, 8, rapid.ID).Draw(t, "pieces") {
		g.Pieces = append(g.Pieces, rbg.Piece{Name: n})
	}
	for _, n := range rapid.SliceOfNDistinct(name, 0, 4, rapid.ID).Draw(t, "players") {
		g.Players = append(g.Players, rbg.Variable{Name: n, Bound: 1})
	}
	g.Variables = g.Players
	shape := rapid.SampledFrom([]rbg.Shape{rbg.Graph, rbg.Rectangle, rbg.Hexagon, rbg.Cuboid}).Draw(t, "shape")
	g.Board = anyBoard(t, shape, name)
	for c := range g.Board.Cells {
		g.Board.Cells[c].Piece = rapid.IntRange(0, len(g.Pieces)-1).Draw(t, "piece")
	}
	return g
}

func anyBoard(t *rapid.T, shape rbg.Shape, name *rapid.Generator[string]) *rbg.Board {
	size := rapid.IntRange(1, 9)
	b := &rbg.Board{Shape: shape, Width: size.Draw(t, "width"), Height: size.Draw(t, "height"), Depth: 1}
	if shape == rbg.Cuboid {
		b.Depth = size.Draw(t, "depth")
	}
	b.Peak = rapid.IntRange(0, b.Height-1).Draw(t, "peak")
	for i := range b.Width * b.Height * b.Depth {
		if rapid.IntRange(0, 5).Draw(t, "hole") == 0 {
			continue
		}
		x, y, z := i%b.Width, i/b.Width%b.Height, i/b.Width/b.Height
		b.Cells = append(b.Cells, rbg.Cell{Name: name.Draw(t, "cell"), X: x, Y: y, Z: z})
	}
	if shape == rbg.Graph {
		anyEdges(t, b)
	}
	return b
}

// anyEdges connects cells by labels that lead equally far in the numbers of
// cells, often around, and sometimes anywhere.
func anyEdges(t *rapid.T, b *rbg.Board) {
	n := len(b.Cells)
	for l := range rapid.IntRange(0, 6).Draw(t, "labels") {
		b.Labels = append(b.Labels, fmt.Sprint("l", l))
		step := rapid.IntRange(-9, 9).Draw(t, "step")
		around := rapid.Bool().Draw(t, "around")
		wild := rapid.Bool().Draw(t, "wild")
		edges := make([]int32, n)
		for c := range edges {
			to := c + step
			if around && n > 0 {
				to = (to + 9*n) % n
			}
			if wild && rapid.IntRange(0, 3).Draw(t, "any") == 0 {
				to = rapid.IntRange(-1, n-1).Draw(t, "to")
			}
			if to < 0 || to >= n {
				to = rbg.NoCell
			}
			edges[c] = int32(to)
		}
		b.Edges = append(b.Edges, edges)
	}
}
