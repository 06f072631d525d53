package gdlmoves

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

func open(t testing.TB, name string) game.Game {
	t.Helper()
	file, err := library.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	prog, list := gdlparse.File(file, gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	g, err := gdlref.New(prog)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPlay(t *testing.T) {
	tests := []struct{ game, moves, want string }{
		{"tictactoe", "((mark 1 1) noop)", "((mark 1 1) noop)"},
		{"tictactoe", "((mark 1 1))", "((mark 1 1) noop)"},
		{"tictactoe", "(mark 1 1)", "((mark 1 1) noop)"},
		{"tictactoe", "mark(1,1) noop", "((mark 1 1) noop)"},
		{"tictactoe", "mark(1,1)", "((mark 1 1) noop)"},
		{"tictactoe", "(MARK 1 1)", "((mark 1 1) noop)"},
		{"tictactoe", "mark(1,1) ; noop mark(2,2);mark(3,3)", "((mark 1 1) noop) (noop (mark 2 2)) ((mark 3 3) noop)"},
		{"tictactoe", "% a game\nmark(1,1)\n\n# second\n(noop (mark 2 2))\n", "((mark 1 1) noop) (noop (mark 2 2))"},
		{"rockpaperscissors", "((throw rock) (throw paper))", "((throw rock) (throw paper))"},
		{"rockpaperscissors", "(throw rock) (throw paper)", "((throw rock) (throw paper))"},
		{"rockpaperscissors", "throw(rock) throw(paper)", "((throw rock) (throw paper))"},
		{"", "go go", "(go go)"},
		{"", "(go)", "(go go)"},
		{"", "((go) (go))", "(go go)"},
	}
	for _, test := range tests {
		g := game.Game(&gametest.Explicit{RoleNames: []string{"x", "y"}, RandomRole: game.NoRole, States: []gametest.ExplicitState{
			{Moves: [][]string{{"go"}, {"go"}}, Next: map[string]int{"go go": 1}}, {Terminal: true},
		}})
		if test.game != "" {
			g = open(t, test.game)
		}
		steps, err := Parse(test.moves)
		if err != nil {
			t.Errorf("%q: %v", test.moves, err)
			continue
		}
		m := g.NewMachine()
		states, joints, err := Play(g, m, m.Initial(nil), steps)
		var got []string
		for _, j := range joints {
			got = append(got, game.JointText(g, j))
		}
		if err != nil || strings.Join(got, " ") != test.want || len(states) != len(joints)+1 {
			t.Errorf("%q: got %q, %v; want %q", test.moves, got, err, test.want)
		}
	}
}

func TestWrongMoves(t *testing.T) {
	g := open(t, "tictactoe")
	m := g.NewMachine()
	tests := []struct{ moves, want string }{
		{"mark(4,4)", `step 1: "mark(4,4)" is no legal joint move here`},
		{"mark(1,1) ; mark(1,1)", "step 2: "},
		{"noop", "white has 9: (mark 1 1)"},
		{"mark(1,1) noop noop", "no legal joint move"},
	}
	for _, test := range tests {
		steps, err := Parse(test.moves)
		if err == nil {
			_, _, err = Play(g, m, m.Initial(nil), steps)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want an error with %q", test.moves, err, test.want)
		}
	}
	for _, text := range []string{"((mark 1 1)", "mark(1,", "mark(X,1)", "a :- b", "(mark ?x 1)"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q was read without an error", text)
		}
	}
}

func TestPlayAfterTheEnd(t *testing.T) {
	g := open(t, "rockpaperscissors")
	m := g.NewMachine()
	steps, err := Parse(strings.Repeat("throw(rock) throw(paper);", 10))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := Play(g, m, m.Initial(nil), steps); err == nil || !strings.Contains(err.Error(), "the game is over") {
		t.Errorf("moves after the end: %v", err)
	}
}

func TestState(t *testing.T) {
	g := open(t, "nim")
	want := []string{"(control second)", "(heap a 0)", "(heap b 0)", "(heap c 1)"}
	for _, text := range []string{
		"(heap a 0)(heap b 0)(heap c 1)(control second)",
		"heap(c,1) true(heap(a,0)) init(heap(b,0)) control(second)",
	} {
		s, err := State(g, source.NewFile("s", []byte(text)))
		if err != nil || !slices.Equal(g.Facts(s), want) {
			t.Errorf("%q: %v, %v", text, g.Facts(s), err)
		}
	}
	for _, text := range []string{"(heap a", "(heap ?x 0)", "(<= (heap a 0) b)"} {
		if _, err := State(g, source.NewFile("s", []byte(text))); err == nil {
			t.Errorf("%q was read as a state", text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"((mark 1 1) noop)", "mark(1,1) ; noop", "(a (b c))", "'x y'(1)", "a;b\nc"} {
		f.Add(seed)
	}
	g := open(f, "tictactoe")
	m := g.NewMachine()
	f.Fuzz(func(t *testing.T, text string) {
		steps, err := Parse(text)
		if err != nil {
			return
		}
		states, joints, err := Play(g, m, m.Initial(nil), steps)
		if len(states) != len(joints)+1 || err == nil && len(joints) != len(steps) {
			t.Errorf("%d steps gave %d moves and %d states, %v", len(steps), len(joints), len(states), err)
		}
	})
}

// TestCanonical writes moves of either syntax as games do.
func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		"(mark 2 2)": "(mark 2 2)", "( mark  2 2 )": "(mark 2 2)", "mark(2,2)": "(mark 2 2)", "move(f(a), 1)": "(move (f a) 1)",
		"noop": "noop", "a b": "a b", "mark(X,2)": "mark(X,2)", "": "",
	} {
		if got := Canonical(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
