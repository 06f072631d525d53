package board_test

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/corpustest"
	"ludex/library"
	"ludex/rules"
	"ludex/timed"
)

// sheetSteps is the length of the plays whose middle is drawn.
const sheetSteps = 40

// start returns the first position of a game.
func start(t testing.TB, r *rules.Rules) board.Position {
	t.Helper()
	if r.IsTimed() {
		return play(t, r, 0)[0].Position
	}
	g, _, err := r.Open(t.Context(), rules.Opening{Engine: "reference"})
	if err != nil {
		t.Fatal(err)
	}
	return board.Position{Facts: g.Facts(g.NewMachine().Initial(nil))}
}

// tooManyMoves are games whose moves take minutes to list after some steps; the position
// before that is drawn.
var tooManyMoves = map[string]int{"arimaa": 31}

// middle returns a position from the middle of a random play.
func middle(t testing.TB, name string, r *rules.Rules) board.Position {
	t.Helper()
	if steps, ok := tooManyMoves[name]; ok {
		list := play(t, r, steps)
		return list[len(list)-1].Position
	}
	if r.IsTimed() {
		return timedMiddle(t, r)
	}
	list := play(t, r, sheetSteps)
	return list[len(list)/2].Position
}

// timedMiddle returns a position of a real-time game after some updates.
func timedMiddle(t testing.TB, r *rules.Rules) board.Position {
	t.Helper()
	g, err := r.OpenTimed(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	s := g.Initial()
	p := board.Position{Facts: board.TimedFacts(s)}
	random := game.NewRand(3)
	for range 12 {
		if over, err := g.Terminal(s); over || err != nil {
			break
		}
		role := game.Role(random.Choose(len(g.Roles())))
		legal, err := g.Legal(s, role)
		if err != nil {
			t.Fatal(err)
		}
		var moves []timed.Move
		wait := timed.Moment
		if len(legal) > 0 && random.Choose(2) == 0 {
			moves = []timed.Move{{Role: role, Text: legal[random.Choose(len(legal))]}}
		} else if wait = s.Expiry() - s.Now(); s.Expiry() == timed.Forever {
			continue
		}
		u, err := g.Update(s, wait, moves)
		if err != nil {
			t.Fatal(err)
		}
		if over, err := g.Terminal(u.State); over || err != nil {
			break
		}
		s = u.State
		p = board.Position{Facts: board.TimedFacts(s), Before: p.Facts}
	}
	return p
}

// TestContactSheet draws the thumbnail and a middle position of every game of the library,
// and checks that no picture lists raw facts and that pieces can be told apart. With LUDEX_CONTACT_SHEET=FOLDER the pictures
// are put on pages, to be looked at. Without it, and without LUDEX_FULL=1, it is a sample of the games.
func TestContactSheet(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	var sections []string
	for _, g := range library.Games() {
		if !corpustest.Sampled(g.Name) && os.Getenv("LUDEX_CONTACT_SHEET") == "" {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			sections = append(sections, section(t, g.Name, read(t, g.Name), presented(t, g.Name)))
		})
	}
	writeSheets(t, "sheet", sections)
}

// section draws a game for a contact sheet: its thumbnail, and a middle position as a picture
// and as text.
func section(t testing.TB, name string, r *rules.Rules, b *board.Board) string {
	t.Helper()
	var thumb, text strings.Builder
	first := start(t, r)
	if err := b.Thumbnail(&thumb, first); err != nil {
		t.Fatal(err)
	}
	at := middle(t, name, r)
	full := image(t, b, at, board.Options{})
	if err := b.Text(&text, at, false); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(full, rawFacts) {
		t.Errorf("the picture of %s lists facts:\n%s", name, text.String())
	}
	wantDifferentPieces(t, b, image(t, b, first, board.Options{})+full)
	return fmt.Sprintf("<section><h2>%s</h2><div class=thumb>%s</div><div class=full>%s</div><pre>%s</pre></section>\n", name, thumb.String(), full, html.EscapeString(text.String()))
}

// pieceID is in the pictures of pieces.
var pieceID = regexp.MustCompile(` data-piece="([^"]*)"`)

// wantDifferentPieces checks that pieces with different names are not drawn alike: who cannot
// tell them apart cannot play.
func wantDifferentPieces(t testing.TB, b *board.Board, pictures string) {
	t.Helper()
	drawn := map[string]string{} // what a piece is called, by its picture
	for _, found := range pieceID.FindAllStringSubmatch(pictures, -1) {
		id := html.UnescapeString(found[1])
		look, name := pieceID.ReplaceAllString(b.PieceSVG(id), ""), b.PieceOn(id, "")
		if other, ok := drawn[look]; ok && look != "" && other != name {
			t.Errorf("%s and %s look the same", other, name)
		}
		drawn[look] = name
	}
}

// rawFacts is in the pictures of lists of facts.
const rawFacts = `class="mo`

// sheetStyle lays out a contact sheet.
const sheetStyle = "<!doctype html><meta charset=utf-8><style>body{display:grid;grid-template-columns:repeat(3,1fr);gap:8px;font:12px sans-serif;margin:8px}" +
	"section{border:1px solid #999;padding:4px;overflow:hidden;display:grid;grid-template-columns:115px 1fr}h2{font-size:14px;margin:0;grid-column:1/3}" +
	".thumb svg{width:110px;height:110px}.full svg{max-width:420px;max-height:330px}pre{grid-column:1/3;font-size:10px;max-height:150px;overflow:hidden;margin:0}</style>"

// writeSheets writes pages of sections if that is wanted.
func writeSheets(t testing.TB, name string, sections []string) {
	t.Helper()
	const each = 18
	folder := os.Getenv("LUDEX_CONTACT_SHEET")
	if folder == "" {
		return
	}
	for i, page := range slices.Collect(slices.Chunk(sections, each)) {
		text := sheetStyle + strings.Join(page, "")
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s%d.html", name, i+1)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
