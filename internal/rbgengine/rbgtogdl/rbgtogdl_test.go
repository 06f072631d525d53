package rbgtogdl_test

import (
	"os"
	"slices"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/rbgengine/rbgtogdl"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// perft counts the plays of rules up to a depth, with the ends among them.
func perft(t *testing.T, r *rules.Rules, depth int) []game.PerftCount {
	t.Helper()
	g, _, err := r.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := game.MachinePerft(t.Context(), g, g.NewMachine().Initial(nil), depth, true)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// A boardgame and its translation have the same plays: as many of each length, with as many
// ends among them.
func TestPerftIsTheSame(t *testing.T) {
	tests := []struct {
		name  string
		depth int
		full  bool
	}{
		{"hexapawn", 7, false},
		{"connectfour-rbg", 5, false},
		{"breakthrough-rbg", 3, false},
		{"foxandhounds", 5, false},
		{"reversi-4x4", 7, false},
		{"clobber", 3, true},
		{"domineering", 3, true},
		{"gomoku", 2, true},
		{"minichess", 3, true},
	}
	for _, tt := range tests {
		if tt.full && os.Getenv("LUDEX_FULL") == "" {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			lib, ok := library.Lookup(tt.name)
			if !ok {
				t.Fatal("the library has no such game")
			}
			compare(t, source.NewFile(lib.File, lib.Rules()), tt.depth, gdl.GDL)
		})
	}
}

// compare translates a boardgame and counts the plays of both.
func compare(t *testing.T, f *source.File, depth int, dialect gdl.Dialect) {
	t.Helper()
	board := rules.Read(f, rules.Options{})
	p, err := rbgtogdl.Convert(t.Context(), board.RBG)
	if err != nil {
		t.Fatal(err)
	}
	translated := rules.Read(source.NewFile("translated.kif", gdlformat.Program(p, gdl.Prefix)), rules.Options{})
	if err := translated.Problems.Err(); err != nil || translated.GDL.Dialect != dialect {
		t.Fatal(translated.GDL.Dialect, err)
	}
	if got, want := perft(t, translated, depth), perft(t, board, depth); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// dice is a race with a die of two sides.
const dice = `// A race with a die of two sides: who cannot go as far as it says has lost.
#players = red(100), blue(100), random(1)
#pieces = e, r, b, none, one, two
#variables =
#board = rectangle(up, down, left, right,
    [r, e, e, e]
    [b, e, e, e]
    [none, none, none, none])
#anywhere = (up* + down*) (left* + right*)
#die = anywhere {! {? left} + {? down}}
#throw(me; other) = ->random die ([one] + [two]) [$ me = 0, other = 100]
#go(p; n) = anywhere {p} [e] right^n {e} [p]
#turn(me; other; p) =
    throw(me; other)
    ->me die ({one} [none] go(p; 1) + {two} [none] go(p; 2))
    ->> ({? anywhere {p} {! right}} [$ me = 100, other = 0] ->me {} + {! anywhere {p} {! right}})
#rules = ->> (turn(red; blue; r) turn(blue; red; b))*
`

// Where chance moves, the translation is in GDL-II, and everybody sees everything.
func TestChance(t *testing.T) { compare(t, source.NewFile("dice.rbg", []byte(dice)), 6, gdl.GDLII) }
