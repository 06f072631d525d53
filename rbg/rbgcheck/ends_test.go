package rbgcheck_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// Ends finds numbers that only fall or only rise, one after the other, and says nothing where a play can go
// round or where it is not seen that it cannot.
func TestEnds(t *testing.T) {
	const head = `#players = one(100), two(100)
#pieces = e, x, y
#variables = n(20), quiet(5)
#board = rectangle(up,down,left,right,[e,e,x][e,e,e][y,e,e])
#any = (up* + down*)(left* + right*)
`
	for _, x := range []struct {
		name, rules string
		want        []string // nil if it is not shown
	}{
		{"no way round", "->one any {e} [x] ->two any {e} [y]", []string{}},
		{"cells are filled", "(->one any {e} [x] ->two any {e} [y])*", []string{"the number of e falls"}},
		{"a counter", "(->one any {x} [e] (up+down+left+right) {e} [x] [$ n = n + 1])*", []string{"n rises"}},
		{"a counter the other way", "[$ n = 20] (->one [$ n = n - 2])*", []string{"n falls"}},
		{"a counter that another variable changes", "(->one [$ n = n + quiet])*", nil},
		{"a counter only on one way", "(->one ([$ n = n + 1] + any {e} [x]))*", []string{"n rises", "the number of e falls"}},
		{"to and fro", "(->one any {x} [e] (up+down) {e} [x])*", nil},
		{"forward", "(->one any {x} [e] down {e,y} [x])*", []string{"e goes up"}},
		{"sideways, and then forward", "(->one any {x} [e] (down + down left + right down) {e} [x])*", []string{"e goes up"}},
		{"along two directions", "(->one any {x} [e] (down + left) {e} [x])*", []string{"e goes right", "e goes up"}},
		{"quiet moves are counted", `(->one any {x} [e] (up+down+left+right) ({e} [$ quiet = quiet + 1] + {y} [$ quiet = 0]) [x])*`,
			[]string{"the number of e rises", "quiet rises"}},
		{"what is put is not known", "(->one any [x] any [e])*", nil},
		{"only the keeper goes on", "->one any {e} [x] (->> any [e] any [x])*", []string{}},
		{"a pattern changes nothing", "(->one {? any {e} [x]})*", nil},
		{"a pawn that may move twice at first", "(->one any {x} [e] down {e} ([x] + down {e} [y]) ->two any {y} [e] up {e} [y])*",
			[]string{"x goes down"}},
	} {
		f := source.NewFile("test.rbg", []byte(head+"#rules = "+x.rules))
		g, list := rbgparse.File(f)
		if g == nil {
			t.Fatalf("%s: %v", x.name, list.Err())
		}
		potentials, ends := rbgcheck.Ends(t.Context(), g)
		var got []string
		for _, p := range potentials {
			got = append(got, p.Text(g))
		}
		if ends != (x.want != nil) || ends && !slices.Equal(got, x.want) {
			t.Errorf("%s: %v, %q, want %q", x.name, ends, strings.Join(got, ", "), x.want)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, ends := rbgcheck.Ends(ctx, g); ends && len(x.want) > 0 {
			t.Errorf("%s: shown without time", x.name)
		}
	}
}
