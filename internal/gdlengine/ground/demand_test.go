package ground

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// counting is a game whose end depends on how many of ten lamps are on. The
// relation that counts carries the number so far along, and is computed for
// all numbers up to 60 unless one asks what is needed.
func counting() string {
	var b strings.Builder
	b.WriteString(`(role a) (init (on 3)) (init (on 7)) (link 10 end)
(<= (legal a (switch ?c)) (link ?c ?d))
(<= (next (on ?c)) (true (on ?c)) (does a (switch ?d)) (distinct ?c ?d))
(<= (next (on ?c)) (does a (switch ?c)) (not (true (on ?c))))
(<= terminal (count 5))
(<= (goal a 100) (count ?n) (succ ?m ?n) (not (true (on 1))))
(<= (goal a 0) (true (on 1)))
(<= (count ?n) (loop 1 0 ?n))
(<= (loop end ?n ?n) (number ?n))
(<= (loop ?c ?k ?n) (link ?c ?d) (true (on ?c)) (succ ?k ?j) (loop ?d ?j ?n))
(<= (loop ?c ?k ?n) (link ?c ?d) (number ?k) (not (true (on ?c))) (loop ?d ?k ?n))
(<= (number ?n) (succ ?n ?m))
`)
	for i := range 9 {
		fmt.Fprintf(&b, "(link %d %d)\n", i+1, i+2)
	}
	for i := range 60 {
		fmt.Fprintf(&b, "(succ %d %d)\n", i, i+1)
	}
	return b.String()
}

func TestExplosionsAreRestricted(t *testing.T) {
	old := patience
	t.Cleanup(func() { patience = old })
	p := read(t, "counting.kif", counting())
	plain := mustGround(t, p, Options{onePass: true})
	want := play(t, p, Options{})
	patience.tuples = 1000
	res := mustGround(t, p, Options{})
	pass := res.Stats.Passes[len(res.Stats.Passes)-1]
	if pass.Name != "demand" || !pass.Kept || pass.Instances > plain.Stats.Passes[0].Instances/2 {
		t.Errorf("the passes are %+v, without demand %+v", res.Stats.Passes, plain.Stats.Passes)
	}
	if !slices.Equal(play(t, p, Options{}), want) {
		t.Error("the game has changed")
	}
	if rules := printed(t, res, "demand"); !strings.Contains(rules, "($ask_loop ?c ?k)") {
		t.Errorf("the rules are\n%s", rules)
	}
}

// TestDemandThroughPropositions covers a relation that is read only by rules for atoms
// without arguments, which cannot be restricted themselves: what they leave unbound is
// not asked for.
func TestDemandThroughPropositions(t *testing.T) {
	p := read(t, "equal.kif", `(role a) (role b) (init (sum a 1)) (init (sum b 1)) (legal a go) (legal b go)
(<= (next (sum ?p ?n)) (true (sum ?p ?n)))
(<= (best ?p ?n) (true (sum ?p ?n)) (not (soft ?p)))
(<= (soft ?p) (true (sum ?p 2)))
(<= equal (best a ?n) (best b ?n) (not (true (sum a 3))))
(<= (goal a 0) (not equal)) (<= (goal a 50) equal)
(<= terminal (true (sum a 9)))`)
	want := play(t, p, Options{})
	if !slices.Contains(want, "goal 50") {
		t.Fatalf("the sums are not equal: %v", want)
	}
	if got := play(t, p, Options{restrictAll: true}); !slices.Equal(got, want) {
		t.Errorf("restricted to what is asked: %v, want %v", got, want)
	}
}
