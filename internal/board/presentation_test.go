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
		{"columns = ['a', 'b']", `b.toml:1: there are 2 names for 3 columns`},
		{"rows = ['a', 'b', 'a']", `b.toml:1: the name "a" is empty, or there twice`},
		{"columns = ['a', 'b', 'c']\nnumbered = true", `b.toml:2: cells with numbers have no names of columns and rows`},
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

// Cells have the names that players know, in pictures and texts.
func TestCoordinates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, c := range []struct {
		game  string
		image []string
		text  []string
	}{
		{"go", []string{`data-cell="i9"`, "<title>J9: free</title>", ">J</text>"}, []string{"A B C D E F G H J"}},
		{"reversi", []string{`data-cell="e5"`, "<title>e4: black disc</title>"}, []string{"1  . .", "8  . ."}},
		{"draughts", []string{"<title>32: white man</title>", ">12</text>"}, []string{" 1  . M", "29  m"}},
		{"minishogi", []string{`data-cell="e1"`, "<title>1e: "}, []string{"e  K G S B R", "5 4 3 2 1"}},
	} {
		r := read(t, c.game)
		b, err := board.Presented(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		p := board.Position{Facts: play(t, r, 0)[0].Facts}
		picture := image(t, b, p, board.Options{})
		for _, want := range c.image {
			if !strings.Contains(picture, want) {
				t.Errorf("%s: %q is not in the picture", c.game, want)
			}
		}
		var out strings.Builder
		if err := b.Text(&out, p, false); err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("(", " ", ")", " ").Replace(out.String())
		for _, want := range c.text {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not in\n%s", c.game, want, text)
			}
		}
	}
}

// Seats have the colours of their pieces.
func TestSeatColors(t *testing.T) {
	for game, want := range map[string][]string{"hex": {"#d8453c", "#3069c4"}, "chess": {"#fcf8ef", "#3b3836"}} {
		b, err := board.Presented(context.Background(), read(t, game))
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range b.Colors() {
			if c.Color != want[i] {
				t.Errorf("%s: role %d has the colour %s, want %s", game, i, c.Color, want[i])
			}
		}
	}
}
