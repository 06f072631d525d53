package gdlengine

import (
	"fmt"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// tallies is a game in which cells get stones of two colours, and relations count them: each
// colour by itself, and both at once. If both is set, a cell may have stones of both colours,
// so that there are several counts of both at once.
func tallies(cells int, both bool) string {
	var b strings.Builder
	b.WriteString(`(role black) (role red) (init (step 0))
(<= (legal ?r (drop ?c)) (role ?r) (cell ?c))
(<= (next (stone ?c ?r)) (true (stone ?c ?r)))
(<= (next (step ?j)) (true (step ?i)) (succ ?i ?j))
(<= terminal (true (step 12)))
(<= (open ?c) (cell ?c) (not (true (stone ?c black))) (not (true (stone ?c red))))
(<= (one ?r 1 0) (true (stone 0 ?r)))
(<= (one ?r 0 0) (role ?r) (not (true (stone 0 ?r))))
(<= (one ?r ?n ?c) (succ ?b ?c) (true (stone ?c ?r)) (one ?r ?m ?b) (succ ?m ?n))
(<= (one ?r ?n ?c) (succ ?b ?c) (cell ?c) (not (true (stone ?c ?r))) (one ?r ?n ?b))
(<= (two 1 0 0) (true (stone 0 black)))
(<= (two 0 1 0) (true (stone 0 red)))
(<= (two 0 0 0) (open 0))
(<= (two ?k ?n ?c) (succ ?b ?c) (true (stone ?c black)) (two ?m ?n ?b) (succ ?m ?k))
(<= (two ?m ?k ?c) (succ ?b ?c) (true (stone ?c red)) (two ?m ?n ?b) (succ ?n ?k))
(<= (two ?m ?n ?c) (succ ?b ?c) (open ?c) (two ?m ?n ?b))
(<= (less ?i ?j) (succ ?i ?j))
(<= (less ?i ?k) (less ?i ?j) (succ ?j ?k))
`)
	last := cells - 1
	fmt.Fprintf(&b, "(<= (goal black 100) (two ?m ?n %d) (less ?n ?m))\n(<= (goal black 0) (two ?m ?n %d) (less ?m ?n))\n", last, last)
	fmt.Fprintf(&b, "(<= (goal black 50) (two ?m ?m %d))\n", last)
	fmt.Fprintf(&b, "(<= (goal red 70) (one red ?n %d) (less 5 ?n))\n(<= (goal red 30) (one red ?n %d) (less ?n 6))\n", last, last)
	if both {
		b.WriteString("(<= (next (stone ?c ?r)) (does ?r (drop ?c)))\n")
	} else {
		b.WriteString("(<= (next (stone ?c ?r)) (does ?r (drop ?c)) (open ?c) (not (met ?c)))\n(<= (met ?c) (does black (drop ?c)) (does red (drop ?c)))\n")
	}
	for i := range cells {
		fmt.Fprintf(&b, "(cell %d) (succ %d %d)\n", i, i, i+1)
	}
	return b.String()
}

// TestCounts has counts replaced by adders, and compares with the interpreter.
func TestCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, test := range []struct {
		name   string
		text   string
		counts int
	}{
		{"one colour per cell", tallies(40, false), 2},
		{"both colours", tallies(40, true), 2},
		{"small", tallies(6, true), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			prog, list := gdlparse.File(source.NewFile("tallies.kif", []byte(test.text)), gdlparse.Options{})
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			o, err := Open(t.Context(), prog, Options{Opening: game.Opening{Engine: Circuit}})
			if err != nil {
				t.Fatal(err)
			}
			if n := o.Circuit.Stats().Counts; n != test.counts {
				t.Errorf("%d counts by adders, not %d", n, test.counts)
			}
			ref, err := gdlref.New(prog)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (enginecompare.Comparison{Plies: 60}).Run(t.Context(), ref, o.Game); err != nil {
				t.Error(err)
			}
		})
	}
}
