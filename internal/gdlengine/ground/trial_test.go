package ground

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// corners is a game in which a relation counts the stones on any four of many points,
// but is asked about two sets of four only.
func corners() string {
	var b strings.Builder
	b.WriteString(`(role a)
(<= (legal a (switch ?p)) (point ?p))
(<= (next (on ?p)) (true (on ?p)) (does a (switch ?q)) (distinct ?p ?q))
(<= (next (on ?p)) (does a (switch ?p)) (not (true (on ?p))))
(<= terminal (stones 0 1 2 3 all))
(<= (goal a 100) (stones 4 5 6 7 all)) (<= (goal a 50) (stones 4 5 6 7 some)) (<= (goal a 0) (stones 4 5 6 7 none))
(<= (stones ?p ?q ?r ?s all) (true (on ?p)) (true (on ?q)) (true (on ?r)) (true (on ?s)))
(<= (stones ?p ?q ?r ?s none) (off ?p) (off ?q) (off ?r) (off ?s))
(<= (stones ?p ?q ?r ?s some) (point ?p) (point ?q) (point ?r) (point ?s)
    (not (stones ?p ?q ?r ?s all)) (not (stones ?p ?q ?r ?s none)))
(<= (off ?p) (point ?p) (not (true (on ?p))))
(init (on 0)) (init (on 4))
`)
	for p := range 30 {
		fmt.Fprintf(&b, "(point %d)\n", p)
	}
	return b.String()
}

// TestTrials has an attempt with demand take the place of one that derives much more
// than is asked for, before that has come to its end.
func TestTrials(t *testing.T) {
	p := read(t, "corners.kif", corners())
	res := mustGround(t, p, Options{})
	first, last := res.Stats.Passes[0], res.Stats.Passes[len(res.Stats.Passes)-1]
	if first.Kept || last.Name != "demand" || !last.Kept || last.Instances > first.Instances/10 {
		t.Errorf("the passes are %+v", res.Stats.Passes)
	}
	if first.Instances > 30*30*30*30 {
		t.Errorf("the first attempt has gone on to its end: %+v", first)
	}
	// Without trials, patience decides.
	old := patience
	t.Cleanup(func() { patience = old })
	patience.tuples = 1000
	if !slices.Equal(play(t, p, Options{}), play(t, p, Options{restrictAll: true})) {
		t.Error("the game has changed")
	}
}

// TestUsedShare counts the instances that something which matters has used.
func TestUsedShare(t *testing.T) {
	const frame = `(role a) (legal a x) (init p) (<= (next ?f) (true ?f)) terminal (goal a 0)
(num 1) (num 2) (num 3) (num 4) (num 5) (num 6) (num 7) (num 8)
(<= (pair ?x ?y) (num ?x) (num ?y) (true p)) `
	for _, c := range []struct {
		rule      string
		low, high float64
	}{
		{"(<= (next q) (pair ?x ?y))", 0.9, 1},
		{"(<= (next q) (pair 1 2))", 0, 0.2},
	} {
		e := mustGround(t, read(t, "pairs.kif", frame+c.rule), Options{onePass: true, noSplit: true}).engine
		again := newEngine(e.program, meter{ctx: t.Context(), limits: Limits{}.withDefaults()})
		if err := again.run(); err != nil {
			t.Fatal(err)
		}
		if share := again.usedShare(); share < c.low || share > c.high {
			t.Errorf("%s: the share is %.2f", c.rule, share)
		}
	}
}
