package rbgref

import (
	"fmt"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// TestEndless asks for what does not end. Every answer is an error that names
// the limit.
func TestEndless(t *testing.T) {
	for _, c := range []struct{ name, rules, want string }{
		{"a star that modifies and leads to no switch", "->a ([x])* {y} ->b", "limit of actions in one move"},
		{"a star that modifies before each switch", "->a ([x])* ->b", "takes more than 16 MB (--memory allows more)"},
		{"in a pattern", "->a {? ([x])* {y}} ->b", "limit of actions in one move"},
		{"two stars", "->a ([x] ([y])*)* {e} ->b", "limit of actions in one move"},
		{"a keeper in a circle", "->a [x] (->>)*", "the keeper goes in circles"},
		{"a keeper in a large circle", "->a [x] ((right + {! right} left^2) ->>)*", "the keeper goes in circles"},
		{"a keeper that counts for ever", "->a [x] ->> ([$ w = w + 1] ->>)*", "limit of keeper moves"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTable(t, rbgenginetest.Parse(t, small(c.rules)), Options{Memory: 16 << 20})
			r := w.mover()
			if moves := w.machine.Legal(w.state, r, nil); len(moves) > 0 {
				joint := make([]game.Move, len(w.game.Roles()))
				joint[r] = moves[0]
				w.machine.Next(w.state, joint, nil)
			}
			err := w.machine.Err()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
			if !w.machine.Terminal(w.state) || len(w.machine.Legal(w.state, r, nil)) > 0 {
				t.Error("a machine that has failed should make plays end")
			}
		})
	}
}

// TestEndlessKeeperAtOnce has no initial position.
func TestEndlessKeeperAtOnce(t *testing.T) {
	g, err := New(rbgenginetest.Parse(t, small("(->>)* {x} ->a ->b")))
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	m.Initial(nil)
	if err := m.Err(); err == nil || !strings.Contains(err.Error(), "circles") {
		t.Errorf("the error is %v", err)
	}
}

// TestPositionIsRestored examines a position after a search that failed.
func TestPositionIsRestored(t *testing.T) {
	r, err := NewReasoner(rbgenginetest.Parse(t, small("->a ([x] right [$ v = 3] left)* {y} ->b")))
	if err != nil {
		t.Fatal(err)
	}
	var p, before rbgplay.Position
	if err := r.Start(&p); err != nil {
		t.Fatal(err)
	}
	before.Copy(&p)
	if err := r.Moves(&p, &rbgplay.Moves{}); err == nil {
		t.Error("there is no error")
	}
	if !equal(&p, &before) {
		t.Error("the position has changed")
	}
	if ok, err := r.HasMove(&p); ok || err == nil {
		t.Error("asked again, the reasoner says something else")
	}
}

// TestDeepPatterns nests patterns as deep as no author would.
func TestDeepPatterns(t *testing.T) {
	const depth = 20_000
	test := &rbg.Expr{Kind: rbg.Shift, Label: 0}
	for range depth {
		test = &rbg.Expr{Kind: rbg.Pattern, Negative: true, Kids: []*rbg.Expr{test}}
	}
	g := handMade(10, test)
	w := newTable(t, g)
	if got := fmt.Sprint(w.legal()); got != "[c0]" { // an even number of negations
		t.Errorf("legal moves are %s", got)
	}
}

// TestTooDeep refuses what could exhaust the stack.
func TestTooDeep(t *testing.T) {
	test := &rbg.Expr{Kind: rbg.On, Pieces: []int{0}}
	for range maxNesting + 1 {
		test = &rbg.Expr{Kind: rbg.Star, Kids: []*rbg.Expr{test}}
	}
	if _, err := New(handMade(10, test)); err == nil || !strings.Contains(err.Error(), "nested too deeply") {
		t.Errorf("the error is %v", err)
	}
}

// TestSharedParts is a small tree whose parts are used so often that it is
// larger than memory when written out.
func TestSharedParts(t *testing.T) {
	test := &rbg.Expr{Kind: rbg.Sum, Kids: []*rbg.Expr{{Kind: rbg.On, Pieces: []int{0}}, {Kind: rbg.Shift}}}
	for range 60 {
		test = &rbg.Expr{Kind: rbg.Concat, Kids: []*rbg.Expr{test, test}}
	}
	if _, err := New(handMade(10, test)); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("the error is %v", err)
	}
	shifts := &rbg.Expr{Kind: rbg.Sum, Kids: []*rbg.Expr{{Kind: rbg.Shift}, {Kind: rbg.Dot}}}
	for range 60 {
		shifts = &rbg.Expr{Kind: rbg.Concat, Kids: []*rbg.Expr{shifts, shifts}}
	}
	if _, err := New(handMade(10, shifts)); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("the error is %v", err)
	}
}

// TestLargeBoard searches a board of as many cells as are read without using up the stack.
func TestLargeBoard(t *testing.T) {
	step := &rbg.Expr{Kind: rbg.Sum, Kids: []*rbg.Expr{
		{Kind: rbg.Concat, Kids: []*rbg.Expr{{Kind: rbg.On, Pieces: []int{0}}, {Kind: rbg.Shift}}},
		{Kind: rbg.On, Pieces: []int{1}}}}
	walk := &rbg.Expr{Kind: rbg.Star, Kids: []*rbg.Expr{step}}
	last := &rbg.Expr{Kind: rbg.Pattern, Negative: true, Kids: []*rbg.Expr{{Kind: rbg.Shift}}}
	g := handMade(65_535, &rbg.Expr{Kind: rbg.Concat, Kids: []*rbg.Expr{walk, last}})
	r, err := NewReasoner(g)
	if err != nil {
		t.Fatal(err)
	}
	var p rbgplay.Position
	var moves rbgplay.Moves
	if err := r.Start(&p); err != nil {
		t.Fatal(err)
	}
	if err := r.Moves(&p, &moves); err != nil || moves.Len() != 1 || moves.At(0)[0].Cell != 65_534 {
		t.Errorf("%d moves, %v", moves.Len(), err)
	}
}

// handMade is a game on a line of cells c0, c1, …, each with an edge to the next.
// It has the rules ->p test ->p.
func handMade(cells int, test *rbg.Expr) *rbg.Game {
	b := &rbg.Board{Labels: []string{"on"}, Edges: [][]int32{nil}}
	for c := range cells {
		b.Cells = append(b.Cells, rbg.Cell{Name: fmt.Sprint("c", c)})
		b.Edges[0] = append(b.Edges[0], int32(c+1))
	}
	b.Edges[0][cells-1] = rbg.NoCell
	first, second := &rbg.Expr{Kind: rbg.Switch, Index: 1}, &rbg.Expr{Kind: rbg.Switch, Index: 2}
	player := rbg.Variable{Name: "p", Bound: 100}
	return &rbg.Game{
		Players: []rbg.Variable{player}, Variables: []rbg.Variable{player},
		Pieces: []rbg.Piece{{Name: "e"}, {Name: "x"}}, Board: b,
		Rules:     &rbg.Expr{Kind: rbg.Concat, Kids: []*rbg.Expr{first, test, second}},
		Modifiers: []*rbg.Expr{first, second},
	}
}

func TestLimits(t *testing.T) {
	open := func(g *rbg.Game, memory budget.Memory) (game.Game, error) { return New(g, Options{Memory: memory}) }
	rbgenginetest.RunLimits(t, open)
	rbgenginetest.RunOver(t, open)
}
