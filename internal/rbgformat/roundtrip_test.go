package rbgformat_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/internal/rbgtest"
	"ludex/rbg"
	"ludex/source"
)

// failer is what testing.T, testing.F and rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// game reads a text that must be a game.
func game(t failer, text string) *rbg.Game {
	t.Helper()
	g, list := rbgparse.File(source.NewFile("test.rbg", []byte(text)))
	if g == nil {
		t.Fatalf("%v in\n%s", list.Err(), text)
	}
	return g
}

// checkSource prints the text of a game: it stays the same game, board and all,
// and printing it again changes nothing.
func checkSource(t failer, text string) {
	t.Helper()
	doc, _ := rbgparse.Scan(source.NewFile("test.rbg", []byte(text)))
	out := string(rbgformat.Source(doc))
	printed, _ := rbgparse.Scan(source.NewFile("test.rbg", []byte(out)))
	if !sameTokens(doc, printed) {
		t.Fatalf("the tokens of\n%s\nare not those of\n%s", text, out)
	}
	before, after := game(t, text), game(t, out)
	if err := rbg.SameGame(before, after); err != nil {
		t.Fatalf("%v in\n%s\nand\n%s", err, text, out)
	}
	if !reflect.DeepEqual(before.Board, after.Board) {
		t.Fatalf("the boards differ in\n%s\nand\n%s", text, out)
	}
	if again := string(rbgformat.Source(printed)); again != out {
		t.Fatalf("\n%s\nis printed as\n%s", out, again)
	}
	for _, line := range strings.Split(out, "\n") {
		if strings.TrimRight(line, " ") != line {
			t.Fatalf("a line ends with a blank: %q", line)
		}
	}
}

// checkLowLevel prints a game in low-level form and reads it again.
func checkLowLevel(t failer, g *rbg.Game) {
	t.Helper()
	out := string(rbgformat.LowLevel(g))
	again := game(t, out)
	if len(again.Modifiers) != len(g.Modifiers) {
		t.Fatalf("%d modifiers of %d are left in\n%s", len(again.Modifiers), len(g.Modifiers), out)
	}
	if !allLabelsHaveEdges(g.Board) {
		return // going along such a label cannot be written
	}
	if err := rbg.SameGame(g, again); err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	if text := string(rbgformat.LowLevel(again)); text != out {
		t.Fatalf("\n%s\nis printed as\n%s", out, text)
	}
}

func allLabelsHaveEdges(b *rbg.Board) bool {
	for _, row := range b.Edges {
		some := false
		for _, to := range row {
			some = some || to != rbg.NoCell
		}
		if !some {
			return false
		}
	}
	return true
}

// TestCorpus prints the public games beside the project.
func TestCorpus(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "rbg", "*.rbg"))
	if err != nil || len(names) == 0 {
		t.Skip("the corpus of public games is not beside the project")
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			g := game(t, string(text))
			checkSource(t, string(text))
			checkLowLevel(t, g)
			checkSource(t, string(rbgformat.LowLevel(g)))
			checkWidth(t, string(rbgformat.LowLevel(g)))
		})
	}
}

// checkWidth looks for lines that are too long.
func checkWidth(t *testing.T, text string) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		if len(line) > rbgformat.Width {
			t.Errorf("a line has %d columns: %s", len(line), line)
		}
	}
}

func TestRandomGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rbgtest.Source(t)
		checkSource(t, text)
		checkLowLevel(t, game(t, text))
	})
}

// TestLayoutDependsOnTokensOnly prints games whose blanks and line breaks were
// changed.
func TestLayoutDependsOnTokensOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rbgtest.Source(t)
		_, text, _ = strings.Cut(text, "\n\n") // without the comment
		doc, _ := rbgparse.Scan(source.NewFile("test.rbg", []byte(text)))
		var b strings.Builder
		for _, d := range doc.Directives {
			b.WriteString("\n#" + d.Name.Text)
			for i, p := range d.Params {
				b.WriteString(map[bool]string{true: " (", false: ";"}[i == 0] + p.Text)
			}
			b.WriteString(map[bool]string{true: ") =", false: "="}[len(d.Params) > 0])
			for _, tok := range d.Body {
				b.WriteString(rapid.SampledFrom([]string{" ", "\n", "\n\n  ", "\t"}).Draw(t, "blank") + tok.Text)
			}
		}
		other, _ := rbgparse.Scan(source.NewFile("test.rbg", []byte(b.String())))
		squeeze := func(doc *rbgparse.Document) string {
			return strings.ReplaceAll(string(rbgformat.Source(doc)), "\n\n", "\n")
		}
		if got, want := squeeze(other), squeeze(doc); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// TestEdgelessLabel prints a shift along a label without edges as something
// that is never possible.
func TestEdgelessLabel(t *testing.T) {
	g := game(t, `#players = p(1) #pieces = e #variables =
		#board = rectangle(up,down,left,right,[e,e]) #rules = (up* + left [e])* up`)
	_, rules, _ := strings.Cut(string(rbgformat.LowLevel(g)), "#rules = ")
	if want := "(({})* + left [e])* {}\n"; rules != want {
		t.Errorf("the rules are %s, want %s", rules, want)
	}
	checkLowLevel(t, g)
}
