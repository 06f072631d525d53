package board_test

import (
	"context"
	"strings"
	"testing"

	"ludex/internal/board"
)

func TestPresentation(t *testing.T) {
	p, err := board.ReadPresentation("mine.toml", []byte(`
ground = "plain"
light = "#abc"
turned = true
mirrored = true
coordinates = false
empty = "nothing here"
players.white.color = "teal"

[pieces]
x = { shape = "star", color = "#102030", label = "a star", symbol = "S", player = "black" }
`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.New(context.Background(), read(t, "tictactoe"), p)
	if err != nil {
		t.Fatal(err)
	}
	facts := play(t, read(t, "tictactoe"), 0)[0].Facts
	text := image(t, b, board.Position{Facts: append(facts[1:], "(cell 1 1 x)")}, board.Options{})
	for _, want := range []string{"--board-light:#abc", "--board-p0:teal", "color:#102030", "a star", "nothing here", `class="un"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, `class="at`) {
		t.Error("there are coordinates")
	}
}

// A problem of a presentation is reported with the line where it is.
func TestPresentationErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ground = \n", "b.toml:1: "},
		{"ground = 'sand'", `b.toml:1: unknown ground "sand"; there are bare, checkered`},
		{"\nlight = '#12'", `b.toml:2: "#12" is no colour`},
		{"light = 'red;x:y'", `b.toml:1: "red;x:y" is no colour`},
		{"\n\ngrond = 'plain'", `b.toml:3: unknown key grond`},
		{"[pieces]\nx = { shape = 'disc', size = 3 }", `b.toml:2: unknown key pieces.x.size`},
		{"[pieces]\nx = { shape = 'dragon' }", `b.toml:2: unknown shape "dragon"; there are arrow`},
		{"[pieces]\no = { shape = 'disc' }\n[pieces.'y']\nshape = 'disc'", `b.toml:3: the board has no piece "y"; it has "o", "x"`},
		{"[players]\nwhite.color = 'red'\ngreen.color = 'red'", `b.toml:3: the game has no role "green"; it has white, black`},
		{"[pieces]\n\nx = { player = 'green' }", `b.toml:3: the game has no role "green"`},
		{"stars = ['z9']", `b.toml:1: the board has no cell z9`},
		{"places.a.shape = 'dragon'", `b.toml:1: unknown shape "dragon"`},
	} {
		p, err := board.ReadPresentation("b.toml", []byte(c.text))
		if err == nil {
			_, err = board.New(context.Background(), read(t, "tictactoe"), p)
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q gives %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzReadPresentation(f *testing.F) {
	f.Add([]byte("ground = 'plain'\n[pieces]\nx = { shape = 'disc' }"))
	f.Add([]byte("[places]\na = { x = 1, y = 2 }\n[pieces.'q.r']\nshape='king'"))
	r := read(f, "tictactoe")
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := board.ReadPresentation("b.toml", text)
		if err != nil {
			return
		}
		if b, err := board.New(context.Background(), r, p); err == nil {
			image(t, b, board.Position{Facts: []string{"(cell 1 1 x)", "(control white)"}}, board.Options{})
		}
	})
}
