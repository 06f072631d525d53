package rbgcheck_test

import (
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg/rbgcheck"
)

// TestStraightnessOfCorpus compares the numbers of the public games with those
// that another implementation prints.
func TestStraightnessOfCorpus(t *testing.T) {
	for _, want := range rbgenginetest.Straightnesses(t) {
		g := rbgenginetest.Read(t, want.Game)
		numbers := rbgcheck.Numbers{Applicational: want.Applicational, Main: want.Main, Move: want.Move, Semimove: want.Semimove}
		if got := rbgcheck.Straightness(g); got != numbers {
			t.Errorf("%s: %+v, want %+v", want.Game, got, numbers)
		}
	}
}

func TestStraightness(t *testing.T) {
	const none, unbounded = rbgcheck.None, rbgcheck.Unbounded
	tests := []struct {
		rules string
		want  rbgcheck.Numbers // applicational, main, move, semimove
	}{
		{"up", rbgcheck.Numbers{0, 0, none, none}},
		{"[x] [x]", rbgcheck.Numbers{2, 2, none, none}},
		{"->w [x] ->>", rbgcheck.Numbers{1, 1, 1, 1}},
		{"->w [x] [$ n=1] ->b [e]", rbgcheck.Numbers{2, 2, 2, 2}},
		{"->w [x] ->> [x] [x] [x] ->> [e]", rbgcheck.Numbers{3, 3, 1, 1}},
		{"[x] [x] ->w", rbgcheck.Numbers{2, 2, none, none}},
		{"(->w [x])*", rbgcheck.Numbers{1, 1, 1, 1}},
		{"[x] ([e] ->w [x] [x])* [x] [x]", rbgcheck.Numbers{4, 4, 3, 3}},
		{"->w ([x])* ->>", rbgcheck.Numbers{unbounded, unbounded, unbounded, unbounded}},
		{"->w (up*)* ->>", rbgcheck.Numbers{0, 0, 0, 0}},
		{"->w [x] ->> ([x])* ->>", rbgcheck.Numbers{unbounded, unbounded, 1, 1}},
		{"->w ([x] ->>)* ->>", rbgcheck.Numbers{1, 1, 1, 1}},
		{"->w ([x] + [x] [x] up + left) ->>", rbgcheck.Numbers{2, 2, 2, 2}},
		{"->w [x] [x] . [x] ->>", rbgcheck.Numbers{3, 3, 3, 2}},
		{"->w ([x] .)* ->>", rbgcheck.Numbers{unbounded, unbounded, unbounded, 1}},
		{"->w [x] {? [e] [e]} ->>", rbgcheck.Numbers{3, 1, 1, 1}},
		{"->w [x] {? [e] {! [e]} [e]} {? ([x])*} ->>", rbgcheck.Numbers{unbounded, 1, 1, 1}},
		{"->w {} ->>", rbgcheck.Numbers{0, 0, 0, 0}},
		{"->w [] ->>", rbgcheck.Numbers{0, 0, none, none}},
	}
	for _, tt := range tests {
		g := rbgenginetest.Parse(t, `#players = w(1), b(1)
#pieces = e, x
#variables = n(1)
#board = rectangle(up,down,left,right, [e,e] [e,e])
#rules = `+tt.rules)
		if got := rbgcheck.Straightness(g); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.rules, got, tt.want)
		}
	}
}
