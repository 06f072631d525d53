package gdldraw

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdltest"
)

// rules of a small game: a board of letters and numbers that a relation puts in
// order, with contents that are terms.
const small = `
	(role white) (role black)
	(next-column c a) (next-column a b) (after 10 11) (after 11 12)
	(column a) (column b) (column c) (row 10) (row 11) (row 12)
	(<= (init (at ?x ?y none)) (column ?x) (row ?y))
	(init (turn white))
	(<= (legal ?p (put ?x ?y)) (true (turn ?p)) (true (at ?x ?y none)))
	(<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
	(<= (next (at ?x ?y (stone ?p))) (does ?p (put ?x ?y)))
	(<= (next (at ?x ?y ?c)) (true (at ?x ?y ?c)) (not (put-at ?x ?y)))
	(<= (put-at ?x ?y) (does ?p (put ?x ?y)))
	(<= (next (turn white)) (true (turn black)))
	(<= (next (turn black)) (true (turn white)))
	(<= (goal ?p 50) (role ?p))
	(<= terminal (not open))
	(<= open (true (at ?x ?y none)))`

func TestOrderFromRules(t *testing.T) {
	b := newBoard(t, readText(t, small))
	if !b.HasGrid() {
		t.Fatal("there is no board")
	}
	facts := []string{"(at a 12 (stone black))", "(at b 11 (stone white))", "(at c 10 none)", "(turn black)"}
	text, image := both(t, b, facts, Options{})
	want := `12    B
11      W
10  .
    c a b

W (stone white)   B (stone black)   . none

turn  black
`
	if text != want {
		t.Errorf("the board is\n%s\nwant\n%s", text, want)
	}
	if n := strings.Count(image, `class="pc p`); n != 2+2+2 {
		t.Errorf("the image has %d discs, want two on the board, two in the legend and two of the players", n)
	}
}

func TestInfix(t *testing.T) {
	b := newBoard(t, readText(t, `role(p). init(hand(p,card(ace,spades))). init(hand(p,card(two,hearts))).
		legal(p,wait). next(F) :- true(F). goal(p,100). terminal :- true(never).`))
	text, _ := both(t, b, []string{"(hand p (card ace spades))", "(hand p (card two hearts))"}, Options{})
	if want := "hand p  (card(ace,spades)) (card(two,hearts))\n"; text != want {
		t.Errorf("the list is %q, want %q", text, want)
	}
}

func TestLifetimes(t *testing.T) {
	b := newBoard(t, readGame(t, "tictactoe-timed"))
	facts := []string{"infinity (cell 1 1 x)", "0.25 (cell 2 1 o)", "infinity (control white)", "0.5 clock"}
	text, image := both(t, b, facts, Options{Before: []string{"1 clock", "infinity (control black)", "1 (cell 2 1 o)"}})
	for _, want := range []string{"cell 2 1 o  for 0.25\n", "control     [white]\n", "clock       for 0.5\n", "[x]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if !strings.Contains(image, `class="lf"`) {
		t.Error("the image does not show a lifetime")
	}
}

func TestColorSaysTheSame(t *testing.T) {
	p := readGame(t, "breakthrough")
	facts, opt := last(positions(t, p, 6))
	b := newBoard(t, p)
	plain, _ := both(t, b, facts, opt)
	opt.Color = true
	color, _ := both(t, b, facts, opt)
	bare := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(color, "")
	squeeze := func(s string) string { return strings.Join(strings.FieldsFunc(s, isSpaceOrBracket), " ") }
	if color == bare || squeeze(bare) != squeeze(plain) {
		t.Errorf("without colours\n%s\nand with them\n%s", plain, bare)
	}
}

func isSpaceOrBracket(r rune) bool { return strings.ContainsRune(" []|\n", r) }

var errFull = errors.New("the disk is full")

// failing is a writer on which nothing can be written.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestWriterFails(t *testing.T) {
	b := newBoard(t, readGame(t, "tictactoe"))
	facts := []string{"(cell 1 1 x)"}
	if err := b.Text(failing{}, facts, Options{}); !errors.Is(err, errFull) {
		t.Errorf("Text returns %v", err)
	}
	if err := b.SVG(failing{}, facts, Options{}); !errors.Is(err, errFull) {
		t.Errorf("SVG returns %v", err)
	}
}

// A position need not be one that the game can reach.
func TestOddPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	many := make([]string, 0, 3000)
	for i := range 3000 {
		many = append(many, fmt.Sprintf("(cell %d %d x)", i, -i))
	}
	b := newBoard(t, readGame(t, "tictactoe"))
	for _, facts := range [][]string{
		nil,
		{"", "(", ")", "(cell", "(cell 1 1", "((cell) 1 1 x)", "()"},
		{"(cell 9 9 x)", "(cell 1 1 x)", "(cell 1 1 o)", "(cell 1 1 (a b))"},
		{"(cell 1 1 \x00<&>\xff)", "(ж 1)", "(control <b>)"},
		{"(cell 1 1)", "(cell 1 1 x y)", "cell"},
		{"(cell (f 1) (g 2) x)"},
		many,
	} {
		both(t, b, facts, Options{Before: []string{"(cell 1 2 x)"}})
	}
	text, _ := both(t, b, []string{"(cell 9 9 x)", "(cell 1 1 o)"}, Options{})
	if want := "9        x"; !strings.HasPrefix(text, want) {
		t.Errorf("there is no room for a new column and row in\n%s", text)
	}
}

func TestAnyProgram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.Program().Draw(t, "program")
		b := newBoard(t, p)
		facts := rapid.SliceOf(rapid.SampledFrom([]string{"(p a)", "(p a b)", "(q 1 2 3)", "r", "(cell 1 1 b)"})).Draw(t, "facts")
		if err := b.Text(&strings.Builder{}, facts, Options{}); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzFacts(f *testing.F) {
	f.Add("(cell 1 1 x)\n(control white)", "(cell 1 1 blank)")
	f.Add("0.5 (cell 3 3 o)\ninfinity (control black)", "1 (cell 3 3 o)")
	f.Add("((((", "(a (b (c d)) e)")
	b := newBoard(f, readGame(f, "tictactoe"))
	f.Fuzz(func(t *testing.T, now, before string) {
		both(t, b, strings.Split(now, "\n"), Options{Before: strings.Split(before, "\n")})
	})
}

// Long rules are studied within limits.
func TestLargeRules(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	var b strings.Builder
	b.WriteString("(role white) (role black) (<= (legal ?p wait) (role ?p)) (<= (goal ?p 50) (role ?p)) (<= terminal (not (true (f0 v1 v2 v3))))\n")
	for i := range 300 {
		fmt.Fprintf(&b, "(init (f%d v%d v%d c%d))\n", i, i, i+1, i)
		fmt.Fprintf(&b, "(<= (next (f%d ?x ?y c%d)) (true (f%d ?x ?z ?c)) (s%d ?z ?y))\n", i, i+1, i, i%40)
		for j := range 60 {
			fmt.Fprintf(&b, "(s%d v%d v%d)\n", i%40, i+j, (i*j)%600)
		}
	}
	p := readText(t, b.String())
	board := newBoard(t, p)
	both(t, board, []string{"(f0 v1 v2 c3)"}, Options{})
}

// A board is safe for concurrent use.
func TestConcurrentDrawings(t *testing.T) {
	board := newBoard(t, readGame(t, "tictactoe"))
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			facts := []string{fmt.Sprintf("(cell %d 1 new%d)", i, i), "(cell 1 1 x)", "(control white)"}
			for range 20 {
				if err := errors.Join(board.Text(io.Discard, facts, Options{}), board.SVG(io.Discard, facts, Options{})); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// Thousands of unexpected contents are drawn quickly.
func TestManyContents(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	board := newBoard(t, readGame(t, "tictactoe"))
	var facts []string
	for i := range 4000 {
		facts = append(facts, fmt.Sprintf("(cell %d %d word%c%d)", i%3+1, i%3+1, 'a'+i%26, i))
	}
	both(t, board, facts, Options{})
}

// A fataler is a test or a property that is tested.
type fataler interface {
	Helper()
	Fatal(...any)
}

// newBoard makes the board of a game.
func newBoard(t fataler, p *gdl.Program) *Board {
	t.Helper()
	b, err := New(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNewEnds checks that New ends with its context, also for a game whose facts grow for
// ever.
func TestNewEnds(t *testing.T) {
	growing := readText(t, `(role a) (init (x 0)) (legal a noop) (goal a 100)
		(<= terminal (true (never))) (<= (next (x (s ?y ?y))) (true (x ?y)))`)
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := New(ended, growing, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("New with a context that has ended: %v", err)
	}
	s := &sampler{ctx: t.Context(), rank: map[string]int{}, rand: game.NewRand(1), chosen: newChoices()}
	if s.play(growing); s.bytes > 8*maxBytes {
		t.Errorf("%d bytes were looked at", s.bytes)
	}
}
