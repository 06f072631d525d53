package check_test

import (
	"testing"

	"ludex/rbg/check"
	"ludex/rbg/engine/enginetest"
)

// TestStraightnessOfCorpus compares the numbers of the public games with those
// that another implementation prints.
func TestStraightnessOfCorpus(t *testing.T) {
	for _, want := range enginetest.Straightnesses(t) {
		g := enginetest.Read(t, want.Game)
		numbers := check.Numbers{Applicational: want.Applicational, Main: want.Main, Move: want.Move, Semimove: want.Semimove}
		if got := check.Straightness(g); got != numbers {
			t.Errorf("%s: %+v, want %+v", want.Game, got, numbers)
		}
	}
}

func TestStraightness(t *testing.T) {
	const none, unbounded = check.None, check.Unbounded
	tests := []struct {
		rules string
		want  check.Numbers // applicational, main, move, semimove
	}{
		{"up", check.Numbers{0, 0, none, none}},
		{"[x] [x]", check.Numbers{2, 2, none, none}},
		{"->w [x] ->>", check.Numbers{1, 1, 1, 1}},
		{"->w [x] [$ n=1] ->b [e]", check.Numbers{2, 2, 2, 2}},
		{"->w [x] ->> [x] [x] [x] ->> [e]", check.Numbers{3, 3, 1, 1}},
		{"[x] [x] ->w", check.Numbers{2, 2, none, none}},
		{"(->w [x])*", check.Numbers{1, 1, 1, 1}},
		{"[x] ([e] ->w [x] [x])* [x] [x]", check.Numbers{4, 4, 3, 3}},
		{"->w ([x])* ->>", check.Numbers{unbounded, unbounded, unbounded, unbounded}},
		{"->w (up*)* ->>", check.Numbers{0, 0, 0, 0}},
		{"->w [x] ->> ([x])* ->>", check.Numbers{unbounded, unbounded, 1, 1}},
		{"->w ([x] ->>)* ->>", check.Numbers{1, 1, 1, 1}},
		{"->w ([x] + [x] [x] up + left) ->>", check.Numbers{2, 2, 2, 2}},
		{"->w [x] [x] . [x] ->>", check.Numbers{3, 3, 3, 2}},
		{"->w ([x] .)* ->>", check.Numbers{unbounded, unbounded, unbounded, 1}},
		{"->w [x] {? [e] [e]} ->>", check.Numbers{3, 1, 1, 1}},
		{"->w [x] {? [e] {! [e]} [e]} {? ([x])*} ->>", check.Numbers{unbounded, 1, 1, 1}},
		{"->w {} ->>", check.Numbers{0, 0, 0, 0}},
		{"->w [] ->>", check.Numbers{0, 0, none, none}},
	}
	for _, tt := range tests {
		g := enginetest.Parse(t, `#players = w(1), b(1)
#pieces = e, x
#variables = n(1)
#board = rectangle(up,down,left,right, [e,e] [e,e])
#rules = `+tt.rules)
		if got := check.Straightness(g); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.rules, got, tt.want)
		}
	}
}
