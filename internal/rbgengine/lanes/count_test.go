package lanes_test

import (
	"fmt"
	"testing"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
)

// sums is a game in which a comparison of numbers of pieces decides how a play goes on.
const sums = `
#players = x(100), y(100)
#pieces = e, a, b, c
#variables = t(9)
#board = rectangle(up, down, left, right, [e, a, e, e] [b, e, c, a])
#anywhere = (up* + down*) (left* + right*)
#turn(me; other) =
    ->me anywhere ({e} [a, b] + {a, b} [c] + {c} [e]) ->> [$ t = t + 1]
    ({$ %[1]s} [$ me = 100, other = t] + {$ %[2]s} [$ me = 10, other = 20])
    ({$ t < 9} + {$ t == 9} ->> {})
#rules = (turn(x; y) turn(y; x))*
`

// TestSums holds comparisons of sums against the reference.
func TestSums(t *testing.T) {
	for _, s := range [][2]string{
		{"a + b > c + 1", "a + b <= c + 1"},
		{"a - b - c < 1", "a - b - c >= 1"},
		{"a + a + t == b + c + 8", "a + a + t != b + c + 8"},
		{"a + b + c > 0", "a + b + c == 0"},
		{"a < 1", "a >= 1"},
		{"t - a > b - 3", "b - 3 >= t - a"},
	} {
		text := fmt.Sprintf(sums, s[0], s[1])
		want, err := rbgref.New(rbgenginetest.Parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (enginecompare.Comparison{Plies: 200, Seed: 3}).Run(t.Context(), want, parse(t, text)); err != nil {
			t.Errorf("%s: %v", s[0], err)
		}
	}
}
