package rulestext

import (
	"context"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludex/internal/corpustest"
	"ludex/library"
	"ludex/rules"
)

// generated describes a game by its rules alone, and checks what every description has.
func generated(t *testing.T, r *rules.Rules) *Text {
	t.Helper()
	const patience = 20 * time.Second // far more than the plays are given
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	text, err := Generate(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	headings := map[string]bool{}
	for _, s := range text.Sections {
		headings[s.Heading] = true
		if strings.TrimSpace(s.Text) == "" {
			t.Errorf("the section %s is empty", s.Heading)
		}
	}
	for _, want := range []string{"Players", "Turn", "What players know", "End", "Goals"} {
		if !headings[want] {
			t.Errorf("there is no section %s", want)
		}
	}
	if !text.Generated {
		t.Error("the text does not say that it was generated")
	}
	if err := text.Write(io.Discard, 80); err != nil {
		t.Error(err)
	}
	return text
}

// Games of the library can be described by their rules alone, in every language: every
// tenth one, or all if everything is to be tested.
func TestGenerateForTheLibrary(t *testing.T) {
	every := 10
	if corpustest.Full() {
		every = 1
	}
	for i, g := range library.Games() {
		if i%every != 0 {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			r, err := rules.Parse(g.File, string(g.Rules()))
			if err != nil {
				t.Fatal(err)
			}
			generated(t, r)
		})
	}
}

// What a description says follows from the rules, whatever they are called.
func TestGeneratedTexts(t *testing.T) {
	for name, want := range map[string][]string{
		"tictactoe":         {"for 2 players: white, black", "by turns", "(mark ", "The play is over when (won ?p).", "a player ?p gets 100 when (won ?p).", "a player ?p gets 50 when (role ?p) and not decided."},
		"rockpaperscissors": {"up to 2 players chose a move at the same time", "Everything is open"},
		"kuhnpoker":         {"Chance takes part", "Not everything is seen by all", "alice: (dealt ?c)", "Chance: for example (deal "},
		"chicken":           {"There are no turns", "R: swerve", "expired(timer)"},
		"hex":               {"made of hexagons with 121 cells", "red can have 0 to 100"},
		"dotsandboxes":      {"sometimes several times in a row"},
		"eightpuzzle":       {"A game for one player, player.", "step by step"},
	} {
		g, _ := library.Lookup(name)
		r, err := rules.Parse("unknown.txt", string(g.Rules()))
		if err != nil {
			t.Fatal(err)
		}
		text, err := Of(t.Context(), r) // under another name the library does not know it
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := text.Write(&out, 10_000); err != nil {
			t.Fatal(err)
		}
		for _, phrase := range append(want, GeneratedNote) {
			if !strings.Contains(out.String(), phrase) {
				t.Errorf("%s: %q is not in\n%s", name, phrase, out.String())
			}
		}
	}
}

// The description of a public game neither fails nor takes long: of every twentieth one, or
// of all if everything is to be tested.
func TestGenerateForPublicGames(t *testing.T) {
	every := 20
	if corpustest.Full() {
		every = 1
	}
	for _, language := range []string{"gdl", "gdl2", "rbg"} {
		var files []string
		err := filepath.WalkDir(corpustest.Dir(language), func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err == nil && (ext == ".kif" || ext == ".gdl" || ext == ".rbg") {
				files = append(files, path)
			}
			return err
		})
		corpustest.SkipIfAbsent(t, err)
		for i := 0; i < len(files); i += every {
			t.Run(filepath.Base(files[i]), func(t *testing.T) {
				file, err := library.Open(files[i], nil)
				if err != nil {
					t.Fatal(err)
				}
				r, err := rules.Read(file, rules.Options{}).Playable(t.Context())
				if err != nil {
					t.Skipf("the rules are refused: %v", err)
				}
				generated(t, r)
			})
		}
	}
}
