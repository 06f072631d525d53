package gdltorbg_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/corpustest"
	"ludex/internal/gdlformat"
	"ludex/internal/gdltest"
	"ludex/internal/gdltorbg"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// options are generous: what a test converts takes much less.
var options = gdltorbg.Options{Time: 5 * time.Minute, MaxStates: 50_000, Seed: 1, Progress: func(string) {}}

// perft counts the plays of rules up to a depth, with the ends among them.
func perft(t *testing.T, r *rules.Rules, depth int) []game.PerftCount {
	t.Helper()
	g, _, err := r.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := game.MachinePerft(t.Context(), g, g.NewMachine().Initial(nil), depth, true)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// convert translates a game and counts the plays of both.
func convert(t *testing.T, f *source.File, depth int) *gdltorbg.Result {
	t.Helper()
	r := rules.Read(f, rules.Options{})
	out, err := gdltorbg.Convert(t.Context(), r, options)
	if err != nil {
		t.Fatal(err)
	}
	board := rules.Read(source.NewFile("translated.rbg", []byte(out.Text)), rules.Options{})
	if err := board.Problems.Err(); err != nil {
		t.Fatal(err)
	}
	if got, want := perft(t, board, depth), perft(t, r, depth); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	return out
}

func fromLibrary(t *testing.T, name string) *source.File {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no game %s", name)
	}
	return source.NewFile(entry.File, entry.Rules())
}

// Games of the library and their translations have the same plays.
func TestLibrary(t *testing.T) {
	for _, tt := range []struct {
		name  string
		depth int
		full  bool
	}{
		{"tictactoe", 6, false},
		{"nim", 5, false},
		{"connectthree", 5, false},
		{"connectfour-5x4", 5, false},
		{"hanoi", 6, false},
		{"maze", 6, true}, // a public maze is in every run
		{"breakthrough-5x5", 3, true},
		{"breakthrough", 3, true},
		{"dotsandboxes", 3, true},
		{"jugs", 5, true},
	} {
		if tt.full && !corpustest.Full() {
			continue
		}
		t.Run(tt.name, func(t *testing.T) { convert(t, fromLibrary(t, tt.name), tt.depth) })
	}
}

// Public games and their translations have the same plays.
func TestPublicGames(t *testing.T) {
	for _, tt := range []struct {
		name  string
		depth int
		full  bool
	}{
		{"ticTacToe/ticTacToe", 6, false},
		{"tictactoe2/tictactoe", 6, false},
		{"nim1/nim1", 4, false},
		{"nim2/nim2", 4, false},
		{"maze/maze", 6, false},
		{"breakthroughSmall/breakthroughSmall", 3, true},
	} {
		if tt.full && !corpustest.Full() {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(corpustest.Dir("gdl"), tt.name+".kif")
			data, err := os.ReadFile(path)
			corpustest.SkipIfAbsent(t, err)
			convert(t, source.NewFile(filepath.Base(path), data), tt.depth)
		})
	}
}

// The translation of tic-tac-toe has a cell for each cell, and moves are called after them.
func TestNames(t *testing.T) {
	out := convert(t, fromLibrary(t, "tictactoe"), 3)
	if got := out.Moves["white"]["(mark 2 3)"]; got != "cell2x3" {
		t.Errorf("(mark 2 3) is %q", got)
	}
	for _, want := range []string{"#players = white(100), black(100)", "cell1x1[blank]", "cell2x3 {blank} [x] // (mark 2 3)", "proved by induction"} {
		if !strings.Contains(out.Text, want) {
			t.Errorf("%q is not in\n%s", want, out.Text)
		}
	}
	heaps := convert(t, fromLibrary(t, "nim"), 2)
	if want := "{$ heapC >= 4} [$ heapC = heapC-4]"; !strings.Contains(heaps.Text, want) {
		t.Errorf("%q is not in\n%s", want, heaps.Text)
	}
}

// What no regular boardgame can be is refused with the reason, and the place of it.
func TestRefused(t *testing.T) {
	for name, want := range map[string]string{
		"rockpaperscissors": "left and right move at the same time ((throw paper) and (throw paper))",
		"cardgame":          "cardgame/cardgame.gdl:61:1: in a regular boardgame everybody sees everything",
		"chicken":           "chicken/chicken.gdl:19:1: a regular boardgame has turns and no clock",
		"muddychildren":     "muddychildren/muddychildren.gdl:81:1: the rules of a regular boardgame cannot speak of what players know",
		"twixt":             "depends on more than",
	} {
		_, err := gdltorbg.Convert(t.Context(), rules.Read(fromLibrary(t, name), rules.Options{}), options)
		var refused *gdltorbg.RefusedError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// swap exchanges what lies on two cells, so that each of the changes reads what the other one
// writes; and a game without a fact that says who is on turn.
const swap = `
(role a)
(role b)
(init (cell 1 x)) (init (cell 2 y)) (init (cell 3 y)) (init (time 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(even 0) (even 2) (even 4)
(turn a) (<= (onturn a) (true (time ?t)) (even ?t))
(<= (onturn b) (true (time ?t)) (not (even ?t)))
(<= (legal ?r swap) (onturn ?r))
(<= (legal ?r rotate) (onturn ?r) (true (cell 1 x)))
(<= (legal ?r wait) (role ?r) (not (onturn ?r)))
(<= done (does ?r swap))
(<= (next (cell 1 ?p)) done (true (cell 2 ?p)))
(<= (next (cell 2 ?p)) done (true (cell 1 ?p)))
(<= (next (cell 3 ?p)) done (true (cell 3 ?p)))
(<= (next (cell 1 ?p)) (does ?r rotate) (true (cell 2 ?p)))
(<= (next (cell 2 ?p)) (does ?r rotate) (true (cell 3 ?p)))
(<= (next (cell 3 ?p)) (does ?r rotate) (true (cell 1 ?p)))
(<= (next (time ?n)) (true (time ?t)) (succ ?t ?n))
(<= terminal (true (time 6)))
(<= (goal a 100) (true (cell 1 x)))
(<= (goal a 30) (true (cell 1 y)))
(<= (goal b 100) (true (cell 2 x)))
(<= (goal b 0) (true (cell 2 y)))
`

func TestSwap(t *testing.T) {
	out := convert(t, source.NewFile("swap.kif", []byte(swap)), 7)
	if !strings.Contains(out.Text, "later") {
		t.Errorf("nothing is remembered in\n%s", out.Text)
	}
}

// Of random games, what is translated has the same plays.
func TestRandomGames(t *testing.T) {
	games := 60
	if corpustest.Full() {
		games = 2000
	}
	converted := 0
	generator := gdltest.RecursiveGame()
	for seed := range games {
		text := string(gdlformat.Program(generator.Example(seed), gdl.Prefix))
		f := source.NewFile("random.kif", []byte(text))
		r := rules.Read(f, rules.Options{})
		out, err := gdltorbg.Convert(t.Context(), r, options)
		if err != nil {
			continue // most of them have simultaneous moves
		}
		converted++
		board := rules.Read(source.NewFile("translated.rbg", []byte(out.Text)), rules.Options{})
		if got, want := perft(t, board, 5), perft(t, r, 5); !slices.Equal(got, want) {
			t.Fatalf("got  %v\nwant %v\n%s\n%s", got, want, text, out.Text)
		}
	}
	if t.Logf("%d of %d games are translated", converted, games); converted < games/10 {
		t.Error("hardly any game is translated")
	}
}
