package library_test

import (
	"os"
	"slices"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/corpustest"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/library"
	"ludex/rbg"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// full reports whether tests may take as long as they need.
func full() bool { return os.Getenv("LUDEX_FULL") != "" }

// few returns the number of plays that a test plays: n, or many more if all is to
// be tested.
func few(n int) int {
	if full() {
		return 20 * n
	}
	return n
}

// fewOf returns the number of plays of a game: few of those in the sample, and a quarter of that,
// but one at least, of the others.
func fewOf(game string, n int) int {
	if corpustest.Sampled(game) {
		return few(n)
	}
	return (n + 3) / 4
}

// readRBG reads a description that must be free of any complaint, hints included.
func readRBG(t *testing.T, name string, text []byte) *rbg.Game {
	t.Helper()
	rules, list := rbgparse.File(source.NewFile(name, text))
	if rules != nil {
		rbgcheck.Run(rules, rbgcheck.Options{Strict: true, Hints: true}, list)
	}
	for _, d := range list.Items {
		t.Error(d)
	}
	if rules == nil {
		t.FailNow()
	}
	return rules
}

// openGame opens a game of the library.
func openGame(t *testing.T, name string) game.Game {
	t.Helper()
	return openText(t, rulesOf(t, name))
}

// rulesOf returns the text of a game of the library.
func rulesOf(t *testing.T, name string) string {
	t.Helper()
	g, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	return string(g.Rules())
}

// openText makes a game of a description, on the engine that is the default.
func openText(t *testing.T, text string) game.Game {
	t.Helper()
	return openEngine(t, text, rbgengine.Auto)
}

// openEngine makes a game of a description on an engine.
func openEngine(t *testing.T, text, name string) game.Game {
	t.Helper()
	o, err := rbgengine.Open(t.Context(), readRBG(t, "game.rbg", []byte(text)), rbgengine.Options{Opening: game.Opening{Engine: name}})
	if err != nil {
		t.Fatal(err)
	}
	return o.Game
}

// boardgames returns the games whose rules are regular boardgames.
func boardgames() []library.Game {
	return slices.DeleteFunc(library.Games(), func(g library.Game) bool { return !g.IsRBG() })
}

// TestBoardgamesAreValid checks every description, and compares it with what
// game.toml says.
func TestBoardgamesAreValid(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, g := range boardgames() {
		t.Run(g.Name, func(t *testing.T) {
			rules := readRBG(t, g.File, g.Rules())
			players := slices.DeleteFunc(slices.Clone(rules.Players), func(p rbg.Variable) bool { return p.Name == gdl.Random })
			if len(players) != g.Players {
				t.Errorf("there are %d players, not %d", len(players), g.Players)
			}
			if g.Dialect != "rbg" {
				t.Errorf("the dialect is %s", g.Dialect)
			}
		})
	}
}

func TestBoardgamesAreCanonical(t *testing.T) {
	for _, g := range boardgames() {
		doc, _ := rbgparse.Scan(source.NewFile(g.File, g.Rules()))
		if string(rbgformat.Source(doc)) != string(g.Rules()) {
			t.Errorf("%s: \"ludex fmt\" would change it", g.File)
		}
	}
}

// TestBoardgamesThatMustBeThere makes sure that the games that were asked for are
// there.
func TestBoardgamesThatMustBeThere(t *testing.T) {
	for _, name := range []string{
		"tictactoe-rbg", "connectfour-rbg", "breakthrough-rbg", "hex", "amazons", "reversi", "reversi-4x4",
		"draughts", "go", "chess", "gomoku", "morris",
	} {
		if g, ok := library.Lookup(name); !ok || !g.IsRBG() {
			t.Errorf("there is no game %s in RBG", name)
		}
	}
}
