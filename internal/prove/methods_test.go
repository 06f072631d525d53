package prove_test

import (
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

// Plays that avoid their end come to ends that plays at random do not see.
func TestLateViolation(t *testing.T) {
	text := strings.Replace(longCounter(150), "(<= (goal a 0) (true (step 100)))", "", 1)
	got, _ := ask(t, loadText(t, "late.kif", text), "goals")
	a := got["goals"]
	if a.Verdict != prove.Refuted || a.Method != "random plays" {
		t.Fatalf("goals is %s (%s)", a.Verdict, a.Method)
	}
	if n := len(a.Play.Moves); n != 100 {
		t.Errorf("a play of %d steps", n)
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
	file := accepted(t, p)
	broken := change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
		tier := part["claims"].([]any)[0].(map[string]any)["ranking"].([]any)[0].([]any)
		group := tier[0].(map[string]any)
		group["sum"] = group["sum"].([]any)[1:]
	}))
	if _, err := check(t, broken, nil); err == nil {
		t.Error("the number of some of the facts is accepted")
	}
}

// accepted returns the file with what was proved, which the checker has to accept.
func accepted(t *testing.T, p *prove.Prover) []byte {
	t.Helper()
	file := written(t, p)
	if _, err := check(t, file, nil); err != nil {
		t.Error(err)
	}
	return file
}

// passing is a game in which two players take cells in turn, and one without a cell to take has to pass.
const passing = `
(role a) (role b)
(follows a b) (follows b a)
(init (control a))
(init (free 1)) (init (free 2)) (init (free 3)) (init (free 4)) (init (free 5)) (init (free 6))
(may a 1) (may a 2) (may a 3) (may a 4) (may b 3) (may b 4) (may b 5) (may b 6)
(<= (has ?p) (may ?p ?c) (true (free ?c)))
(<= (legal ?p (take ?c)) (true (control ?p)) (may ?p ?c) (true (free ?c)))
(<= (legal ?p noop) (true (control ?p)) (not (has ?p)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (control ?q)) (true (control ?p)) (follows ?p ?q))
(<= (taken ?c) (does ?p (take ?c)))
(<= (next (free ?c)) (true (free ?c)) (not (taken ?c)))
(<= terminal (not (has a)) (not (has b)))
(<= (goal ?p 50) (role ?p))
`

// Plays with passes end, since after a pass nobody may pass. The checker accepts that, and rejects it
// without one of the moves, or with the moves as a second value of the group.
func TestPasses(t *testing.T) {
	got, p := ask(t, loadText(t, "passing.kif", passing), "ends")
	if a := got["ends"]; a.Verdict != prove.Proved || a.Bound.Int64() != 12 {
		t.Fatalf("ends is %s (%s) within %v", a.Verdict, a.Method, a.Bound)
	}
	file := accepted(t, p)
	for name, spoil := range map[string]func(group map[string]any){
		"a single move":  func(group map[string]any) { group["all"] = group["all"].([]any)[1:] },
		"a second value": func(group map[string]any) { group["sum"] = group["all"] },
	} {
		broken := change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			ranking := part["claims"].([]any)[0].(map[string]any)["ranking"].([]any)
			spoil(ranking[len(ranking)-1].([]any)[0].(map[string]any))
		}))
		if _, err := check(t, broken, nil); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// takings is a game in which cards are taken or thrown away, and their numbers are points; there is a
// goal for no more points than all cards have.
func takings(cards int) string {
	var b strings.Builder
	most := cards * (cards + 1) / 2
	for i := 1; i <= cards; i++ {
		fmt.Fprintf(&b, "(init (card %d))\n", i)
		for n := range 2 * most {
			fmt.Fprintf(&b, "(plus %d %d %d)\n", n, i, n+i)
		}
	}
	b.WriteString(`(role a) (init (points 0))
(<= (legal a (take ?c)) (true (card ?c)))
(<= (legal a (drop ?c)) (true (card ?c)))
(<= (touched ?c) (does a (take ?c)))
(<= (touched ?c) (does a (drop ?c)))
(<= (next (card ?c)) (true (card ?c)) (not (touched ?c)))
(<= (next (points ?m)) (does a (take ?c)) (true (points ?n)) (plus ?n ?c ?m))
(<= (next (points ?n)) (does a (drop ?c)) (true (points ?n)))
(<= some (true (card ?c)))
(<= terminal (not some))
(<= (goal a ?n) (true (points ?n)) (possible ?n))
`)
	for n := range most + 1 {
		fmt.Fprintf(&b, "(possible %d)\n", n)
	}
	return b.String()
}

// A sum that never rises bounds a number, and files with such a proof are checked.
func TestBoundedBySum(t *testing.T) {
	got, p := ask(t, loadText(t, "takings.kif", takings(6)), "goals")
	if a := got["goals"]; a.Verdict != prove.Proved {
		t.Fatalf("goals is %s (%s)", a.Verdict, a.Method)
	}
	file := accepted(t, p)
	for name, edit := range map[string]func(map[string]any){
		"a smaller sum":          func(v map[string]any) { v["number"] = v["number"].(float64) - 1 },
		"a negative sum":         func(v map[string]any) { v["number"] = -1 },
		"a sum of too many":      func(v map[string]any) { v["number"] = 1e6 },
		"a summand too few":      func(v map[string]any) { v["any"] = v["any"].([]any)[1:] },
		"a summand about a move": func(v map[string]any) { v["any"].([]any)[0] = []any{2.0} },
		"summands of a clause":   func(v map[string]any) { v["kind"] = "clause" },
	} {
		sums := 0
		broken := change(t, file, "manifest.json", editManifest(t, func(part map[string]any) {
			for _, v := range part["invariants"].([]any) {
				if v := v.(map[string]any); v["kind"] == "at most" {
					edit(v)
					sums++
				}
			}
		}))
		if sums == 0 {
			t.Fatal("the proof has no sum")
		}
		if _, err := check(t, broken, nil); err == nil {
			t.Errorf("%s: the file is accepted", name)
		}
	}
}

// chances is a game of so many steps in which every third step may give a point.
func chances(steps int) string {
	var b strings.Builder
	b.WriteString(`(role a) (init (step 0)) (init (points 0)) (init (phase 0))
(follows 0 1) (follows 1 2) (follows 2 0)
(legal a 1) (legal a 2) (legal a 3) (legal a 4) (legal a 5)
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= (next (phase ?y)) (true (phase ?x)) (follows ?x ?y))
(<= point (does a 1) (true (phase 1)))
(<= (next (points ?y)) (true (points ?x)) point (succ ?x ?y))
(<= (next (points ?x)) (true (points ?x)) (not point))
`)
	fmt.Fprintf(&b, "(<= terminal (true (step %d)))\n", steps)
	for i := range steps {
		fmt.Fprintf(&b, "(succ %d %d)\n", i, i+1)
	}
	for i := range steps/3 + 1 {
		fmt.Fprintf(&b, "(<= (goal a %d) (true (points %d)))\n", i, i)
	}
	return b.String()
}

// A counter bounds a number that random plays hardly ever see so large.
func TestBoundedByCounter(t *testing.T) {
	got, _ := ask(t, loadText(t, "chances.kif", chances(45)), "goals")
	if a := got["goals"]; a.Verdict != prove.Proved {
		t.Errorf("goals is %s (%s)", a.Verdict, a.Method)
	}
}
