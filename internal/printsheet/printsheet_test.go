package printsheet_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"ludex/internal/board"
	"ludex/internal/printsheet"
	"ludex/internal/rulestext"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// printed returns what is to be printed of a game of the library.
func printed(t *testing.T, name string) printsheet.Game {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	rs, err := rules.Read(source.NewFile(entry.File, entry.Rules()), rules.Options{}).Playable(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := rs.Open(t.Context(), rules.Opening{Engine: "reference"})
	if err != nil {
		t.Fatal(err)
	}
	p := printsheet.Game{Title: entry.Title}
	if p.Board, err = board.Presented(t.Context(), rs); err != nil {
		t.Fatal(err)
	}
	if p.Words, err = rulestext.Of(t.Context(), rs); err != nil {
		t.Fatal(err)
	}
	p.Facts = g.Facts(g.NewMachine().Initial(nil))
	if p.Pieces, err = printsheet.Needed(t.Context(), g, p.Board, 1); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSheets prints games of both languages: all pages are well formed, the board is empty,
// and there are as many pieces as the game needs.
func TestSheets(t *testing.T) {
	for name, pieces := range map[string]int{"hexapawn": 6, "tictactoe": 9} {
		g := printed(t, name)
		for _, paper := range []printsheet.Paper{printsheet.A4, printsheet.Letter} {
			sheets, err := printsheet.Sheets(g, paper)
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]int{}
			for _, s := range sheets {
				kind, _, _ := strings.Cut(s.Name, "-")
				kinds[kind] += strings.Count(string(s.SVG), "data-piece")
				wellFormed(t, s.SVG)
			}
			if kinds["board"] != 0 || kinds["pieces"] < pieces {
				t.Errorf("%s on %s: %v, want no piece on the board and %d in all", name, paper.Name, kinds, pieces)
			}
			// The rules show how one begins, if anything lies on the board then.
			last := string(sheets[len(sheets)-1].SVG)
			if begins := strings.Contains(last, "At the beginning") && strings.Contains(last, "data-cell"); begins != (name == "hexapawn") {
				t.Errorf("%s on %s: the initial position is shown: %v", name, paper.Name, begins)
			}
			if _, ok := kinds["rules"]; !ok {
				t.Errorf("%s: no rules", name)
			}
			var page bytes.Buffer
			if err := printsheet.WritePage(&page, "<"+name, paper, sheets); err != nil || !strings.Contains(page.String(), "size:"+paper.Name) || !strings.Contains(page.String(), "&lt;"+name) {
				t.Errorf("%v: %.300s", err, page.String())
			}
		}
	}
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
}

func TestNoBoard(t *testing.T) {
	g := printed(t, "nim")
	if g.Board.HasGrid() {
		t.Skip("the game is drawn with a board")
	}
	if _, err := printsheet.Sheets(g, printsheet.A4); !errors.Is(err, printsheet.ErrNoBoard) {
		t.Error(err)
	}
}
