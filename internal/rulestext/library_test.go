package rulestext

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"ludex/internal/board"
	"ludex/library"
	"ludex/rules"
)

// examples is how many examples the rules of a game have.
const examples = 3

// TestEveryGameIsToldInWords checks the rules in words of all games of the library: all
// sections are there, the moves of the examples are legal where they are made, and the
// first one can be drawn.
func TestEveryGameIsToldInWords(t *testing.T) {
	for _, g := range library.Games() {
		t.Run(g.Name, func(t *testing.T) {
			words, ok, err := g.Words()
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				t.Fatal("there is no rules.toml")
			}
			checkSections(t, words)
			r, err := rules.Parse(g.File, string(g.Rules()))
			if err != nil {
				t.Fatal(err)
			}
			text := written(g, words)
			if len(text.Examples) != examples {
				t.Errorf("%d examples, want %d", len(text.Examples), examples)
			}
			for i, e := range text.Examples {
				played, err := e.Play(t.Context(), r)
				if err != nil {
					t.Errorf("example %d: %v", i+1, err)
				} else if i == 0 {
					checkPicture(t, r, played)
				}
			}
		})
	}
}

// checkSections checks that there are sentences under all headings.
func checkSections(t *testing.T, w library.Words) {
	t.Helper()
	sections := map[string]string{"aim": w.Aim, "turn": w.Turn, "special": w.Special, "end": w.End}
	if w.SameAs != "" {
		sections["differs"] = w.Differs
	}
	for i, e := range w.Examples {
		sections["example "+string(rune('1'+i))] = e.Says
	}
	for name, text := range sections {
		if !strings.HasSuffix(text, ".") || text != strings.TrimSpace(text) || len(text) > 900 {
			t.Errorf("%s = %q is not a few sentences", name, text)
		}
	}
}

// checkPicture draws an example. The move has to be seen in it.
func checkPicture(t *testing.T, r *rules.Rules, p *Played) {
	t.Helper()
	b, err := board.Presented(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var image bytes.Buffer
	if err := p.Draw(&image, b, board.Options{}); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(image.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
	}
	marked := strings.Contains(image.String(), `class="mv"`)
	if changes := b.Changes(p.Before, p.After); !marked && len(changes) > 0 && len(b.MoveCells(p.Moves[0], changes).Cells) > 0 {
		t.Error("the picture does not show the move")
	}
}
