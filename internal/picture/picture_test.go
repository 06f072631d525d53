package picture_test

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"ludex/internal/picture"
)

func TestWishedSymbols(t *testing.T) {
	keys := picture.Keys([]string{"redTeam", "blueTeam"})
	if !slices.Equal(keys, []string{"red", "blue"}) {
		t.Errorf("the keys are %q", keys)
	}
	pieces := []picture.Piece{
		{Name: "nothing", Owner: picture.None},
		{Name: "redKing", Owner: 0},
		{Name: "redKnight", Owner: 0},
		{Name: "blueKing", Owner: 1},
		{Name: "1234", Owner: picture.None, Symbol: "1234"},
		{Name: "other", Owner: picture.None, Symbol: "1234"},
	}
	got := picture.Symbols(pieces, keys, 0)
	if want := []string{".", "K", "N", "k", "1234", "12342"}; !slices.Equal(got, want) {
		t.Errorf("the symbols are %q, want %q", got, want)
	}
}

func TestOwner(t *testing.T) {
	keys := []string{"white", "", "black"}
	for name, want := range map[string]int{"whitePawn": 0, "w": 0, "bK": 2, "whiteness": picture.None, "": picture.None, "zebra": picture.None} {
		if got := picture.Owner(name, keys); got != want {
			t.Errorf("the owner of %q is %d, want %d", name, got, want)
		}
	}
}

func TestCanvas(t *testing.T) {
	draw := func(color bool) string {
		c := &picture.Canvas{}
		c.Put(1, 2, "ab", picture.PlayerStyle(1)|picture.Reversed)
		c.PutBefore(0, 4, "xyz", picture.Faint)
		c.Bracket(1, 1, '[')
		c.Bracket(1, 4, ']')
		c.Bracket(1, 4, '[')
		var b strings.Builder
		out := bufio.NewWriter(&b)
		c.Write(out, color)
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got, want := draw(false), " xyz\n [ab|\n"; got != want {
		t.Errorf("the page is %q, want %q", got, want)
	}
	if got, want := draw(true), " \x1b[0;2mxyz\x1b[0m\n [\x1b[0;7;36mab\x1b[0m|\n"; got != want {
		t.Errorf("the page is %q, want %q", got, want)
	}
}

// hostile is a name that would do harm if it were not escaped.
const hostile = "<&\">\x00\xff]]></style><script>"

// hostileScene is a scene of a tile and a ground in which all names are hostile.
func hostileScene(tile picture.Tile, ground picture.Ground) *picture.Scene {
	sh := &picture.Sheet{
		Title: hostile, Tile: tile, Ground: ground, Empty: hostile, Stars: []string{hostile},
		Cells: []picture.Cell{
			{ID: hostile, Name: hostile, Dark: true, Changed: true, Stones: []picture.Stone{{Kind: 0, Life: hostile}}},
			{ID: "b", Name: "b", X: 1, Current: true, Stones: []picture.Stone{{Kind: 1}, {Kind: 2}, {Kind: 3}}},
			{ID: "c", Name: "c", X: 1, Y: 1, Unknown: true},
		},
		Kinds: []picture.Kind{
			{ID: hostile, Name: hostile, Look: picture.Look{Symbol: hostile, Owner: 1}},
			{ID: "q", Name: "queen", Look: picture.Look{Owner: 0, Shape: "queen", Paint: hostile}},
			{ID: "m", Name: "mark", Mark: true, Look: picture.Look{Symbol: hostile, Owner: picture.None}},
			{ID: "t", Name: "teal", Look: picture.Look{Symbol: "t", Owner: picture.None, Color: 77, Word: "teal"}},
		},
		Lines:  []picture.Line{{From: 0, To: 1, OneWay: true}, {From: 1, To: 2, Bent: true}, {From: 0, To: 2, Around: true}},
		Labels: []picture.Label{{Text: hostile, X: -0.7, Anchor: picture.Left}, {Text: hostile, Y: 2, Anchor: picture.Slanting}},
		Arrow:  []int{0, 1, 2},
		Dots:   [][2]float64{{0.5, 0.5}},
	}
	return &picture.Scene{
		Title: hostile, Describe: hostile, Over: true, Notes: []string{hostile, strings.Repeat("word, ", 200)},
		Players: []picture.Player{{Key: "red"}, {Key: hostile, Color: hostile}},
		Sheets:  []*picture.Sheet{sh, sh},
		Table:   []picture.Entry{{Name: hostile, New: true, Owner: 1, Values: []picture.EntryValue{{Text: hostile, New: true}, {Text: "b"}}}},
	}
}

// An image with any names is XML without scripts, and without IDs, which would clash
// with another image on the same page.
func TestImage(t *testing.T) {
	views := []picture.View{{}, {Flip: true}, {NoCaptions: true, NoCoordinates: true, Interactive: true}, {Small: true}, {Theme: picture.Theme{Light: hostile}}}
	for tile := picture.Square; tile <= picture.Circle; tile++ {
		for ground := picture.Checkered; ground <= picture.Bare; ground++ {
			for _, v := range views {
				var b strings.Builder
				if err := hostileScene(tile, ground).SVG(&b, v); err != nil {
					t.Fatal(err)
				}
				checkImage(t, b.String())
			}
		}
	}
}

// checkImage reads an image as XML.
func checkImage(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "script" {
			t.Fatalf("a script in\n%s", text)
		}
		for _, a := range start.Attr {
			if a.Name.Local == "id" {
				t.Fatalf("an identifier in\n%s", text)
			}
		}
	}
}

// Colours derived from names are left to the viewer; the colours of a presentation
// are properties of the whole image.
func TestColors(t *testing.T) {
	s := hostileScene(picture.Square, picture.Checkered)
	s.Players[1].Color = "#123456"
	var b strings.Builder
	if err := s.SVG(&b, picture.View{Theme: picture.Theme{Dark: "#abcdef"}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"color-mix(in oklab,teal", "--board-dark:#abcdef;--board-p1:#123456", `class="c current"`, `class="c dk changed"`, `class="c unknown"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// A board that is turned has its first cell where its last one was.
func TestFlip(t *testing.T) {
	draw := func(flip bool) string {
		sh := &picture.Sheet{Cells: []picture.Cell{{ID: "a"}, {ID: "b", X: 3, Y: 2}}}
		var b strings.Builder
		if err := (&picture.Scene{Sheets: []*picture.Sheet{sh}}).SVG(&b, picture.View{Flip: flip, NoCaptions: true}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	place := func(image, cell string) string {
		_, rest, _ := strings.Cut(image, `data-cell="`+cell+`"`)
		rest, _, _ = strings.Cut(rest, ">")
		return rest
	}
	if a, b := place(draw(false), "a"), place(draw(true), "b"); a == "" || a != b {
		t.Errorf("the first cell is at %q, and turned the last one at %q", a, b)
	}
}

func TestTooLarge(t *testing.T) {
	s := &picture.Scene{Sheets: []*picture.Sheet{{Cells: make([]picture.Cell, 1<<17)}}}
	if s.SVG(io.Discard, picture.View{}) == nil {
		t.Error("an image of a huge board is written")
	}
}

// The shapes are known by their names.
func TestShapes(t *testing.T) {
	for _, name := range picture.Shapes() {
		if !picture.IsShape(name) {
			t.Errorf("%s is no shape", name)
		}
	}
	if picture.IsShape("dragon") || len(picture.Shapes()) < 25 {
		t.Errorf("the shapes are %v", picture.Shapes())
	}
}
