package percepttext_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/percepttext"
)

func TestMovePercept(t *testing.T) {
	g := &gametest.Explicit{RoleNames: []string{"white", "black"}, RandomRole: game.NoRole,
		States: []gametest.ExplicitState{{Moves: [][]string{{"(mark 1 2)"}, {"noop", "pass"}}}}}
	for _, test := range []struct {
		role game.Role
		move game.Move
		want string
	}{
		{0, 0, "(moves white (mark 1 2))"}, {1, 0, "(moves black noop)"}, {1, 1, "(moves black pass)"},
	} {
		if got := percepttext.MovePercept(g, test.role, test.move); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestSortedSet(t *testing.T) {
	for _, test := range []struct{ texts, want []string }{
		{nil, nil},
		{[]string{"b", "a", "b"}, []string{"a", "b"}},
		{[]string{"a", "B", "b", "A"}, []string{"A", "B", "a", "b"}},
	} {
		if got := percepttext.SortedSet(slices.Clone(test.texts)); !slices.Equal(got, test.want) {
			t.Errorf("%v: got %v, want %v", test.texts, got, test.want)
		}
	}
}

func TestSameSet(t *testing.T) {
	for _, test := range []struct {
		a, b        []string
		exact, fold bool // whether they are the same with case, and without
	}{
		{nil, nil, true, true},
		{[]string{"a", "b"}, []string{"a", "b"}, true, true},
		{[]string{"A", "b"}, []string{"a", "b"}, false, true},
		// Sorted with their case, these come in different orders.
		{[]string{"B", "a"}, []string{"A", "b"}, false, true},
		{[]string{"a"}, []string{"a", "b"}, false, false},
		{[]string{"a", "b"}, []string{"a", "c"}, false, false},
	} {
		a, b := slices.Clone(test.a), slices.Clone(test.b)
		if got := percepttext.SameSet(a, b, false); got != test.exact {
			t.Errorf("%v and %v with case: %v", a, b, got)
		}
		if got := percepttext.SameSet(a, b, true); got != test.fold {
			t.Errorf("%v and %v without case: %v", a, b, got)
		}
		if !slices.Equal(a, test.a) || !slices.Equal(b, test.b) {
			t.Errorf("%v and %v are changed to %v and %v", test.a, test.b, a, b)
		}
	}
}

func TestSame(t *testing.T) {
	for _, test := range []struct {
		a, b       string
		fold, want bool
	}{
		{"Go", "Go", false, true}, {"Go", "go", false, false}, {"Go", "go", true, true}, {"Go", "gone", true, false},
	} {
		if got := percepttext.Same(test.a, test.b, test.fold); got != test.want {
			t.Errorf("%s and %s, ignoring case %v: %v", test.a, test.b, test.fold, got)
		}
	}
}
