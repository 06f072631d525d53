package board_test

import (
	"strings"
	"testing"

	"ludex/internal/board"
)

// TestMaps writes boards with lines between their cells as text.
func TestMaps(t *testing.T) {
	for _, c := range []struct {
		game  string
		facts []string
		want  []string // lines, in this order
	}{
		{"fugitive", []string{"(at thief 4)", "(at dora 5)", "(at emil 3)", "(steps 5)"}, []string{
			" . 1 ─ . 2 ─ E 3",
			" │     │     │╲",
			" T 4 ─ D 5 ─ . 6",
			" . 7 ─ . 8 ─ . 9  ╲",
			"T thief   D dora   E emil",
			"steps  5",
		}},
		{"dotsandboxes", []string{"(drawn a)", "(drawn c)", "(drawn f)", "(drawn d)", "(owner nw left)", "(control left)"}, []string{
			" ·   ───   ·    .    ·",
			" │    L    │    .    .",
			" ·   ───   ·    .    ·",
		}},
		{"twixt", []string{"(peg 3 3 red)", "(peg 4 5 red)", "(peg 6 5 blue)", "(peg 8 6 blue)", "(link 3 3 4 5 red)", "(link 6 5 8 6 blue)", "(control red)"}, []string{
			" 6  .  .  .  .  .  .  .  B  .  .  .  .",
			"                     ──╱",
			" 5  .  .  .  R  .  B  .  .  .  .  .  .",
			"            ╱",
			" 4  .  .  .  .  .  .  .  .  .  .  .  .",
			"           ╱",
			"    1  2  3  4  5  6  7  8  9  10 11 12",
			"R red peg   B blue peg",
		}},
	} {
		t.Run(c.game, func(t *testing.T) {
			var out strings.Builder
			if err := presented(t, c.game).Text(&out, board.Position{Facts: c.facts}, false); err != nil {
				t.Fatal(err)
			}
			rest := out.String()
			for _, line := range c.want {
				_, after, ok := strings.Cut(rest, line+"\n")
				if !ok {
					t.Fatalf("no line %q in what follows:\n%s\nof\n%s", line, rest, out.String())
				}
				rest = after
			}
		})
	}
}
