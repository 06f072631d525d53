package board_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/corpustest"
	"ludex/internal/disguise"
	"ludex/library"
	"ludex/rules"
)

// read reads the rules of a game of the library.
func read(t testing.TB, name string) *rules.Rules {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	r, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func presented(t testing.TB, name string) *board.Board {
	t.Helper()
	b, err := board.Presented(context.Background(), read(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A step is a position of a random play with the moves that are legal there.
type step struct {
	board.Position
	legal []string
}

// play returns the positions of a random play.
func play(t testing.TB, r *rules.Rules, steps int) []step {
	t.Helper()
	if r.IsTimed() {
		g, err := r.OpenTimed(t.Context(), rules.Opening{})
		if err != nil {
			t.Fatal(err)
		}
		var facts []string
		for _, f := range g.Initial().Facts() {
			facts = append(facts, f.String())
		}
		return []step{{Position: board.Position{Facts: facts}}}
	}
	g, _, err := r.Open(context.Background(), rules.Opening{Engine: "reference"})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	s := m.Initial(nil)
	at := step{Position: board.Position{Facts: g.Facts(s)}}
	var list []step
	random := game.NewRand(3)
	for {
		at.Over = m.Terminal(s)
		joint := make([]game.Move, len(g.Roles()))
		var last []string
		at.legal = nil
		for role := range joint {
			legal := m.Legal(s, game.Role(role), nil)
			for _, move := range legal {
				at.legal = append(at.legal, g.MoveText(game.Role(role), move))
			}
			if len(legal) > 0 {
				joint[role] = legal[random.Choose(len(legal))]
				last = append(last, g.MoveText(game.Role(role), joint[role]))
			}
		}
		list = append(list, at)
		if at.Over || len(last) < len(joint) || len(list) > steps {
			return list
		}
		s = m.Next(s, joint, nil)
		at = step{Position: board.Position{Facts: g.Facts(s), Before: at.Facts, Last: last}}
	}
}

// image draws a position and checks what all images have: they are XML without
// scripts and identifiers.
func image(t testing.TB, b *board.Board, p board.Position, opt board.Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.SVG(&out, p, opt); err != nil {
		t.Fatal(err)
	}
	checkImage(t, out.String())
	return out.String()
}

func checkImage(t testing.TB, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if start, ok := token.(xml.StartElement); ok {
			if start.Name.Local == "script" || slices.ContainsFunc(start.Attr, func(a xml.Attr) bool { return a.Name.Local == "id" }) {
				t.Fatalf("%v is in the image", start)
			}
		}
	}
}

// cellSyntax is how cells of boards are in images; things on no board begin with an at sign.
var cellSyntax = regexp.MustCompile(`data-cell="([^@"][^"]*)"`)

// An image contains every cell of the board exactly once, and moves lead to
// these cells. A sample of the games is drawn, or with LUDEX_FULL=1 all.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, entry := range library.Games() {
		if !corpustest.Sampled(entry.Name) {
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			r := read(t, entry.Name)
			b := presented(t, entry.Name)
			known := map[string]bool{}
			for _, c := range b.Cells() {
				if known[c.ID] || c.Label == "" {
					t.Errorf("cell %v", c)
				}
				known[c.ID] = true
			}
			if b.HasGrid() != (len(known) > 0) {
				t.Errorf("there are %d cells", len(known))
			}
			for _, at := range play(t, r, 2) {
				checkStep(t, b, at, known)
			}
		})
	}
}

func checkStep(t *testing.T, b *board.Board, at step, known map[string]bool) {
	t.Helper()
	seen := map[string]bool{}
	drawn := image(t, b, at.Position, board.Options{})
	for _, match := range cellSyntax.FindAllStringSubmatch(drawn, -1) {
		if seen[match[1]] || !known[match[1]] {
			t.Errorf("cell %s is in the image twice, or is none", match[1])
		}
		seen[match[1]] = true
	}
	for _, move := range at.legal {
		things := 0
		for _, c := range b.Target(move) {
			if strings.HasPrefix(c, "@") {
				if things++; strings.Count(drawn, `data-cell="`+c+`"`) > 1 {
					t.Errorf("%s is in the image twice", c)
				}
			} else if !known[c] {
				t.Errorf("%s leads to %s, which is no cell", move, c)
			}
		}
	}
	var text, small bytes.Buffer
	if err := errors.Join(b.Text(&text, at.Position, false), b.Thumbnail(&small, at.Position)); err != nil || text.Len() == 0 {
		t.Errorf("%v, and the text is %q", err, text.String())
	}
	checkImage(t, small.String())
	for _, g := range b.Facts(at.Position) {
		if len(g.Rows) == 0 || len(g.Rows) != len(g.Changed) {
			t.Errorf("%s has %d rows, and changes of %d", g.Relation, len(g.Rows), len(g.Changed))
		}
	}
}

// Every game with a well-known look has a presentation.
func TestPresentedGames(t *testing.T) {
	for _, name := range []string{
		"amazons", "battleships", "breakthrough", "breakthrough-rbg", "chess", "connectfour", "connectfour-rbg", "dotsandboxes",
		"draughts", "eightpuzzle", "go", "gomoku", "hex", "knightstour", "kriegspiel-chess", "morris", "reversi", "tictactoe",
	} {
		if entry, _ := library.Lookup(name); func() bool { _, text := entry.Board(); return text == nil }() {
			t.Errorf("%s has none", name)
		}
	}
}

func TestTarget(t *testing.T) {
	for _, c := range []struct {
		game, move, want string
	}{
		{"chess", "e2e4", "e2 e4"},
		{"chess", "e7e8=whiteQueen", "e7 e8"},
		{"chess", "noop", ""},
		{"morris", "d6", "d6"},
		{"breakthrough", "(move 1 2 2 3)", "1,2 2,3"},
		{"breakthrough", "noop", ""},
		{"tictactoe", "(mark 3 1)", "3,1"},
		{"connectfour-5x4", "(drop 2)", "2,4 2,3 2,2 2,1"},
		{"eightpuzzle", "(slide 3 1)", "1,3"}, // its first coordinate is the row
		{"kriegspiel-chess", "(move a5 a1)", "a,5 a,1"},
		{"dotsandboxes", "(draw f)", "f"},
		{"battleships", "(fire 2 3)", "2,3,anna 2,3,ben"},
		{"kuhnpoker", "(bet)", ""},
		{"tictactoe", "(((", ""},
	} {
		if got := strings.Join(presented(t, c.game).Target(c.move), " "); got != c.want {
			t.Errorf("%s: %s leads to %q, want %q", c.game, c.move, got, c.want)
		}
	}
}

func TestChangesAreMarked(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for name, want := range map[string]int{"chess": 2, "tictactoe": 1, "connectfour": 1, "breakthrough": 2, "dotsandboxes": 1} {
		list := play(t, read(t, name), 1)
		text := image(t, presented(t, name), list[1].Position, board.Options{NoCaptions: true})
		if n := strings.Count(text, ` changed" data-cell=`); n != want {
			t.Errorf("%s: %d cells are marked, want %d", name, n, want)
		}
	}
}

// A cell whose content is not certain is shown as unknown, not as empty.
func TestHidden(t *testing.T) {
	b := presented(t, "tictactoe")
	facts := []string{"(cell 1 1 x)", "(cell 2 2 blank)"}
	text := image(t, b, board.Position{Facts: facts, Hidden: true}, board.Options{})
	if n := strings.Count(text, ": unknown</title>"); n != 7 {
		t.Errorf("%d cells are unknown, want 7, in\n%s", n, text)
	}
	if text = image(t, b, board.Position{Facts: facts}, board.Options{}); strings.Contains(text, "unknown<") {
		t.Error("a cell is unknown although nothing is hidden")
	}
}

func TestThumbnail(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	var out bytes.Buffer
	if err := presented(t, "chess").Thumbnail(&out, play(t, read(t, "chess"), 0)[0].Position); err != nil {
		t.Fatal(err)
	}
	if out.Len() >= 12_000 || strings.Contains(out.String(), "<text") {
		t.Errorf("the thumbnail has %d bytes:\n%s", out.Len(), out.String())
	}
}

// words are the parts of an image that names decide.
var words = regexp.MustCompile(`<title>[^<]*</title>|>[^<>]+<|data-\w+="[^"]*"|style="[^"]*"|aria-label="[^"]*"|font-size="[^"]*"`)

// The image of a scrambled game differs in words only.
func TestScrambled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, name := range []string{"breakthrough", "connectfour", "kriegspiel-chess", "tictactoe"} {
		r := read(t, name)
		twin, err := disguise.Scramble(r, 4)
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.New(context.Background(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := board.Presented(context.Background(), twin.Rules)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range play(t, r, 3) {
			other := board.Position{Over: at.Over}
			for _, f := range at.Facts {
				other.Facts = append(other.Facts, twin.Out(f))
			}
			for _, f := range at.Before {
				other.Before = append(other.Before, twin.Out(f))
			}
			opt := board.Options{NoCaptions: true, NoCoordinates: true}
			want := words.ReplaceAllString(image(t, b, at.Position, opt), "")
			if got := words.ReplaceAllString(image(t, c, other, opt), ""); got != want {
				t.Fatalf("%s is drawn as\n%s\nand with other words as\n%s", name, want, got)
			}
			for _, move := range at.legal {
				if n, m := len(b.Target(move)), len(c.Target(twin.Out(move))); n != m {
					t.Errorf("%s: %s leads to %d cells, with other words to %d", name, move, n, m)
				}
			}
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	for _, name := range []string{"morris", "tictactoe", "dotsandboxes"} {
		b := presented(t, name)
		at := play(t, read(t, name), 2)[2].Position
		want := image(t, b, at, board.Options{})
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				var out bytes.Buffer
				if err := errors.Join(b.SVG(&out, at, board.Options{}), b.Text(io.Discard, at, true)); err != nil || out.String() != want {
					t.Errorf("%s: %v, or another image", name, err)
				}
			})
		}
		wait.Wait()
	}
}

// Facts that do not occur in play are still drawn, and nothing in them leaves its cell.
func TestHostileFacts(t *testing.T) {
	boards := []*board.Board{presented(t, "tictactoe"), presented(t, "dotsandboxes"), presented(t, "battleships")}
	word := rapid.OneOf(rapid.SampledFrom([]string{"1", "2", "cell", "drawn", "a", "x", "<script>alert(1)</script>", "</style>", "&", `"`}), rapid.String())
	rapid.Check(t, func(r *rapid.T) {
		fact := rapid.Custom(func(r *rapid.T) string {
			return "(" + strings.Join(rapid.SliceOfN(word, 1, 5).Draw(r, "words"), " ") + ")"
		})
		p := board.Position{
			Facts: rapid.SliceOfN(fact, 0, 6).Draw(r, "facts"), Before: rapid.SliceOfN(fact, 0, 3).Draw(r, "before"),
			Title: word.Draw(r, "title"), Hidden: rapid.Bool().Draw(r, "hidden"),
		}
		for _, b := range boards {
			image(t, b, p, board.Options{})
			b.Target(fact.Draw(r, "move"))
			b.Facts(p)
			if err := b.Text(io.Discard, p, false); err != nil {
				r.Fatal(err)
			}
		}
	})
}

func TestBadInput(t *testing.T) {
	if _, err := board.New(context.Background(), nil, nil); err == nil {
		t.Error("there is a board without rules")
	}
	b := presented(t, "chess")
	for _, fact := range []string{"(cell z9 whiteKing)", "(cell e1 dragon)", "(value quiet x)", "(at z9)", "(switch x)", "(switch 1)", "(what)", ""} {
		if b.SVG(io.Discard, board.Position{Facts: []string{fact}}, board.Options{}) == nil {
			t.Errorf("%s is drawn", fact)
		}
	}
	if b.Target("z9z8") != nil {
		t.Error("a move leads off the board")
	}
}

// A page can have the style sheet once for all images.
func TestStyleSheet(t *testing.T) {
	b := presented(t, "tictactoe")
	at := play(t, read(t, "tictactoe"), 0)[0].Position
	whole := image(t, b, at, board.Options{})
	if image(t, b, at, board.Options{NoStyle: true}) != strings.Replace(whole, "<style>\n"+board.StyleSheet()+"</style>\n", "", 1) {
		t.Error("an image without style differs in something else")
	}
	for line := range strings.Lines(board.StyleSheet()) {
		selectors, _, _ := strings.Cut(line, "{")
		for s := range strings.SplitSeq(selectors, ",") {
			if !strings.HasPrefix(s, ".ludex-board") {
				t.Errorf("%s is a rule for the whole page", line)
			}
		}
	}
}

// TestTextNamesVariables shows the variables of a boardgame by the names of its
// presentation, and not those that it leaves out.
func TestTextNamesVariables(t *testing.T) {
	r, b := read(t, "kalah"), presented(t, "kalah")
	var text strings.Builder
	if err := b.Text(&text, start(t, r), false); err != nil {
		t.Fatal(err)
	}
	if got := text.String(); !strings.Contains(got, "south's store 0") || strings.Contains(got, "hand") || strings.Contains(got, "variables") {
		t.Errorf("the text is\n%s", got)
	}
}
