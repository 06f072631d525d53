package rbgcheck_test

import (
	"testing"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgwellformed"
	"ludex/rbg/rbgcheck"
)

// TestAtMost bounds stars that take something away, lead off the board or count down, and none that do not.
func TestAtMost(t *testing.T) {
	const unbounded = rbgcheck.Unbounded
	tests := []struct {
		rules string
		main  int
	}{
		{"->w ([x])* ->>", unbounded},
		{"->w ({e} [x] up)* ->>", 2},                          // two rows: one step up
		{"->w ({e} [x] (up + left))* ->>", 3},                 // two steps, and a change before each and after the last
		{"->w ({e} [x] (up + down))* ->>", 4},                 // there are four empty cells
		{"->w ((up + down) {e} [x])* [y] ->>", 5},             // and one change after them
		{"->w ((up + down) {x} [e])* ->>", 0},                 // there is no x
		{"->w ((up + down) {e} [x] {x} [e])* ->>", unbounded}, // nothing is lost
		{"->w ((up + down) ({e} [x] + {x} [y]))* ->>", 8},     // each x can be taken again
		{"->w ((up + down) ({e} [x] + {x} [e]))* ->>", unbounded},
		{"->w ({$ n > 0} [$ n = n-1] [x] (up + down))* ->>", 6}, // n is at most 3
		{"->w ([$ n = n-2] (up + down))* ->>", 1},
		{"->w ([$ n = n-1] [$ n = 3])* ->>", unbounded},
		{"->w ([$ m = n-1])* ->>", unbounded},
		{"(->w up {e} [x] ->b (up + down) ({x} [e])* ->w)* ->>", 4}, // cells are not told apart
		{"->w [x] ->>", 1},
	}
	for _, tt := range tests {
		g := rbgenginetest.Parse(t, `#players = w(1), b(1)
#pieces = e, x, y
#variables = n(3), m(3)
#board = rectangle(up,down,left,right, [e,e] [e,e])
#rules = `+tt.rules)
		if got := rbgcheck.AtMost(g); got.Main != tt.main {
			t.Errorf("%s: %+v, want %d", tt.rules, got, tt.main)
		}
	}
}

// TestAtMostOfCorpus compares the bounds of the public games with what playouts show, and with what is written about them. One game
// in four is played, or with LUDEX_FULL=1 every one.
func TestAtMostOfCorpus(t *testing.T) {
	known := map[string]int{"arimaa": 54, "englishDraughts": 13, "internationalDraughts": 53, "reversi": 65}
	for i, want := range rbgenginetest.Straightnesses(t) {
		g := rbgenginetest.Read(t, want.Game)
		most, form := rbgcheck.AtMost(g), rbgcheck.Straightness(g)
		if n, ok := known[want.Game]; ok && most.Main != n {
			t.Errorf("%s: main %d, want %d", want.Game, most.Main, n)
		}
		if form.Main == rbgcheck.Unbounded && most.Main == rbgcheck.Unbounded {
			t.Errorf("%s: no bound", want.Game)
		}
		if form.Main != rbgcheck.Unbounded {
			if most != form {
				t.Errorf("%s: %+v, where the form gives %+v", want.Game, most, form)
			}
			continue
		}
		if i%4 != 0 && !rbgenginetest.Full() {
			continue
		}
		seen, _, err := rbgwellformed.Seen(t.Context(), g, 4, 1)
		if err != nil {
			t.Fatal(err)
		}
		if seen.Main > most.Main || seen.Move > most.Move || seen.Semimove > most.Semimove {
			t.Errorf("%s: playouts have %+v, at most %+v", want.Game, seen, most)
		}
	}
}
