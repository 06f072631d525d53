package picture_test

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"ludex/picture"
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

// Whatever names are, an image is XML.
func TestImage(t *testing.T) {
	var b strings.Builder
	m := picture.NewImage(&b)
	odd := "<&\">\x00\xff]]>"
	m.Begin(picture.Frame{Width: 3000, Height: 100, Title: odd, Description: odd, Keys: []string{"red", odd, ""}})
	for _, l := range []picture.Look{
		{Symbol: odd, Owner: 1},
		{Symbol: "long symbol", Owner: picture.None, Color: 77, Word: "teal"},
		{Symbol: "7", Owner: picture.None, Word: odd, Tile: true},
	} {
		m.Piece(l, 1.25, -3, "")
	}
	captions := picture.Captions{Looks: make([]picture.Look, 2), Names: []string{odd, "b"}, Lines: []string{odd, strings.Repeat("word, ", 200)}}
	if captions.Height(300) < 200 {
		t.Error("long lines are not broken")
	}
	captions.Write(m, 10, 300)
	if err := m.End(); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
	}
	if !strings.Contains(b.String(), `style="fill:teal"`) || !strings.Contains(b.String(), `width="1600"`) {
		t.Errorf("the image is\n%s", b.String())
	}
}
