package lanes

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
)

// contains reports whether a point is in a cube.
func (b cube) contains(point []int32) bool {
	return b.holds(&rbgplay.Position{Values: point})
}

// TestDistinguish checks that what distinguishes some cubes from others holds in all of the ones
// and in none of the others, point by point.
func TestDistinguish(t *testing.T) {
	const slots, values = 3, 4
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) []cube {
			var list []cube
			for range rapid.IntRange(1, 4).Draw(t, label) {
				var b cube
				for slot := range int32(slots) {
					if m := rapid.Uint64Range(1, 1<<values-1).Draw(t, "mask"); m != 1<<values-1 {
						b = append(b, cubeLiteral{slot, m})
					}
				}
				list = append(list, b)
			}
			return list
		}
		in, out := draw("in"), draw("out")
		out = slices.DeleteFunc(out, func(o cube) bool {
			return slices.ContainsFunc(in, func(b cube) bool { return !o.disjoint(b) })
		})
		list := distinguish(in, out)
		has := func(list []cube, p []int32) bool {
			return slices.ContainsFunc(list, func(b cube) bool { return b.contains(p) })
		}
		for n := range int32(values * values * values) {
			p := []int32{n % values, n / values % values, n / values / values}
			switch got := has(list, p); {
			case has(in, p) && !got:
				t.Fatalf("%v is in %v and not in %v", p, in, list)
			case has(out, p) && got:
				t.Fatalf("%v is in %v and in %v", p, out, list)
			}
		}
	})
}

const pair = `
#players = white(1), black(1)
#pieces = empty, whiteMan, whiteKing, blackMan, blackKing
#variables = quiet(9)
#board = rectangle(up, down, left, right,
    [blackMan, blackMan, blackKing] [empty, empty, empty] [empty, empty, empty] [whiteKing, whiteMan, whiteMan])
#anywhere = (up* + down*) (left* + right*)
#turn(me; other; ahead) = ->me anywhere
    (
        {me~Man} [empty] ahead ({empty} + {other~Man, other~King} [$ quiet = 0]) ({? ahead} [me~Man] + {! ahead} [me~King])
      + {me~King} [empty] (up + down + left + right) ({empty} + {other~Man, other~King} [$ quiet = 0]) [me~King]
    )
    ->> {$ quiet < 9} [$ quiet = quiet + 1] [$ me = 1]
#rules = (turn(white; black; up) turn(black; white; down))*
`

// TestCircuitMoves checks that moves of different pieces between two cells, either way, are
// one move of the circuit, and that no two moves of a circuit move can be legal at once.
func TestCircuitMoves(t *testing.T) {
	g, err := New(context.Background(), rbgenginetest.Parse(t, pair), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for role, list := range g.encoding.moveOf {
		// Men and kings step between 17 pairs of cells, one way or the other.
		if len(list) != 17 {
			t.Errorf("role %d has %d circuit moves", role, len(list))
		}
		for _, b := range list {
			for i, m := range b.moves {
				for _, o := range b.moves[:i] {
					if !m.when.disjoint(o.when) {
						t.Errorf("%v and %v in one circuit move", m.actions, o.actions)
					}
				}
			}
		}
	}
	want, err := rbgref.New(rbgenginetest.Parse(t, pair))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (enginecompare.Comparison{Plies: 300, Seed: 1}).Run(context.Background(), want, g); err != nil {
		t.Error(err)
	}
}

// ends is like pair, with switches of their own for captures and for moves of kings, and
// with cells that nothing reaches.
const ends = `
#players = white(1), black(1)
#pieces = empty, none, whiteMan, whiteKing, blackMan, blackKing
#variables = quiet(9)
#board = rectangle(up, down, left, right,
    [blackMan, blackMan, empty, blackKing, blackMan] [empty, empty, none, empty, empty] [empty, empty, empty, empty, empty]
    [empty, empty, none, empty, empty] [whiteKing, whiteMan, empty, whiteMan, whiteMan])
#anywhere = (up* + down*) (left* + right*)
#line(d) = d ({empty} d)*
#lines = (line(up) + line(down) + line(left) + line(right))
#put(me; ahead) = ({? ahead} [me~Man] + {! ahead} [me~King])
#turn(me; other; ahead) = ->me anywhere
    (
        {me~Man} [empty] ahead {empty} put(me; ahead) ->> [$ quiet = 0]
      + {me~Man} [empty] ahead {other~Man, other~King} put(me; ahead) ->> [$ quiet = 1]
      + {me~King} [empty] lines {empty} [me~King] ->> {$ quiet < 8} [$ quiet = quiet + 1]
      + {me~King} [empty] lines {other~Man, other~King} [me~King] ->> [$ quiet = 2]
    )
    {$ quiet < 8} [$ me = 1]
#rules = (turn(white; black; up) turn(black; white; down))*
`

// TestCircuitMoveEnds checks that moves with different ends are one move of the circuit, and
// that there are no moves to cells that no piece reaches.
func TestCircuitMoveEnds(t *testing.T) {
	g, err := New(context.Background(), rbgenginetest.Parse(t, ends), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for role, list := range g.encoding.moveOf {
		// Three rows and four columns are open and have 10 pairs of cells each; the other two
		// rows have 2 pairs each.
		if len(list) != 74 {
			t.Errorf("role %d has %d circuit moves", role, len(list))
		}
	}
	want, err := rbgref.New(rbgenginetest.Parse(t, ends))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (enginecompare.Comparison{Plies: 500, Seed: 1}).Run(context.Background(), want, g); err != nil {
		t.Error(err)
	}
}
