package rbgdraw_test

import (
	"bytes"
	"strings"
	"testing"

	"ludex/internal/rbgdraw"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// Every public game is drawn in both forms, as it is declared and cell by cell,
// with every piece that is on the board.
func TestCorpus(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Read(t, name)
			checkDrawings(t, g)
			checkDrawings(t, cellByCell(g))
		})
	}
}

// cellByCell returns a game whose board has lost its shape.
func cellByCell(g *rbg.Game) *rbg.Game {
	low, board := *g, *g.Board
	board.Shape, board.Directions = rbg.Graph, nil
	board.Width, board.Height, board.Depth, board.Peak = 0, 0, 0, 0
	low.Board = &board
	return &low
}

func checkDrawings(t *testing.T, g *rbg.Game) {
	t.Helper()
	p := &rbgplay.Position{}
	p.Reset(g)
	opt := rbgdraw.Options{Title: "title", Last: []int{0, 3}}
	text, image := drawTwice(t, g, p, opt)
	for c := range g.Board.Cells {
		piece := g.Pieces[g.Board.Cells[c].Piece].Name
		if !strings.Contains(text, piece) {
			t.Fatalf("%s is not in the text\n%s", piece, text)
		}
		if !strings.Contains(image, piece) {
			t.Fatalf("%s is not in the image", piece)
		}
	}
	if strings.Contains(text, "too many to draw") {
		t.Errorf("the board is not drawn\n%s", text)
	}
	if err := wellFormed([]byte(image)); err != nil {
		t.Error(err)
	}
}

// drawTwice draws in both forms, and checks that the same comes out again.
func drawTwice(t *testing.T, g *rbg.Game, p *rbgplay.Position, opt rbgdraw.Options) (text, image string) {
	t.Helper()
	for i := range 2 {
		var a, b bytes.Buffer
		if err := rbgdraw.Text(&a, g, p, opt); err != nil {
			t.Fatal(err)
		}
		if err := rbgdraw.SVG(&b, g, p, opt); err != nil {
			t.Fatal(err)
		}
		if i > 0 && (a.String() != text || b.String() != image) {
			t.Error("the same position is drawn in two ways")
		}
		text, image = a.String(), b.String()
	}
	return text, image
}
