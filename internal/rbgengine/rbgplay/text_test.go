package rbgplay

import (
	"fmt"
	"strings"
	"testing"

	"ludex/rbg"
)

// listed is a reasoner whose every position has the same moves.
type listed struct {
	stub
	moves [][]Action
}

func (l *listed) Moves(_ *Position, dst *Moves) error {
	for _, m := range l.moves {
		dst.Add(m)
	}
	return nil
}

// TestTexts writes lists of moves.
func TestTexts(t *testing.T) {
	b := func(c int32) Action { return Action{c, blackStone} }
	w := func(c int32) Action { return Action{c, whiteStone} }
	v := func(c int32) Action { return Action{c, scoreBlack} }
	u := func(c int32) Action { return Action{c, scoreWhite} }
	end := func(c int32) Action { return Action{c, toWhite} }
	over := func(c int32) Action { return Action{c, toKeeper} }
	for _, c := range []struct {
		name  string
		shape rbg.Shape
		moves [][]Action
		want  string
	}{
		{"cells in order, repeats once", rbg.Rectangle, [][]Action{{b(0), b(1), w(1), end(1)}, {b(0), b(1), w(0), end(0)}}, "a1b1 a1b1a1"},
		{"the end is a cell", rbg.Rectangle, [][]Action{{end(3)}, {b(2), end(0)}}, "c1a1 d1"},
		{"assignments are nowhere", rbg.Rectangle, [][]Action{{v(4), b(1), v(4), u(5), end(1)}}, "b1"},
		{"only equal texts say more", rbg.Rectangle, [][]Action{{b(1), end(1)}, {w(1), end(1)}, {b(2), end(2)}}, "b1=black b1=white c1"},
		{"the last piece", rbg.Rectangle, [][]Action{{b(1), w(2), end(2)}, {b(1), b(2), end(2)}}, "b1c1=black b1c1=white"},
		{"all pieces", rbg.Rectangle, [][]Action{{b(1), w(2), end(2)}, {w(1), w(2), end(2)}, {b(1), b(2), end(2)}},
			"b1c1=black b1c1=black,white b1c1=white,white"},
		{"no pieces", rbg.Rectangle, [][]Action{{end(1)}, {b(1), end(1)}}, "b1 b1=black"},
		{"numbers", rbg.Rectangle, [][]Action{{u(0), end(1)}, {v(0), end(1)}, {over(1)}, {b(1), end(1)}}, "b1#1 b1#2 b1#3 b1=black"},
		{"numbers behind pieces", rbg.Rectangle, [][]Action{{b(1), over(1)}, {b(1), end(1)}, {end(1)}}, "b1 b1=black#1 b1=black#2"},
		{"names of a graph are joined", rbg.Graph, [][]Action{{b(1), b(2), end(2)}, {end(10)}}, "rx10y0 rx1y0-rx2y0"},
		{"more than one order", rbg.Graph, [][]Action{{b(1), end(2)}, {b(1), end(1)}, {w(1), end(1)}}, "rx1y0-rx2y0 rx1y0=black rx1y0=white"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := line(12)
			rules.Board.Shape = c.shape
			moves := c.moves
			g := New(rules, "listed", 0, func() Reasoner { return &listed{stub{game: rules}, moves} })
			for range 2 { // the order in which a reasoner lists its moves does not matter
				m := g.NewMachine().(*Machine)
				s := m.Initial(nil)
				if got := legalTexts(g, m, s, 1); got != c.want {
					t.Errorf("the moves are %s, want %s", got, c.want)
				}
				again := g.NewMachine().(*Machine)
				moves = append([][]Action{moves[len(moves)-1]}, moves[:len(moves)-1]...)
				if got := legalTexts(g, again, s, 1); got != c.want {
					t.Errorf("in another order, the moves are %s, want %s", got, c.want)
				}
			}
		})
	}
}

// TestOneNumber meets a move with and without others of the same text.
func TestOneNumber(t *testing.T) {
	rules := line(3)
	r := &listed{stub: stub{game: rules}}
	g := New(rules, "listed", 0, func() Reasoner { return r })
	pass, stone := []Action{{1, toWhite}}, []Action{{1, blackStone}, {1, toWhite}}
	s := g.NewMachine().Initial(nil)
	r.moves = [][]Action{pass, stone}
	both := g.NewMachine().Legal(s, 1, nil)
	r.moves = [][]Action{pass}
	alone := g.NewMachine().Legal(s, 1, nil)
	if alone[0] != both[0] {
		t.Error("a move with the same actions and text has two numbers")
	}
	r.moves = [][]Action{stone}
	short := g.NewMachine().Legal(s, 1, nil)
	if short[0] == both[1] || g.MoveText(1, short[0]) != "b1" || g.MoveText(1, both[1]) != "b1=black" {
		t.Error("a move with two texts has one number")
	}
}

func TestParseCells(t *testing.T) {
	g := stubGame(30)
	for text, want := range map[string]string{
		"a1": "0", "a1b1": "0 1", "aa1z1": "26 25", "a1b1=white": "0 1", "a1#2": "0",
		"a2": `the board has no cell "a2"`, "": `the board has no cell ""`, "a1B": `the board has no cell "a1B"`, "rx3y0": `the board has no cell "rx3"`,
	} {
		cells, err := g.ParseCells(text)
		got := strings.Trim(fmt.Sprint(cells), "[]")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
