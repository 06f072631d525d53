package board_test

import (
	"strings"
	"testing"

	"ludex/internal/board"
)

// What a role does not know is drawn as unknown, and what it cannot have is not drawn.
func TestUnknownThings(t *testing.T) {
	for _, tt := range []struct {
		game            string
		facts, possible []string
		backs, cells    int
		not             string
	}{
		{game: "kuhnpoker", facts: []string{"(hand alice king)", "(stage opening)"}, possible: []string{"(hand bob jack)", "(hand bob queen)"}, backs: 1, not: ">Q<"},
		{game: "kuhnpoker", facts: []string{"(stage dealing)"}},
		{game: "liarsdice", facts: []string{"(die alice 4)", "(control alice)"}, possible: []string{"(die bob 1)", "(die bob 2)"}},
		{game: "montyhall", facts: []string{"(step 2)"}, possible: []string{"(car 1)", "(car 2)", "(car 3)"}, cells: 3},
		{game: "battleships", facts: []string{"(stage firing)"}},
	} {
		p := board.Position{Facts: tt.facts, Possible: tt.possible, Hidden: true}
		b := presented(t, tt.game)
		svg := image(t, b, p, board.Options{})
		if n := strings.Count(svg, `class="g back"`); n != tt.backs {
			t.Errorf("%s: %d cards are face down, want %d", tt.game, n, tt.backs)
		}
		if n := strings.Count(svg, ": unknown</title>"); n != tt.cells {
			t.Errorf("%s: %d cells are unknown, want %d", tt.game, n, tt.cells)
		}
		if tt.not != "" && strings.Contains(svg, tt.not) {
			t.Errorf("%s: %s is in the picture", tt.game, tt.not)
		}
		var text strings.Builder
		if err := b.Text(&text, p, false); err != nil {
			t.Fatal(err)
		}
		if unknown := strings.ContainsAny(text.String(), "?▒"); unknown != (len(tt.possible) > 0) {
			t.Errorf("%s: something is unknown: %v, in\n%s", tt.game, unknown, text.String())
		}
	}
}
