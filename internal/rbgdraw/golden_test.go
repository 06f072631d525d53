package rbgdraw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/rbgdraw"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// boards are small boards of each shape, with the declarations around them.
var boards = []struct{ name, text string }{
	{"rectangle", `
		#players = white(100), black(100)
		#pieces = empty, whiteKing, whiteKnight, whitePawn, blackKing, blackPawn, wall
		#variables = turn(50)
		#board = rectangle(up,down,left,right,
			[blackKing, blackPawn, empty, ]
			[empty,     empty,     wall,  empty]
			[         , empty,     empty, whiteKnight]
			[empty,     whitePawn, empty, whiteKing])
		#rules = ->white {empty} [whitePawn] ->black [empty]`},
	{"hexagon", `
		#players = red(1), blue(1)
		#pieces = e, r, b
		#variables =
		#board = hexagon(nw,ne,e1,se,sw,w,
			[e, r]
			[b, e, e]
			[e,  , r, e]
			[e, e, b])
		#rules = ->red {e} [r] ->blue [b] [e]`},
	{"cuboid", `
		#players = first(1), second(1), third(1)
		#pieces = nothing, firstMan, firstKing, secondMan, thirdKing
		#variables =
		#board = cuboid(u,d,l,r,f,b,
			[[firstMan, nothing, nothing] [nothing, secondMan, firstKing]]
			[[nothing, nothing, thirdKing] [ , nothing, nothing]])
		#rules = ->first {nothing} [nothing] ->second [firstMan]`},
	{"graph", nestedSquares},
}

// nestedSquares is two squares, one in the other, with lines between their
// sides.
const nestedSquares = `
	#players = white(1), black(1)
	#pieces = empty, whiteMan, blackMan
	#variables = left(9)
	#board =
		a1[empty]{n:a2, e:a8}     a2[empty]{n:a3, s:a1, e:b2} a3[empty]{e:a4, s:a2}     a4[blackMan]{w:a3, e:a5, s:b4}
		a5[empty]{w:a4, s:a6}     a6[empty]{n:a5, s:a7, w:b6} a7[whiteMan]{n:a6, w:a8}  a8[empty]{e:a7, w:a1, n:b8}
		b1[empty]{n:b2, e:b8}     b2[empty]{n:b3, s:b1, w:a2} b3[empty]{e:b4, s:b2}     b4[empty]{w:b3, e:b5, n:a4}
		b5[empty]{w:b4, s:b6}     b6[empty]{n:b5, s:b7, e:a6} b7[empty]{n:b6, w:b8}     b8[empty]{e:b7, w:b1, s:a8}
	#rules = ->white {empty} [whiteMan] ->black [empty]`

// position returns the position after the first switch of a game.
func position(g *rbg.Game, cell int32) *rbgplay.Position {
	p := &rbgplay.Position{}
	p.Reset(g)
	p.Cell, p.Switch = cell, 1
	return p
}

// wellFormed reports an error if a text is not XML.
func wellFormed(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func TestGolden(t *testing.T) {
	for _, b := range boards {
		t.Run(b.name, func(t *testing.T) {
			g := rbgenginetest.Parse(t, b.text)
			p := position(g, 4)
			opt := rbgdraw.Options{Title: "A " + b.name + " & more", Last: []int{1, 3, 4}}
			var text, image bytes.Buffer
			if err := rbgdraw.Text(&text, g, p, opt); err != nil {
				t.Fatal(err)
			}
			if err := rbgdraw.SVG(&image, g, p, opt); err != nil {
				t.Fatal(err)
			}
			if err := wellFormed(image.Bytes()); err != nil {
				t.Error(err)
			}
			compare(t, b.name+".txt", text.String())
			compare(t, b.name+".svg", image.String())
		})
	}
}

// compare compares a drawing with a file, which LUDEX_UPDATE=1 rewrites.
func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("LUDEX_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s is now\n%s", path, got)
	}
}
