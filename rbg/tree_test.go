package rbg_test

import (
	"testing"

	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// parse parses a description without errors.
func parse(t *testing.T, text string) *rbg.Game {
	t.Helper()
	g, list := rbgparse.File(source.NewFile("test.rbg", []byte(text)))
	if g == nil {
		t.Fatal(list.Err())
	}
	return g
}

func TestCellText(t *testing.T) {
	const rest = " #players = a(1) #pieces = e #variables = #rules = ->a ."
	for _, c := range []struct {
		board, shape, name, text string
	}{
		{"rectangle(u,d,l,r,[e,e][e,e])", "rectangle", "rx1y0", "b2"},
		{"hexagon(nw,ne,ea,se,sw,we,[e][e,e][e])", "hexagon", "hx0y0", "a3"},
		{"cuboid(u,d,l,r,f,b,[[e,e]][[e,e]])", "cuboid", "cx1y0z1", "b1B"},
		{"p[e]{u: q} q[e]{u: p}", "graph", "q", "q"},
	} {
		b := parse(t, "#board = "+c.board+rest).Board
		cell, err := b.FindCell(c.name)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := b.CellText(cell); got != c.text || b.Shape.String() != c.shape {
			t.Errorf("cell %s of a %s is %s, want %s of a %s", c.name, b.Shape, got, c.text, c.shape)
		}
		if again, err := b.FindCell(c.text); again != cell || err != nil {
			t.Errorf("FindCell(%q) is %d, %v, want %d", c.text, again, err, cell)
		}
		if _, err := b.FindCell("none"); err == nil {
			t.Error("the board has a cell none")
		}
	}
	wide := &rbg.Board{Shape: rbg.Rectangle, Height: 1, Cells: []rbg.Cell{{X: 27}}}
	if got := wide.CellText(0); got != "ab1" {
		t.Errorf("column 27 is %s, want ab1", got)
	}
}

func TestRelations(t *testing.T) {
	for r, want := range map[rbg.Relation][3]bool{ // of 1 and 2, 2 and 2, 3 and 2
		rbg.Equal:        {false, true, false},
		rbg.NotEqual:     {true, false, true},
		rbg.Less:         {true, false, false},
		rbg.LessEqual:    {true, true, false},
		rbg.Greater:      {false, false, true},
		rbg.GreaterEqual: {false, true, true},
	} {
		for i, holds := range want {
			if a := int64(i + 1); r.Holds(a, 2) != holds {
				t.Errorf("%d %s 2 is %v", a, r, !holds)
			}
		}
	}
}

func TestMoverAndBound(t *testing.T) {
	g := parse(t, variants[0])
	if g.Mover(0) != rbg.Keeper {
		t.Errorf("%d begins the play", g.Mover(0))
	}
	last := g.Modifiers[len(g.Modifiers)-1]
	if last.Kind != rbg.Switch || g.Mover(last.Index) != 0 {
		t.Errorf("after the switch %d moves", g.Mover(last.Index))
	}
	if v := len(g.Variables) - 1; g.Bound(v) != 1 {
		t.Errorf("the bound is %d", g.Bound(v))
	}
}

// TestReport checks that a problem in a macro shows the calls that lead there.
func TestReport(t *testing.T) {
	file := source.NewFile("test.rbg", []byte("#m = x\nm"))
	list := &source.List{File: file}
	in := &rbg.Expansion{Macro: "m", Call: source.Range(7, 8)}
	d := rbg.Origin{Span: source.Range(5, 6), In: in}.Report(list, &source.Code{ID: "RBG999"}, "a problem with %s", "x")
	if d.Message != "a problem with x" || len(list.Items) != 1 {
		t.Errorf("reported %v", d)
	}
	if len(d.Notes) != 1 || d.Notes[0].Message != "in macro m called here" {
		t.Errorf("notes %v", d.Notes)
	}
}
