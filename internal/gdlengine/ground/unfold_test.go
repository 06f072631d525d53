package ground

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// alike is a game in which pieces are put on four places, and that ends when all four
// have the same property.
func alike() string {
	var b strings.Builder
	b.WriteString(`(role a)
(<= (legal a (put ?i ?p)) (place ?i) (piece ?p) (not (full ?i)))
(<= (legal a (lift ?i)) (full ?i))
(<= (full ?i) (true (on ?i ?p)))
(<= (next (on ?i ?p)) (does a (put ?i ?p)))
(<= (next (on ?i ?p)) (true (on ?i ?p)) (does a (put ?j ?q)) (distinct ?i ?j))
(<= (next (on ?i ?p)) (true (on ?i ?p)) (does a (lift ?j)) (distinct ?i ?j))
(<= terminal (true (on 1 ?p)) (true (on 2 ?q)) (true (on 3 ?r)) (true (on 4 ?s)) (same ?p ?q ?r ?s))
(<= (same ?p ?q ?r ?s) (property ?k ?v) (has ?p ?k ?v) (has ?q ?k ?v) (has ?r ?k ?v) (has ?s ?k ?v))
(goal a 50)
(init (on 1 0)) (place 1) (place 2) (place 3) (place 4)
`)
	for k := range 4 {
		fmt.Fprintf(&b, "(property k%d 0) (property k%d 1)\n", k, k)
	}
	for p := range 16 {
		fmt.Fprintf(&b, "(piece %d)\n", p)
		for k := range 4 {
			fmt.Fprintf(&b, "(has %d k%d %d)\n", p, k, p>>k&1)
		}
	}
	return b.String()
}

// TestUnfold has a relation over four pieces replaced by what it says about each.
func TestUnfold(t *testing.T) {
	p := read(t, "alike.kif", alike())
	plain, res := mustGround(t, p, Options{onePass: true}), mustGround(t, p, Options{})
	if res.Stats.Rules > plain.Stats.Rules/4 {
		t.Errorf("there are %d rules, %d without unfolding", res.Stats.Rules, plain.Stats.Rules)
	}
	if strings.Contains(printed(t, res, "split"), "(same ") {
		t.Error("the relation is still there")
	}
	if !slices.Equal(play(t, p, Options{}), play(t, p, Options{onePass: true})) {
		t.Error("the game has changed")
	}
}
