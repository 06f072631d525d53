package rbgref

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// asked is a reasoner with a position.
func asked(t *testing.T, text string, moves ...string) (*Reasoner, *rbgplay.Game, *rbgplay.Position) {
	t.Helper()
	return askedAbout(t, rbgenginetest.Parse(t, text), moves...)
}

func askedAbout(t *testing.T, rules *rbg.Game, moves ...string) (*Reasoner, *rbgplay.Game, *rbgplay.Position) {
	t.Helper()
	w := newTable(t, rules)
	for _, m := range moves {
		w.play(m)
	}
	r, err := NewReasoner(rules)
	if err != nil {
		t.Fatal(err)
	}
	p := &rbgplay.Position{}
	w.game.Position(w.state, p)
	return r, w.game, p
}

// words returns what steps say.
func words(g *rbg.Game, steps []Step) string {
	var lines []string
	for i := range steps {
		lines = append(lines, steps[i].Text(g))
	}
	return strings.Join(lines, "; ")
}

func TestTrace(t *testing.T) {
	r, g, p := asked(t, small("->a [$ v = 4] any {e} {! right right} [x] {? left {e}} {$ v < w + 5} down ->>"))
	var moves rbgplay.Moves
	if err := r.Moves(p, &moves); err != nil || moves.Len() != 4 {
		t.Fatal(moves.Len(), err)
	}
	steps, err := r.Trace(p, moves.At(0))
	if err != nil {
		t.Fatal(err)
	}
	want := "sets v to 4; goes from a3 to b3; finds e on b3; does not find from b3 what must not be there; puts x on b3; " +
		"finds from b3 what must be there; compares: 4 < 5; goes from b3 to b2; hands over to the keeper on b2"
	if got := words(g.Rules(), steps); got != want {
		t.Errorf("the path is\n%s, want\n%s", got, want)
	}
	if got := words(g.Rules(), steps[5].Because); got != "goes from b3 to a3; finds e on a3" {
		t.Errorf("the pattern holds because: %s", got)
	}
	for i := range steps {
		if !steps[i].Passed || !steps[i].Expr.Span.IsValid() {
			t.Errorf("step %d has no place or does not pass", i)
		}
	}
	if _, err := r.Trace(p, []rbgplay.Action{{Cell: 0, Index: 1}}); err == nil {
		t.Error("the move is not legal")
	}
}

// TestTraceAll justifies every legal move of some positions.
func TestTraceAll(t *testing.T) {
	r, _, p := asked(t, noughts, "b2", "a1")
	var moves rbgplay.Moves
	if err := r.Moves(p, &moves); err != nil {
		t.Fatal(err)
	}
	for i := range moves.Len() {
		steps, err := r.Trace(p, moves.At(i))
		if err != nil {
			t.Fatal(err)
		}
		var actions []rbgplay.Action
		for _, s := range steps {
			if s.Expr.Kind.IsModifier() {
				actions = append(actions, rbgplay.Action{Cell: int32(s.From), Index: int32(s.Expr.Index)})
			}
		}
		if !slices.Equal(actions, moves.At(i)) {
			t.Errorf("the path to %v has the actions %v", moves.At(i), actions)
		}
	}
}

func TestBlocked(t *testing.T) {
	for _, c := range []struct{ rules, move, want string }{
		{"->a any {x} ->b", "b2", "1 finds e on b2, not x"},
		{"->a any {e} {! right right} ->b", "a1", "2 finds from a1 what must not be there"},
		{"->a any {e} {? up up} ->b", "a2", "2 does not find from a2 what must be there"},
		{"->a any [x] up ->b", "a3a3", "2 cannot go up from a3"},
		{"->a any [x] up [$ v = 11] ->b", "a1a2", "3 cannot set v to 11: its values are from 0 to 10"},
		{"->a any [x] up [$ v = 1/v] ->b", "a1a2", "3 cannot set v: the value divides by zero or is too large"},
		{"->a any [x] up {$ x == 2} ->b", "a1a2", "3 compares: not 1 == 2"},
		{"->a any [x] up [y] ->b", "a1a3", "3 puts y on a2"},
		{"->a any [x] up [y] ->b", "a1", "3 puts y on a2"},
		{"->a any [x] up [y] ->b", "a1a2a3", "4 hands over to b on a2"},
		{"->a any [x] ({} + up [y]) ->b", "a1a3", "3 puts y on a2 | 2 comes to a dead end"},
		{"->a any [x] up [y] ->b", "a1a2", ""},
		{"->a any [x] up [y] ({} + right) [x] ->b", "a1a2c3", "5 puts x on b2 | 4 comes to a dead end"},
	} {
		t.Run(c.rules+" "+c.move, func(t *testing.T) {
			r, g, p := asked(t, small(c.rules))
			cells, err := g.ParseCells(c.move)
			if err != nil {
				t.Fatal(err)
			}
			obstacles, err := r.Blocked(p, cells)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range obstacles {
				got = append(got, fmt.Sprintf("%d %s", len(o.Path), o.Step.Text(g.Rules())))
			}
			if text := strings.Join(got, " | "); !strings.HasPrefix(text, c.want) || c.want == "" && text != "" {
				t.Errorf("%s, want %s", text, c.want)
			}
		})
	}
}

// TestBlockedInChess explains some illegal moves of chess.
func TestBlockedInChess(t *testing.T) {
	rules := rbgenginetest.Read(t, "chess")
	for _, c := range []struct{ moves, move, want string }{
		{"e2e4; e7e5", "e1e3", "puts whiteKing on e2"},
		{"", "e2e5", "puts whitePawn on e4"},
		{"", "a1a3", "finds whitePawn on a2, not empty"},
		{"d2d4; e7e6; c2c4; f8b4", "c1d2", ""},
		{"d2d4; e7e6; c2c4; f8b4", "c4c5", "finds from c5 what must not be there"}, // white is in check
	} {
		t.Run(c.move, func(t *testing.T) {
			var moves []string
			if c.moves != "" {
				moves = strings.Split(c.moves, "; ")
			}
			r, g, p := askedAbout(t, rules, moves...)
			cells, err := g.ParseCells(c.move)
			if err != nil {
				t.Fatal(err)
			}
			obstacles, err := r.Blocked(p, cells)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range obstacles {
				got = append(got, o.Step.Text(rules))
				if len(o.Step.Because) > 0 {
					got = append(got, "("+words(rules, o.Step.Because)+")")
				}
			}
			if text := strings.Join(got, " | "); !strings.Contains(text, c.want) || c.want == "" && text != "" {
				t.Errorf("%s, want %s", text, c.want)
			} else {
				t.Log(text)
			}
		})
	}
}
