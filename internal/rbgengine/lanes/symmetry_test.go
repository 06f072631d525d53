package lanes_test

import (
	"errors"
	"strings"
	"testing"

	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
)

// pairs is a game on a row of four cells, which is the same from both sides: two equal marks
// side by side win.
const pairs = `
#players = white(100), black(100)
#pieces = e, x, o
#variables =
#board = rectangle(up, down, left, right, [e, e, e, e])
#anywhere = (left* + right*)
#end = left* {! left}
#near(mark) = (left {mark} + right {mark})
#win(me; other) = [$ me = 100, other = 0]
#turn(me; mark; other) =
    ->me anywhere {e} [mark] ->>
    ({? near(mark)} win(me; other) end ->> {} + {! near(mark)} end)
#rules = [$ white = 50, black = 50] (turn(white; x; black) turn(black; o; white))*
`

// TestProveSymmetries proves the symmetry of pairs, and none of games that are almost
// symmetric.
func TestProveSymmetries(t *testing.T) {
	const board = "rectangle(up, down, left, right, [e, e, e, e])"
	for _, tt := range []struct {
		name, old, new string
		want           int
	}{
		{"symmetric", "", "", 1},
		{"written in another order", "(left {mark} + right {mark})", "(right {mark} + left {mark} + left right right {mark})", 1},
		{"the cell stays where the move ends", "#end = left* {! left}", "#end =", 1},
		{"another row", board, "p[e]{right: q} q[e]{left: p, right: r} r[e]{left: q, right: s} s[e]{left: r}", 1},
		{"an edge is missing", board, "p[e]{right: q} q[e]{left: p, right: r} r[e]{right: s} s[e]{left: r}", 0},
		{"an alternative is missing", "(left {mark} + right {mark})", "(left {mark})", 0},
		{"a rare alternative", "right {mark})", "right {mark} + right {o} right {x} right {o})", 0},
		{"scores depend on the side", "win(me; other) =", "win(me; other) = ({? left {x}} [$ me = 90, other = 10] + {! left {x}}) {? near(x)} #old(me; other) =", 0},
		{"another turn on the left", "[mark] ->>", "[mark] ({? left} + {! left} ->me anywhere {e} [mark]) ->>", 0},
		{"the keeper prefers the left", "[mark] ->>", "[mark] ->> (left {e} [o] right + right {e} [o] left + {! left {e} + right {e}})", 0},
		{"a piece that lies on one side only", "[e, e, e, e]", "[e, e, e, o]", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := pairs
			if tt.old != "" {
				if text = strings.Replace(pairs, tt.old, tt.new, 1); text == pairs {
					t.Fatalf("the rules have no %q", tt.old)
				}
			}
			g := rbgenginetest.Parse(t, text)
			r, err := rbgref.NewReasoner(g)
			if err != nil {
				t.Fatal(err)
			}
			var first rbgplay.Position
			if err := r.Start(&first); err != nil {
				t.Fatal(err)
			}
			keeps := strings.Contains(text, "#end = left*")
			mirror := []rbgplay.BoardSymmetry{{Cells: []int32{3, 2, 1, 0}, Keeps: keeps}}
			got := lanes.ProveSymmetries(t.Context(), g, mirror, lanes.Options{})
			if len(got.List) != tt.want {
				t.Errorf("%d symmetries are proved, want %d", len(got.List), tt.want)
			}
			if len(got.List) > 0 && !got.Covers(&first) {
				t.Error("they do not hold in the game")
			}
		})
	}
}

// TestCovers asks about positions that no play leads to. There the circuit may be wrong, which has
// learned from the rules that there is one king.
func TestCovers(t *testing.T) {
	g := rbgenginetest.Parse(t, `
#players = white(100), black(100)
#pieces = e, k, x
#variables =
#board = rectangle(up, down, left, right, [e, e, e, e])
#anywhere = (left* + right*)
#end = left* {! left}
#near = (left {k} + right {k})
#rules = ->white anywhere {e} [k] end ->>
    (->black anywhere {e} [x] ->> ({? near} [$ black = 100, white = 0] end ->> {} + {! near} end)
     ->white anywhere {e} [x] ->> ({? near} [$ white = 100, black = 0] end ->> {} + {! near} end))*
`)
	r, err := rbgref.NewReasoner(g)
	if err != nil {
		t.Fatal(err)
	}
	var first, second, other rbgplay.Position
	if err := r.Start(&first); err != nil {
		t.Fatal(err)
	}
	var moves rbgplay.Moves
	second.Copy(&first)
	if err := errors.Join(r.Moves(&first, &moves), r.Apply(&second, moves.At(0))); err != nil {
		t.Fatal(err)
	}
	proved := lanes.ProveSymmetries(t.Context(), g, []rbgplay.BoardSymmetry{{Cells: []int32{3, 2, 1, 0}, Keeps: true}}, lanes.Options{})
	if len(proved.List) != 1 {
		t.Fatalf("%d symmetries are proved, want 1", len(proved.List))
	}
	other.Copy(&first)
	other.Pieces = second.Pieces // with a king before the first move
	if !proved.Covers(&first) || !proved.Covers(&second) || proved.Covers(&other) {
		t.Errorf("the first position, the second and one with a king too many: %v, %v, %v, want true, true, false",
			proved.Covers(&first), proved.Covers(&second), proved.Covers(&other))
	}
}
