package rbgref

import (
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// small is a description of a 3×3 board with the given rules. The play begins on
// a3, the left upper corner.
func small(rules string) string {
	return `#players = a(100), b(100)
		#pieces = e, x, y
		#variables = v(10), w(2147483647)
		#board = rectangle(up,down,left,right, [e,e,e] [e,e,e] [e,e,e])
		#any = ((left* + right*)(up* + down*))
		#rules = ` + rules
}

// forked has a cell s from which l and r lead to p and q, and g from these to t.
func forked(rules string) string {
	return `#players = a(100), b(100)
		#pieces = e, x
		#variables =
		#board = s[e]{l:p, r:q} p[e]{g:t} q[e]{g:t} t[e]{g:s}
		#rules = ` + rules
}

// A table is a game with a machine and a state.
type table struct {
	t       *testing.T
	game    *rbgplay.Game
	machine game.Machine
	state   game.State
}

func newTable(t *testing.T, rules *rbg.Game, opts ...Options) *table {
	t.Helper()
	g, err := New(rules, opts...)
	if err != nil {
		t.Fatal(err)
	}
	w := &table{t: t, game: g.(*rbgplay.Game), machine: g.NewMachine()}
	w.state = w.machine.Initial(nil)
	return w
}

// mover returns who is to move, or -1.
func (w *table) mover() game.Role {
	var p rbgplay.Position
	w.game.Position(w.state, &p)
	return game.Role(w.game.Rules().Mover(int(p.Switch)))
}

// legal returns the moves of the player to move. There are none if that is the keeper.
func (w *table) legal() []string {
	w.t.Helper()
	texts := []string{}
	r := w.mover()
	if r < 0 {
		return texts
	}
	for _, m := range w.machine.Legal(w.state, r, nil) {
		texts = append(texts, w.game.MoveText(r, m))
	}
	if err := w.machine.Err(); err != nil {
		w.t.Fatal(err)
	}
	return texts
}

// play makes a move.
func (w *table) play(text string) {
	w.t.Helper()
	joint := make([]game.Move, len(w.game.Roles()))
	m, err := game.FindMove(w.game, w.machine, w.state, w.mover(), text)
	if err != nil {
		w.t.Fatal(err)
	}
	joint[w.mover()] = m
	w.state = w.machine.Next(w.state, joint, nil)
	if err := w.machine.Err(); err != nil {
		w.t.Fatal(err)
	}
}

// TestMoves compares the moves in initial positions with what the definition
// says.
func TestMoves(t *testing.T) {
	column := "a1 a2 a3"
	for _, c := range []struct{ name, text, want string }{
		{"a switch is a move for every cell", small("->a any {e} ->b"), "a1 a2 a3 b1 b2 b3 c1 c2 c3"},
		{"paths to one cell are one move", small("->a any {e} (up* {! up}) {e} ->b"), "a3 b3 c3"},
		{"paths that meet behind a test are one move", forked("->a (l {e} + r {e}) g {e} ->b"), "t"},
		{"different routes are different moves", forked("->a (l [x] + r [x]) g ->b"), "p-t q-t"},
		{"equal actions in different places differ", small("->a ([x] + [x]) ->b"), "a3=x#1 a3=x#2"},
		{"free loops end", small("->a ((up + down)*)* {e} ->b"), column},
		{"a loop through nothing ends", small("->a (({e})* ({e})*)* ->b"), "a3"},
		{"a loop behind a loop ends", small("->a (down* up*)* [x] (down* up*)* ->b"), "a1 a1a2 a1a3 a2 a2a1 a2a3 a3 a3a1 a3a2"},
		{"a dot does nothing", small("->a . right . [x] . ->b"), "b3"},

		{"a shift off the board", small("->a up ->b"), ""},
		{"no piece", small("->a {} ->b"), ""},
		{"no placement", small("->a [] ->b"), ""},
		{"one of several pieces", small("->a {x, e} ->b"), "a3"},
		{"another piece", small("->a {x, y} ->b"), ""},
		{"the end of the rules is no move", small("->a (up + [x])"), ""},
		{"a part that ends without a switch", small("->a ([x] + [y] ->b)"), "a3"},

		{"changes are seen at once", small("->a [x] {x} [y] {y} right {e} ->b"), "a3b3"},
		{"changes are undone for the next path", small("->a ([x] right [x] {y} ->b + {e} right {e} ->b)"), "b3"},
		{"pieces are counted as they lie", small("->a {$ x == 0} [x] {$ x == 1} right [x] {$ x == 2} {$ e == 7} ->b"), "a3b3"},
		{"an assignment is seen at once", small("->a [$ v = 3] {$ v == 3} [$ v = v * v] {$ v == 9} ->b"), "a3"},
		{"assignments in a row", small("->a [$ v = 2, v = v + 1] {$ v == 3} ->b"), "a3"},

		{"a pattern holds", small("->a {? right right} ->b"), "a3"},
		{"a pattern fails", small("->a {? right right right} ->b"), ""},
		{"a negative pattern holds", small("->a {! left} ->b"), "a3"},
		{"a negative pattern fails", small("->a {! right} ->b"), ""},
		{"a pattern leaves the cell", small("->a {? right right {e}} right ->b"), "b3"},
		{"a pattern undoes what it changes", small("->a {? [x] right [y] {y} [$ v = 5] {$ v == 5}} {e} {$ v == 0} right {e} ->b"), "b3"},
		{"a failed pattern too", small("->a {! [x] right [y] [$ v = 5] {}} {e} {$ v == 0} right {e} ->b"), "b3"},
		{"a pattern sees changes", small("->a any [x] {? {x} right {e}} ->b"), "a1 a2 a3 b1 b2 b3"},
		{"patterns in patterns", small("->a any {? right {! right {? {e}}}} ->b"), "b1 b2 b3"},
		{"a switch in a pattern does nothing", small("->a {? right ->b {e}} ->b"), "a3"},
		{"a modifying star in a pattern", small("->a {? ({e} [x] right)* {! right} {e} {$ x == 2}} ->b"), "a3"},

		{"numbers have signs", small("->a {$ v - 5 < 0} ->b"), "a3"},
		{"division truncates", small("->a {$ (v + 7) / 2 == 3} ->b"), "a3"},
		{"division truncates towards zero", small("->a {$ (v - 7) / 2 == v - 3} ->b"), "a3"},
		{"division by zero is dead", small("->a {$ 1 / v == 0} ->b"), ""},
		{"whatever it is compared with", small("->a {$ 1 / v != 0} ->b"), ""},
		{"but not where it is negated", small("->a {! {$ 1 / v != 0}} ->b"), "a3"},
		{"the largest number", small("->a {$ v + 2147483647 > 0} ->b"), "a3"},
		{"more than that is dead", small("->a {$ v + 2147483647 + 1 > 0} ->b"), ""},
		{"also on the way", small("->a {$ v + 2147483647 + 1 - 1 > 0} [x] ->b"), "a3"}, // + binds less: 1-1 is first
		{"and the smallest", small("->a {$ v - 2147483647 - 1 < 0} ->b"), "a3"},
		{"less than that is dead", small("->a {$ v - 2147483647 - 2 < 0} ->b"), ""},
		{"a quotient can be too large", small("->a {$ (v - 2147483647 - 1) / (v - 1) != 0} ->b"), ""},
		{"a large product", small("->a {$ (v + 65536) * 65536 != 0} ->b"), ""},
		{"from left to right", small("->a {$ v + 7 - 2 - 1 == 4} ->b"), "a3"},

		{"up to the bound", small("->a [$ v = 10] ->b"), "a3"},
		{"a value over the bound is dead", small("->a [$ v = 11] ->b"), ""},
		{"a value under zero is dead", small("->a [$ v = v - 1] ->b"), ""},
		{"so is one that is no value", small("->a [$ w = 1 / v] ->b"), ""},
		{"a wide variable", small("->a [$ w = 2147483647] ->b"), "a3"},
		{"players are variables", small("->a [$ a = 100] {$ a == 100} ->b"), "a3"},
		{"with bounds", small("->a [$ a = 101] ->b"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTable(t, rbgenginetest.Parse(t, c.text))
			legal := w.legal()
			if got := strings.Join(legal, " "); got != c.want {
				t.Errorf("legal moves are %q, want %q", got, c.want)
			}
			if w.machine.Terminal(w.state) != (len(legal) == 0) {
				t.Error("a play is over if and only if there is no move")
			}
		})
	}
}

// TestCellSurvives plays two moves that go on where the play stands.
func TestCellSurvives(t *testing.T) {
	w := newTable(t, rbgenginetest.Parse(t, small("->a right ->b down ->a {} ")))
	w.play("b3")
	w.play("b2")
	if w.mover() != 0 || !w.machine.Terminal(w.state) {
		t.Error("the play should be over with a to move")
	}
	if facts := w.game.Facts(w.state); !slices.Contains(facts, "(at b2)") || !slices.Contains(facts, "(control a)") {
		t.Error(facts)
	}
}

// TestDeadKeeper ends a play with the keeper, whose unfinished move leaves no
// trace.
func TestDeadKeeper(t *testing.T) {
	w := newTable(t, rbgenginetest.Parse(t, small("->a [x] [$ a = 70] ->> [$ a = 100] right [y] {}")))
	w.play("a3")
	if w.mover() != rbg.Keeper || !w.machine.Terminal(w.state) {
		t.Error("the play should be over with the keeper to move")
	}
	if scores := w.machine.(game.Scorer).Scores(w.state, nil); !slices.Equal(scores, []int{70, 0}) {
		t.Errorf("scores are %v", scores)
	}
	facts := w.game.Facts(w.state)
	for _, want := range []string{"(cell a3 x)", "(cell b3 e)", "(control keeper)", "(at a3)", "(value a 70)"} {
		if !slices.Contains(facts, want) {
			t.Errorf("%s is missing in %v", want, facts)
		}
	}
}

// TestKeeperOrder examines which of its moves the keeper makes.
func TestKeeperOrder(t *testing.T) {
	for _, c := range []struct{ name, rules, want string }{
		{"the first alternative", "([$ v = 1] + [$ v = 2]) ->a ->b", "(value v 1)"},
		{"the first that can be completed", "([$ v = 1] {x} + [$ v = 2]) ->a ->b", "(value v 2)"},
		{"into a star, then out", "([$ v = v + 1])* ->a ->b", "(value v 1)"},
		{"through a star as often as needed", "([$ v = v + 1])* {$ v == 4} ->a ->b", "(value v 4)"},
		{"past a star if nothing else helps", "([$ v = v + 1] {x})* ->a ->b", "(value v 0)"},
		{"the first of the cells that shifts reach", "(down + right) [x] ->a ->b", "(cell b3 x)"},
		{"shifts in a row are one part", "(down + right) (right + down) [x] ->a ->b", "(cell c3 x)"},
		{"parts with tests are alternatives", "(down {e} + right {e}) [x] ->a ->b", "(cell a2 x)"},
		{"as many moves as there are", "(any {e} [x] ->>)* {! any {e}} ->a ->b", "(cell c1 x)"},
		{"each the first", "->> ([$ v = v + 1] ->> + [$ v = 9] ->>) ([$ v = v * 2] ->> + ->>) ->a ->b", "(value v 2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTable(t, rbgenginetest.Parse(t, small(c.rules)))
			if facts := w.game.Facts(w.state); !slices.Contains(facts, c.want) {
				t.Errorf("%s is missing in %v", c.want, facts)
			}
			if w.mover() != 0 {
				t.Error("the first player should be to move")
			}
		})
	}
}

// TestBeforeKeeper lists the keeper's choices in all positions that it is in.
func TestBeforeKeeper(t *testing.T) {
	rules := rbgenginetest.Parse(t, small("(right {e} + down {e}) ->> (up + left + {e}) ->a ->b"))
	r, err := NewReasoner(rules)
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewReasoner(rules)
	if err != nil {
		t.Fatal(err)
	}
	var choices []int
	r.BeforeKeeper = func(p *rbgplay.Position) {
		var moves rbgplay.Moves
		if err := other.Moves(p, &moves); err != nil {
			t.Fatal(err)
		}
		choices = append(choices, moves.Len())
	}
	var p rbgplay.Position
	if err := r.Start(&p); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(choices, []int{2, 2}) { // from b3 there is left and {e}
		t.Errorf("the keeper had %v choices", choices)
	}
}
