package rbgref

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// A spot is a position on the way through the rules, with the actions that led
// there. Spots are never changed.
type spot struct {
	cell    int32
	pieces  []uint16
	values  []int32
	actions []rbgplay.Action
}

// A naive reader of rules matches expressions as they stand, with what follows
// as a function, and copies positions. It gives up where that takes long.
type naive struct {
	game      *rbg.Game
	inPattern bool
	moves     []string
	left      int // steps before it gives up
}

var errLong = errors.New("that takes too long for the naive reader")

// match calls then for every way to complete an expression, in the order of the
// definition.
func (n *naive) match(e *rbg.Expr, s spot, then func(spot)) {
	if n.left--; n.left < 0 || len(s.actions) > 12 {
		panic(errLong)
	}
	if onlyShifts(e) {
		n.jump([]*rbg.Expr{e}, s, then)
		return
	}
	switch e.Kind {
	case rbg.On:
		if slices.Contains(e.Pieces, int(s.pieces[s.cell])) {
			then(s)
		}
	case rbg.Off:
		t := s.with(n, e)
		t.pieces = slices.Clone(s.pieces)
		t.pieces[s.cell] = uint16(e.Piece)
		then(t)
	case rbg.Assign:
		if v, ok := n.value(e.Value, s); ok && v >= 0 && v <= int64(n.game.Bound(e.Variable)) {
			t := s.with(n, e)
			t.values = slices.Clone(s.values)
			t.values[e.Variable] = int32(v)
			then(t)
		}
	case rbg.Switch:
		if n.inPattern {
			then(s)
		} else if text := rbgplay.PairsText(s.with(n, e).actions); !slices.Contains(n.moves, text) {
			n.moves = append(n.moves, text)
		}
	case rbg.Compare:
		left, ok := n.value(e.Left, s)
		right, defined := n.value(e.Right, s)
		if ok && defined && e.Op.Holds(left, right) {
			then(s)
		}
	case rbg.Pattern:
		if n.holds(e.Kids[0], s) != e.Negative {
			then(s)
		}
	case rbg.Sum:
		for _, k := range e.Kids {
			n.match(k, s, then)
		}
	case rbg.Concat:
		n.concat(e.Kids, s, then)
	case rbg.Star:
		n.star(e.Kids[0], s, then)
	}
}

// with returns a spot with one more action, if it counts.
func (s spot) with(n *naive, e *rbg.Expr) spot {
	if !n.inPattern {
		s.actions = append(slices.Clone(s.actions), rbgplay.Action{Cell: s.cell, Index: int32(e.Index)})
	} else {
		s.actions = append(slices.Clone(s.actions), rbgplay.Action{}) // counts as work
	}
	return s
}

func (n *naive) concat(kids []*rbg.Expr, s spot, then func(spot)) {
	if len(kids) == 0 {
		then(s)
		return
	}
	run := 0
	for run < len(kids) && onlyShifts(kids[run]) {
		run++
	}
	if run > 0 {
		n.jump(kids[:run], s, func(t spot) { n.concat(kids[run:], t, then) })
	} else {
		n.match(kids[0], s, func(t spot) { n.concat(kids[1:], t, then) })
	}
}

func (n *naive) star(body *rbg.Expr, s spot, then func(spot)) {
	seen := map[string]bool{}
	var after func(t spot)
	after = func(t spot) {
		if key := fmt.Sprint(t); !seen[key] {
			seen[key] = true
			then(t)
			n.match(body, t, after)
		}
	}
	n.match(body, s, after)
	then(s)
}

func (n *naive) holds(e *rbg.Expr, s spot) bool {
	outer := n.inPattern
	n.inPattern = true
	found := false
	n.match(e, s, func(spot) { found = true })
	n.inPattern = outer
	return found
}

func onlyShifts(e *rbg.Expr) bool {
	only := true
	e.Each(func(k *rbg.Expr) bool {
		only = only && slices.Contains([]rbg.Kind{rbg.Shift, rbg.Dot, rbg.Sum, rbg.Concat, rbg.Star}, k.Kind)
		return only
	})
	return only
}

// jump follows shifts in all ways there are and goes on with the cells in their
// order.
func (n *naive) jump(kids []*rbg.Expr, s spot, then func(spot)) {
	cells := map[int32]bool{s.cell: true}
	for _, k := range kids {
		cells = n.reached(k, cells)
	}
	for c := range int32(len(s.pieces)) {
		if cells[c] {
			s.cell = c
			then(s)
		}
	}
}

func (n *naive) reached(e *rbg.Expr, from map[int32]bool) map[int32]bool {
	to := map[int32]bool{}
	switch e.Kind {
	case rbg.Dot:
		return from
	case rbg.Shift:
		for c := range from {
			if t := n.game.Board.Edges[e.Label][c]; t >= 0 {
				to[t] = true
			}
		}
	case rbg.Sum:
		for _, k := range e.Kids {
			for c := range n.reached(k, from) {
				to[c] = true
			}
		}
	case rbg.Concat:
		to = from
		for _, k := range e.Kids {
			to = n.reached(k, to)
		}
	case rbg.Star:
		for len(from) > 0 {
			fresh := map[int32]bool{}
			for c := range from {
				if !to[c] {
					to[c], fresh[c] = true, true
				}
			}
			from = n.reached(e.Kids[0], fresh)
			if len(fresh) == 0 {
				break
			}
		}
	}
	return to
}

func (n *naive) value(a *rbg.Arith, s spot) (int64, bool) {
	var v int64
	switch a.Kind {
	case rbg.Number:
		v = a.Number
	case rbg.Value:
		v = int64(s.values[a.Ref])
	case rbg.PieceCount:
		for _, p := range s.pieces {
			if int(p) == a.Ref {
				v++
			}
		}
	default:
		for i, k := range a.Kids {
			w, ok := n.value(k, s)
			if !ok || a.Kind == rbg.Div && i > 0 && w == 0 {
				return 0, false
			}
			switch {
			case i == 0:
				v = w
			case a.Kind == rbg.Add:
				v += w
			case a.Kind == rbg.Sub:
				v -= w
			case a.Kind == rbg.Mul:
				v *= w
			default:
				v /= w
			}
			if v != int64(int32(v)) {
				return 0, false
			}
		}
	}
	return v, v == int64(int32(v))
}

// run returns the moves of the rules ->a e, in the order in which they are
// found.
func (n *naive) run(e *rbg.Expr, p *rbgplay.Position) (moves []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			if err, _ = r.(error); !errors.Is(err, errLong) {
				panic(r)
			}
		}
	}()
	n.match(e, spot{p.Cell, p.Pieces, p.Values, nil}, func(spot) {})
	return n.moves, nil
}

// anyRules draws an expression.
func anyRules(t *rapid.T, depth int) string {
	shifts := []string{"up", "down", "left", "right"}
	simple := append(shifts, "up", "right", "{e}", "{x}", "{e,x}", "{x,y}", "[x]", "[e]", "[x,y]", "[$ v=v+1]", "[$ v=x]", "[$ w=v-1]",
		"{$ v<2}", "{$ e>x}", "{$ v*x/y==1}", "{$ e-6/v!=1}", ".", "{}", "->b", "->>")
	if depth == 0 {
		return rapid.SampledFrom(simple).Draw(t, "simple")
	}
	sub := func() string { return anyRules(t, depth-1) }
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0, 1, 2, 3:
		return sub() + " " + sub()
	case 4, 5:
		return "(" + sub() + " + " + sub() + ")"
	case 6:
		return "(" + sub() + ")*"
	case 7:
		return "{? " + sub() + "}"
	case 8:
		return "{! " + sub() + "}"
	default:
		return rapid.SampledFrom(shifts).Draw(t, "shift") + "* " + sub()
	}
}

// anyBoard draws a board of six cells: a rectangle, or a graph whose edges go
// anywhere.
func anyBoard(t *rapid.T) string {
	piece := func() string { return rapid.SampledFrom([]string{"e", "e", "x", "y"}).Draw(t, "piece") }
	if rapid.Bool().Draw(t, "rectangle") {
		return fmt.Sprintf("rectangle(up,down,left,right, [%s,%s,%s] [%s,%s,%s])", piece(), piece(), piece(), piece(), piece(), piece())
	}
	text := ""
	for c := range 6 {
		var edges []string
		for i, l := range []string{"up", "down", "left", "right"} {
			if to := rapid.IntRange(-2, 5).Draw(t, "target"); to >= 0 || i == 0 || c == 0 { // every label is used somewhere
				edges = append(edges, fmt.Sprintf("%s:c%d", l, max(to, 0)))
			}
		}
		text += fmt.Sprintf("c%d[%s]{%s} ", c, piece(), strings.Join(edges, ","))
	}
	return text
}

// loops reports whether an expression has stars that do more than shift. What
// they find first depends on where a loop is given up.
func loops(e *rbg.Expr) bool {
	found := false
	e.Each(func(k *rbg.Expr) bool {
		found = found || k.Kind == rbg.Star && !onlyShifts(k)
		return !found
	})
	return found
}

// TestNaive compares moves with the naive implementation on random rules, and the order in
// which they are found unless there are loops.
func TestNaive(t *testing.T) {
	c := &comparison{}
	for range 30 {
		rapid.Check(t, c.run)
	}
	t.Logf("compared %d games with %d moves; %d took too long", c.games, c.moves, c.long)
	if c.games < 2*c.long {
		t.Error("too many games take too long")
	}
}

// A comparison counts what was compared.
type comparison struct{ games, moves, long int }

func (c *comparison) run(t *rapid.T) {
	rules := anyRules(t, rapid.IntRange(1, 6).Draw(t, "depth")) + " ->b"
	text := "#players = a(9), b(9)\n#pieces = e, x, y\n#variables = v(3), w(3)\n#board = " + anyBoard(t) + "\n#rules = ->a (" + rules + ")"
	g, list := rbgparse.File(source.NewFile("random.rbg", []byte(text)))
	if list.Err() != nil {
		t.Fatalf("%s\n%v", text, list.Err())
	}
	r, err := NewReasoner(g)
	if err != nil {
		t.Fatal(err)
	}
	var p rbgplay.Position
	if err := r.Start(&p); err != nil {
		t.Fatal(err)
	}
	n := &naive{game: g, left: 20_000}
	want, err := n.run(&rbg.Expr{Kind: rbg.Concat, Kids: g.Rules.Kids[1:]}, &p)
	if err != nil {
		c.long++
		return
	}
	got := listAll(t, r, &p)
	if loops(g.Rules) {
		slices.Sort(got)
		slices.Sort(want)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s\nhas the moves %q, want %q", text, got, want)
	}
	if ok, err := r.HasMove(&p); ok != (len(want) > 0) || err != nil {
		t.Fatalf("HasMove is %v, %v", ok, err)
	}
	c.games++
	c.moves += len(got)
}

func listAll(t *rapid.T, r *Reasoner, p *rbgplay.Position) []string {
	var moves rbgplay.Moves
	if err := r.Moves(p, &moves); err != nil {
		t.Fatal(err)
	}
	var texts []string
	for i := range moves.Len() {
		texts = append(texts, rbgplay.PairsText(moves.At(i)))
	}
	return texts
}
