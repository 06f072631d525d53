package ground

import (
	"fmt"
	"slices"
	"testing"
)

// TestDropArguments says which arguments are dropped, and that games stay the same.
func TestDropArguments(t *testing.T) {
	const frame = `(role a) (bit 0) (bit 1) (num 0) (num 1) (num 2) (init (s 0))
(<= (legal a (flip ?n)) (num ?n)) (<= (legal a (pass ?n)) (num ?n) (true (s ?n)))
(<= (next (s ?n)) (does a (flip ?n)) (not (true (s ?n))))
(<= (next (s ?n)) (true (s ?n)) (not (does a (flip ?n)))) (goal a 50)
`
	for _, test := range []struct {
		name, rules string
		left        int // arguments that p has afterwards
	}{
		{"only passed on", `(<= (p ?x ?y) (bit ?x) (bit ?y) (true (s 0)) (q ?x 1) (q 0 ?y))
(<= (q ?x ?y) (bit ?x) (bit ?y) (true (s 1))) (<= (legal a go) (p 0 1))`, 0},
		{"one of two matters", `(<= (p ?x ?n) (bit ?x) (num ?n) (true (s ?n))) (<= (legal a (go ?n)) (bit ?x) (num ?n) (p ?x ?n))`, 1},
		{"several rules", `(<= (p ?x) (bit ?x) (true (s 0))) (<= (p ?x) (bit ?x) (true (s 1))) (<= (legal a go) (p 0))`, 0},
		{"read in negations", `(<= (p ?x) (bit ?x) (not (q ?x))) (<= (q ?x) (bit ?x) (true (s 1))) (<= (legal a go) (not (p 1)))`, 0},
		{"asked outside of the set", `(<= (p ?x) (bit ?x) (true (s 0))) (<= (legal a go) (p 2))`, 1},
		{"asked with another set", `(<= (p ?x) (bit ?x) (true (s 0))) (<= (legal a (go ?n)) (num ?n) (p ?n))`, 1},
		{"asked for all", `(<= (p ?x) (bit ?x) (true (s 0))) (<= (legal a (go ?n)) (p ?n))`, 1},
		{"different sets", `(<= (p ?x) (bit ?x) (true (s 0))) (<= (p ?x) (num ?x) (true (s 1))) (<= (legal a go) (p 0))`, 1},
		{"compared", `(<= (p ?x) (bit ?x) (true (s 0)) (distinct ?x 1)) (<= (legal a go) (p 0))`, 1},
		{"twice in a head", `(<= (p ?x ?x) (bit ?x) (true (s 0))) (<= (legal a go) (p 0 1))`, 2},
		{"inside of a term", `(<= (p ?x) (bit ?x) (true (s 0)) (true (f ?x))) (<= (legal a go) (p 0))`, 1},
		{"a fact", `(<= (p ?x) (bit ?x) (true (s 0))) (p 1) (<= (legal a go) (p 0))`, 1},
		{"passed on to what matters", `(<= (p ?x) (bit ?x) (q ?x)) (<= (q ?x) (bit ?x) (true (s ?x))) (<= (legal a go) (p 0))`, 1},
		{"recursive", `(<= (p ?x ?n) (bit ?x) (num ?n) (true (s ?n))) (<= (p ?x 2) (bit ?x) (p 1 0)) (<= (legal a (go ?n)) (num ?n) (p 0 ?n))`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, "frame.kif", frame+test.rules)
			loaded := mustGround(t, p, Options{}).loaded
			heads := map[string]bool{}
			for _, r := range loaded.rules {
				if loaded.rels[r.head.rel].symbol.Name == "p" {
					heads[fmt.Sprint(len(r.head.args))] = true
				}
			}
			if len(heads) != 1 || !heads[fmt.Sprint(test.left)] {
				t.Errorf("p has %v arguments, not %d", heads, test.left)
			}
			if !slices.Equal(play(t, p, Options{}), play(t, p, Options{noSplit: true})) {
				t.Error("the game has changed")
			}
		})
	}
}
