package solve_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/solve"
)

// Symmetries do not change what a game is worth, whatever the method, and fewer states are
// stored.
func TestOrbits(t *testing.T) {
	for _, tt := range []struct {
		game   string
		method solve.Method
		images int // symmetries that keep the roles, without the identity
	}{
		{"tictactoe", solve.AlphaBeta, 7},
		{"tictactoe", solve.ProofNumber, 7},
		{"tictactoe", solve.Induction, 7},
		{"tictactoe", solve.Retrograde, 7},
		{"connectfour-5x4", solve.AlphaBeta, 1},
		{"dotsandboxes", solve.AlphaBeta, 15},
		{"eightpuzzle", solve.BreadthFirst, 1},
		{"tictactoe-rbg", solve.AlphaBeta, 7},
		{"tictactoe-rbg", solve.ProofNumber, 7},
		{"tictactoe-rbg", solve.Induction, 7},
		{"tictactoe-rbg", solve.Retrograde, 7},
		{"hexapawn", solve.Retrograde, 1},
	} {
		t.Run(tt.game+" "+string(tt.method), func(t *testing.T) {
			g := fromLibrary(t, tt.game)
			plain := solved(t, g, nil, solve.Options{Method: tt.method, Plain: true})
			merged := solved(t, g, nil, solve.Options{Method: tt.method})
			if goals(plain) != goals(merged) || plain.Complete != merged.Complete {
				t.Errorf("%s, and with symmetries %s", goals(plain), goals(merged))
			}
			if merged.Symmetries != tt.images || plain.Symmetries != 0 {
				t.Errorf("%d symmetries, want %d", merged.Symmetries, tt.images)
			}
			if plain.Stored <= merged.Stored {
				t.Errorf("%d states are stored, and with symmetries %d", plain.Stored, merged.Stored)
			}
			follows(t, g, merged)
			t.Logf("%d states stored, with symmetries %d; %d computed, %d; %v, %v", plain.Stored, merged.Stored, plain.Nodes, merged.Nodes, plain.Elapsed, merged.Elapsed)
		})
	}
}

// TestOrbitsOfBoards solves boardgames on small boards with symmetries and without.
func TestOrbitsOfBoards(t *testing.T) {
	for _, tt := range []struct {
		game, old, new string // what stands in the rules instead
		images         int
	}{
		{"domineering", "row row row row row row row row", "[free, free, free, free] [free, free, free, free] [free, free, free, free]", 3},
		{"clobber", "light dark light dark light dark", "light dark light", 3},
		{"connectfour-rbg", "row row row row row row", "[empty, empty, empty, empty] [empty, empty, empty, empty] [empty, empty, empty, empty]", 1},
		{"breakthrough-rbg", "two(blackPawn) two(empty) two(empty) two(whitePawn)",
			"[blackPawn, blackPawn, blackPawn] [empty, empty, empty] [empty, empty, empty] [whitePawn, whitePawn, whitePawn]", 1},
	} {
		t.Run(tt.game, func(t *testing.T) {
			entry := lookup(t, tt.game)
			before, after, ok := strings.Cut(string(entry.Rules()), tt.old)
			if !ok {
				t.Fatalf("the rules have no %q", tt.old)
			}
			g := fromText(t, entry.File, before+tt.new+after)
			for _, method := range []solve.Method{solve.AlphaBeta, solve.ProofNumber, solve.Induction} {
				plain := solved(t, g, nil, solve.Options{Method: method, Plain: true})
				merged := solved(t, g, nil, solve.Options{Method: method})
				if goals(plain) != goals(merged) {
					t.Errorf("%s: %s, and with symmetries %s", method, goals(plain), goals(merged))
				}
				if merged.Symmetries != tt.images {
					t.Errorf("%s: %d symmetries, want %d", method, merged.Symmetries, tt.images)
				}
				if plain.Stored <= merged.Stored {
					t.Errorf("%s: %d states are stored, and with symmetries %d", method, plain.Stored, merged.Stored)
				}
				follows(t, g, merged)
				t.Logf("%s: %d states stored, with symmetries %d; %d computed, %d; %v, %v", method, plain.Stored, merged.Stored, plain.Nodes, merged.Nodes, plain.Elapsed, merged.Elapsed)
			}
		})
	}
}

// climb is a puzzle on a row of four cells. Hardly any random play comes to its end, where the
// current cell is that of the last mark, and not the home of all turns before, as the test for symmetries
// takes for granted. In the first turn the mark may be put on both ends. The names of pieces are such that
// the first of these two states is not the least image.
const climb = `
#players = one(100)
#pieces = free, first, second
#variables = level(21)
#board = rectangle(up, down, left, right, [free, free, free, free])
#home = left* {! left}
#end = (left* {! left} + right* {! right}) {free}
#rules = [$ one = 0] home ->one end [first] ->> home
    ({$ level < 20} ->one ([$ level = level + 1] ->> + [$ level = 21] ->>))*
    {$ level == 20} ->one end [second] [$ one = 100] ->> {}
`

// TestOrbitsBeyondTests solves a game in which a state at the end of a play is not the image of
// another one, though what leads there is.
func TestOrbitsBeyondTests(t *testing.T) {
	g := fromText(t, "climb.rbg", climb)
	if list := game.CapabilitiesOf(g).Orbits.StateSymmetries(t.Context(), g.NewMachine().Initial(nil)); len(list) != 1 {
		t.Fatalf("%d symmetries, want 1", len(list))
	}
	for _, method := range []solve.Method{solve.BreadthFirst, solve.Induction, solve.Auto} {
		r := solved(t, g, nil, solve.Options{Method: method})
		if goals(r) != "100" || !r.Complete {
			t.Errorf("%s: %s, complete: %v", method, goals(r), r.Complete)
		}
		follows(t, g, r)
	}
}

// follows checks that the moves of a line are legal and lead to its last state.
func follows(t *testing.T, g game.Game, r *solve.Result) {
	t.Helper()
	m := g.NewMachine()
	s := m.Initial(nil)
	for i, joint := range r.Line {
		for role, move := range joint {
			if !slices.Contains(m.Legal(s, game.Role(role), nil), move) {
				t.Fatalf("move %d of role %d is not legal", i, role)
			}
		}
		s = m.Next(s, joint, nil)
	}
	if !slices.Equal(s, r.Final) || r.Complete != m.Terminal(s) {
		t.Error("the line leads to another state")
	}
}

// A search without symmetries comes first where these take long to prove. If it found more, its
// line is there, and not only what the line proves.
func TestLineOfFirstSearch(t *testing.T) {
	g := fromLibrary(t, "pegsolitaire")
	res, err := solve.Solve(t.Context(), g, nil, solve.Options{Nodes: 20_001})
	if err != nil {
		t.Fatal(err)
	}
	if res.Outcome == solve.Solved || res.Goals[0].Low.Sign() <= 0 || len(res.Line) == 0 {
		t.Errorf("%s, goals %s, a line of %d moves", res.Outcome, res.Goals[0], len(res.Line))
	}
}
