package prove_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"ludex/internal/prove"
)

// longCounter returns a game with a counter that random plays hardly ever see beyond its first
// numbers, and whose last number gives another goal.
func longCounter(steps int) string {
	var b strings.Builder
	b.WriteString(`(role a) (init (step 0)) (init (lamp 0))
(legal a go) (legal a stop)
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (next stopped) (does a stop))
(<= (next (lamp 1)) (true (lamp 0)))
(<= (next (lamp 0)) (true (lamp 1)))
(<= terminal (true stopped))
`)
	fmt.Fprintf(&b, "(<= terminal (true (step %d)))\n", steps)
	fmt.Fprintf(&b, "(<= (goal a 100) (true (step %d)))\n", steps)
	for i := range steps {
		fmt.Fprintf(&b, "(succ %d %d) (<= (goal a 0) (true (step %d)))\n", i, i+1, i)
	}
	return b.String()
}

// A counter shows that plays end, and how many steps they have, though no random play comes to
// its end; and that there is one goal at each end.
func TestUnseenNumbers(t *testing.T) {
	got, _ := ask(t, loadText(t, "counter.kif", longCounter(150)), "goals", "ends")
	for _, property := range []string{"goals", "ends"} {
		if a := got[property]; a.Verdict != prove.Proved {
			t.Errorf("%s is %s (%s)", property, a.Verdict, a.Method)
		}
	}
	if b := got["ends"].Bound; b == nil || b.Int64() != 150 {
		t.Errorf("a play has at most %v steps", b)
	}
}

// manyLamps is a game in which three players switch lamps in turn, so many of them that
// random plays do not come back to a state.
func manyLamps(lamps int) string {
	var b strings.Builder
	for p := range 3 {
		fmt.Fprintf(&b, "(role p%d) (follows p%d p%d)\n", p, p, (p+1)%3)
		for i := range lamps {
			fmt.Fprintf(&b, "(init (off p%d %d)) (lamp %d)\n", p, i, i)
		}
	}
	b.WriteString(`(init (control p0))
(<= (legal ?p (switch ?n)) (true (control ?p)) (lamp ?n))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (control ?q)) (true (control ?p)) (follows ?p ?q))
(<= (next (on ?p ?n)) (true (off ?p ?n)) (does ?p (switch ?n)))
(<= (next (off ?p ?n)) (true (on ?p ?n)) (does ?p (switch ?n)))
(<= (next (on ?p ?n)) (true (on ?p ?n)) (not (does ?p (switch ?n))))
(<= (next (off ?p ?n)) (true (off ?p ?n)) (not (does ?p (switch ?n))))
(<= terminal (true (on p0 0)) (true (on p1 0)) (true (on p2 0)))
(<= (goal ?p 100) (role ?p))
`)
	return b.String()
}

// Steps away from a state and back show that a play need not end.
func TestWaysBack(t *testing.T) {
	got, _ := ask(t, loadText(t, "lamps.kif", manyLamps(100)), "ends")
	a := got["ends"]
	if a.Verdict != prove.Refuted || a.Method != "steps away from a state and back" {
		t.Fatalf("ends is %s (%s)", a.Verdict, a.Method)
	}
	if len(a.Play.Moves)-a.Play.Loop != 6 {
		t.Errorf("the loop has %d steps", len(a.Play.Moves)-a.Play.Loop)
	}
}

// carousel is a game in which a cell is filled in each step and then all cells move on, so that
// only the number of the empty ones falls.
const carousel = `
(role a)
(init (cell 1 b)) (init (cell 2 b)) (init (cell 3 b)) (init (cell 4 b)) (init (cell 5 b)) (init (cell 6 b))
(after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 1)
(<= (legal a (fill ?c)) (true (cell ?c b)))
(<= (next (cell ?d x)) (true (cell ?c x)) (after ?c ?d))
(<= (next (cell ?d x)) (does a (fill ?c)) (after ?c ?d))
(<= (next (cell ?d b)) (true (cell ?c b)) (not (does a (fill ?c))) (after ?c ?d))
(<= open (true (cell ?c b)))
(<= terminal (not open))
(<= (goal a 100) terminal)
`

// The number of facts shows that plays end where no fact does by itself, and the checker accepts that
// and rejects it with other facts.
func TestSums(t *testing.T) {
	got, p := ask(t, loadText(t, "carousel.kif", carousel), "ends")
	if a := got["ends"]; a.Verdict != prove.Proved || a.Bound.Int64() != 6 {
		t.Fatalf("ends is %s (%s) within %v", a.Verdict, a.Method, a.Bound)
	}
	var file bytes.Buffer
	if err := p.File().Write(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := check(t, file.Bytes(), nil); err != nil {
		t.Error(err)
	}
	broken := change(t, file.Bytes(), "manifest.json", editManifest(t, func(part map[string]any) {
		tier := part["claims"].([]any)[0].(map[string]any)["ranking"].([]any)[0].([]any)
		group := tier[0].(map[string]any)
		group["sum"] = group["sum"].([]any)[1:]
	}))
	if _, err := check(t, broken, nil); err == nil {
		t.Error("the number of some of the facts is accepted")
	}
}
