package prove_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"ludex/internal/prove"
)

// register is a game in which the bits of a shift register take all values but one in turn, so that what
// only its last values violate is neither proved nor seen.
func register() string {
	var b strings.Builder
	b.WriteString("(role a) (legal a go) (goal a 100) (init (bit 1)) (<= terminal (true broken)) (<= (next broken) (true broken))\n")
	for i := range 23 {
		fmt.Fprintf(&b, "(after %d %d) ", i+1, i+2)
	}
	b.WriteString(`(<= (next (bit ?y)) (true (bit ?x)) (after ?x ?y))
(odd 24 23 x) (odd 22 17 y)
(<= (differ ?n) (odd ?i ?k ?n) (true (bit ?i)) (not (true (bit ?k))))
(<= (differ ?n) (odd ?i ?k ?n) (true (bit ?k)) (not (true (bit ?i))))
(<= (next (bit 1)) (differ x) (not (differ y)))
(<= (next (bit 1)) (differ y) (not (differ x)))
`)
	return b.String()
}

// An open answer says what was tried and up to where nothing was found.
func TestTried(t *testing.T) {
	var all []string
	for i := range 24 {
		all = append(all, fmt.Sprintf("bit(%d)", i+1))
	}
	l := loadText(t, "register.kif", register())
	list, err := l.Questions(t.Context(), []string{"ends"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, formula(t, l, "never", strings.Join(all, " & ")))
	answers, err := prove.New(l, prove.Options{Time: time.Second, Seed: 1, Rounds: 5}).Decide(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"^(the time was over: )?no ranking was found with [0-9]+ invariants?, no loop in random plays, and none of up to 6 steps at [0-9]+ of their states$",
		"^(the time was over: )?not proved with [0-9]+ invariants?, and no random play and none of up to [1-9][0-9]* steps violates it$",
	} {
		if a := answers[i]; a.Verdict != prove.Open || !regexp.MustCompile(want).MatchString(a.Method) {
			t.Errorf("%s is %s (%s)", a.Property, a.Verdict, a.Method)
		}
	}
}

// lock is a game in which some moves in a row have to be right.
const lock = `
(role a) (init (at 0)) (key 1) (key 2) (key 3) (key 4) (key 5) (key 6) (key 7) (key 8)
(right 0 3) (right 1 7) (right 2 1) (right 3 5) (right 4 8) (right 5 2) (right 6 2) (right 7 6) (right 8 4) (right 9 1)
(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8) (after 8 9) (after 9 10)
(<= (legal a (press ?k)) (key ?k))
(<= going (does a (press ?k)) (true (at ?n)) (right ?n ?k))
(<= (next (at ?m)) (true (at ?n)) going (after ?n ?m))
(<= (next (at 0)) (not going))
(<= terminal (true (at 10)))
(<= (goal a 100) (true (at 10)))
(<= (goal a 0) (not (true (at 10))))
`

// A step that random plays do not come to is found by bounded model checking, as a state is.
func TestBoundedSteps(t *testing.T) {
	l := loadText(t, "lock.kif", lock)
	got, _ := decide(t, l, []prove.Question{formula(t, l, "never", "at(9) & does(a, press(1))"), formula(t, l, "never", "at(9)")})
	for name, steps := range map[string]int{"never at(9) & does(a,press(1))": 10, "never at(9)": 9} {
		a := got[name]
		if a.Verdict != prove.Refuted || a.Method != "bounded model checking" || len(a.Play.Moves) != steps {
			t.Errorf("%s: %s (%s) with %v", name, a.Verdict, a.Method, a.Play)
		}
	}
}

// Games that differ in few plays, under a correspondence that was found, may be the same under
// another, so that the answer is open; but the play is shown.
func TestDifferUnderGuess(t *testing.T) {
	mine := longCounter(40)
	other := strings.NewReplacer(" go", " walk", " stop)", " halt)", "(step ", "(at ").Replace(mine)
	other = strings.Replace(other, "(<= (goal a 0) (true (at 30)))", "(<= (goal a 1) (true (at 30)))", 1)
	both, err := prove.Compare(t.Context(), loadText(t, "mine.kif", mine), loadText(t, "other.kif", other), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if names := both.Names; names == nil || names.Moves["a"]["go"] != "walk" {
		t.Fatalf("the correspondence is %v", both.Names)
	}
	got, _ := decide(t, both, []prove.Question{prove.SameQuestion})
	a := got["same"]
	if a.Verdict != prove.Open || !a.Differ || a.Play == nil || len(a.Play.Moves) != 30 {
		t.Errorf("%s (%s) with %v", a.Verdict, a.Method, a.Play)
	}
}
