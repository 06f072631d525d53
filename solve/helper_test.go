package solve_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgparse"
	"ludex/library"
	"ludex/solve"
	"ludex/source"
)

// full reports whether tests may take as long as they need.
func full() bool { return os.Getenv("LUDEX_FULL") != "" }

// lookup returns a game of the library.
func lookup(t testing.TB, name string) library.Game {
	t.Helper()
	g, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("the library has no %s", name)
	}
	return g
}

// fromLibrary opens a game of the library.
func fromLibrary(t testing.TB, name string) game.Game {
	t.Helper()
	g := lookup(t, name)
	return fromText(t, g.File, string(g.Rules()))
}

// fromText opens a description; the ending of the name says what it is.
func fromText(t testing.TB, name, text string) game.Game {
	t.Helper()
	file := source.NewFile(name, []byte(text))
	if strings.HasSuffix(name, ".rbg") {
		rules, list := rbgparse.File(file)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		o, err := rbgengine.Open(context.Background(), rules, rbgengine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return o.Game
	}
	prog, list := gdlparse.File(file, gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	o, err := gdlengine.Open(context.Background(), prog, gdlengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o.Game
}

// connectFour returns the rules of connect four on a board of any size: the rules of the
// library with other tables.
func connectFour(t testing.TB, columns, rows int) string {
	t.Helper()
	rules, _, ok := strings.Cut(string(lookup(t, "connectfour-5x4").Rules()), "(column 1)")
	if !ok {
		t.Fatal("the rules of connectfour-5x4 have no table of columns")
	}
	var b strings.Builder
	b.WriteString(rules)
	for c := range columns {
		fmt.Fprintf(&b, "(column %d)\n", c+1)
	}
	for r := range rows {
		fmt.Fprintf(&b, "(row %d)\n", r+1)
	}
	for n := range max(columns, rows) - 1 {
		fmt.Fprintf(&b, "(succ %d %d)\n", n+1, n+2)
	}
	return b.String()
}

// hex returns the rules of hex on a board of n by n: the rules of the library with
// another board.
func hex(t testing.TB, n int) string {
	t.Helper()
	before, rest, ok := strings.Cut(string(lookup(t, "hex").Rules()), "#board = ")
	_, after, closed := strings.Cut(rest, ")\n")
	if !ok || !closed {
		t.Fatal("the rules of hex have no board")
	}
	var b strings.Builder
	b.WriteString(before + "#board = hexagon(upleft, upright, right, downright, downleft, left,\n")
	for row := range 2*n - 1 {
		cells := min(row+1, 2*n-1-row)
		b.WriteString("    [free" + strings.Repeat(", free", cells-1) + "]\n")
	}
	b.WriteString(")\n" + after)
	return b.String()
}

// solution solves a game, decided or not, and checks the line.
func solution(t testing.TB, g game.Game, from game.State, opt solve.Options) *solve.Result {
	t.Helper()
	r, err := solve.Solve(context.Background(), g, from, opt)
	if err != nil {
		t.Fatal(err)
	}
	checkLine(t, g, from, r)
	return r
}

// solved solves a game that must be decided, and checks the line.
func solved(t testing.TB, g game.Game, from game.State, opt solve.Options) *solve.Result {
	t.Helper()
	r := solution(t, g, from, opt)
	if r.Outcome != solve.Solved {
		t.Fatalf("%s is undecided (%s) after %d states", g.Name(), r.Reason, r.Nodes)
	}
	return r
}

// checkLine makes sure that the line of a result is one of legal moves and, if it
// is complete, leads to an end with the goals of the result.
func checkLine(t testing.TB, g game.Game, from game.State, r *solve.Result) {
	t.Helper()
	m := g.NewMachine()
	s := from
	if s == nil {
		s = m.Initial(nil)
	}
	for i, joint := range r.Line {
		for role, move := range joint {
			if m.Terminal(s) || !slices.Contains(m.Legal(s, game.Role(role), nil), move) {
				t.Fatalf("step %d of the line is not legal", i+1)
			}
		}
		s = m.Next(s, joint, nil)
	}
	if !slices.Equal(s, r.Final) {
		t.Fatal("the line leads elsewhere")
	}
	if !r.Complete {
		return
	}
	if !m.Terminal(s) {
		t.Fatal("the line is complete, but the play is not over")
	}
	for role, b := range r.Goals {
		if game.Role(role) == g.Random() {
			continue
		}
		if goal := fmt.Sprint(m.Goals(s, game.Role(role), nil)[0]); b.Low.RatString() != goal {
			t.Fatalf("the line ends with %s for role %d, which is worth %s", goal, role, b)
		}
	}
}

// goals returns the goals of a result as text.
func goals(r *solve.Result) string {
	var words []string
	for _, b := range r.Goals {
		words = append(words, b.String())
	}
	return strings.Join(words, " ")
}
