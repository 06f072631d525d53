package board_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/board"
	"ludex/internal/disguise"
	"ludex/rules"
)

// strangers are games that the library does not have, drawn without a presentation and with
// nonsense for words. Each has what its picture must have.
var strangers = map[string][]string{
	"cards":    {`class="g front"`, `class="part"`},
	"dice":     {`class="eye"`, `class="part"`},
	"hexagons": {`class="hx"`},
	"hidden":   {`data-cell`},
	"realtime": {`class="sc n7"`, `class="sc p0"`},
}

// TestStrangers draws games that nobody wrote a presentation for.
func TestStrangers(t *testing.T) {
	var sections []string
	for name, wants := range strangers {
		t.Run(name, func(t *testing.T) {
			r := stranger(t, name)
			b, err := board.New(t.Context(), r, nil)
			if err != nil {
				t.Fatal(err)
			}
			page := section(t, name, r, b)
			for _, want := range wants {
				if !strings.Contains(page, want) {
					t.Errorf("%s is not in the picture", want)
				}
			}
			sections = append(sections, page)
		})
	}
	writeSheets(t, "strangers", sections)
}

// stranger reads a game with nonsense for words.
func stranger(t testing.TB, name string) *rules.Rules {
	t.Helper()
	file := filepath.Join("testdata", "strangers", name+".gdl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(file, string(text))
	if err != nil {
		t.Fatal(err)
	}
	d, err := disguise.Scramble(r, 7)
	if err != nil {
		t.Fatal(err)
	}
	return d.Rules
}
