package prove_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ludex/internal/prove"
	"ludex/internal/prove/claim"
	"ludex/rules"
	"ludex/source"
)

// ask decides properties of a game, by their names.
func ask(t testing.TB, l *prove.Loaded, words ...string) (map[string]prove.Answer, *prove.Prover) {
	t.Helper()
	list, err := l.Questions(t.Context(), words, 1)
	if err != nil {
		t.Fatal(err)
	}
	return decide(t, l, list)
}

func decide(t testing.TB, l *prove.Loaded, list []prove.Question) (map[string]prove.Answer, *prove.Prover) {
	t.Helper()
	p := prove.New(l, prove.Options{Time: 20 * time.Second, Seed: 1, Rounds: 60})
	answers, err := p.Decide(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]prove.Answer{}
	for _, a := range answers {
		found[a.Property] = a
	}
	return found, p
}

// Games of the library have the properties that are known.
func TestLibrary(t *testing.T) {
	for name, want := range map[string]map[string]prove.Verdict{
		"tictactoe": {"playable": prove.Proved, "goals": prove.Proved, "ends": prove.Proved, "winnable white": prove.Proved,
			"turns": prove.Proved, "constant-sum 100": prove.Proved, "monotone": prove.Refuted},
		"nim":              {"playable": prove.Proved, "goals": prove.Proved, "ends": prove.Proved, "winnable first": prove.Proved},
		"breakthrough-5x5": {"playable": prove.Proved, "goals": prove.Proved, "ends": prove.Proved},
		"leducpoker":       {"winnable alice": prove.Refuted},
		"montyhall":        {"playable": prove.Proved, "ends": prove.Proved},
		"memory":           {"ends": prove.Refuted},
		"hexapawn":         {"playable": prove.Proved, "goals": prove.Proved, "ends": prove.Proved, "winnable white": prove.Proved},
		"clobber":          {"goals": prove.Proved, "ends": prove.Proved, "constant-sum 100": prove.Proved, "turns": prove.Proved},
	} {
		t.Run(name, func(t *testing.T) {
			words := map[string]bool{}
			for property := range want {
				for _, w := range prove.Words {
					if len(property) >= len(w) && property[:len(w)] == w {
						words[w] = true
					}
				}
			}
			var list []string
			for _, w := range prove.Words {
				if words[w] {
					list = append(list, w)
				}
			}
			got, _ := ask(t, load(t, name), list...)
			for property, verdict := range want {
				if a := got[property]; a.Verdict != verdict {
					t.Errorf("%s is %s (%s), want %s", property, a.Verdict, a.Method, verdict)
				}
			}
		})
	}
}

// In a game with tens of thousands of gates, groups are proved one by one.
func TestManyGates(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	l := load(t, "draughts")
	list, err := l.Questions(t.Context(), []string{"goals"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := prove.New(l, prove.Options{Time: 20 * time.Second, Seed: 1}).Decide(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	if a := answers[0]; a.Verdict != prove.Proved {
		t.Errorf("goals is %s (%s)", a.Verdict, a.Method)
	}
}

// The bound of tic-tac-toe is its number of cells.
func TestBound(t *testing.T) {
	got, _ := ask(t, load(t, "tictactoe"), "ends")
	if b := got["ends"].Bound; b == nil || b.Int64() != 9 {
		t.Errorf("a play has at most %v steps", b)
	}
}

// faulty is a game in which a role gets stuck, a goal is missing and a light goes on and
// off for ever.
const faulty = `
(role a) (init (light off)) (init (left 2))
(<= (legal a wait) (true (left 2)))
(<= (legal a use) (true (left 2)))
(<= (next (light on)) (true (light off)))
(<= (next (light off)) (true (light on)))
(<= (next (left 2)) (true (left 2)) (does a wait))
(<= (next (left 1)) (true (left 2)) (does a use))
(<= (next (left 1)) (true (left 1)) (true (light on)))
(<= terminal (true (left 1)) (true (light off)))
(<= (goal a 50) (true (light on)))
`

// What is wrong with a game is refuted by plays.
func TestFaulty(t *testing.T) {
	got, _ := ask(t, loadText(t, "faulty.kif", faulty), prove.Usual...)
	for _, property := range []string{"goals", "ends", "playable"} {
		if a := got[property]; a.Verdict != prove.Refuted || a.Play == nil {
			t.Errorf("%s is %s (%s)", property, a.Verdict, a.Method)
		}
	}
	if a := got["ends"]; a.Play != nil && a.Play.Loop < 0 {
		t.Error("the play that does not end has no loop")
	}
	if a := got["winnable a"]; a.Verdict != prove.Refuted {
		t.Errorf("winnable is %s (%s)", a.Verdict, a.Method)
	}
}

// Formulas are decided, with plays that violate them.
func TestFormulas(t *testing.T) {
	l := load(t, "nim")
	var list []prove.Question
	for _, q := range [][2]string{
		{"never", "control(first) & control(second)"}, {"always", "(or (control first) (control second))"},
		{"always", "control(first)"}, {"eventually", "terminal"}, {"eventually", "(control second)"},
		{"never", "does(first,noop) & control(first)"},
	} {
		x, err := l.Formula(q[0], q[1])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	got, _ := decide(t, l, list)
	for i, want := range []prove.Verdict{prove.Proved, prove.Proved, prove.Refuted, prove.Proved, prove.Proved, prove.Proved} {
		if a := got[list[i].Name]; a.Verdict != want {
			t.Errorf("%s is %s (%s), want %s", list[i].Name, a.Verdict, a.Method, want)
		}
	}
}

// In a description that tells constants apart by their case, formulas do so too, and in any other they
// are read as its rules are. A text that begins with a parenthesis may have either syntax.
func TestFormulasAreReadAsRules(t *testing.T) {
	const text = `(role r) (init (s A)) (init (s b))
(<= (legal r go) (true (s b))) (<= (legal r Stop) (true (s b)))
(<= (next (s a)) (does r go)) (<= (next (s b)) (does r go)) (<= (next (s A)) (does r Stop))
(<= terminal (true (s a))) (goal r 100)`
	for _, tt := range []struct {
		sensitive     bool
		word, formula string
		want          prove.Verdict
		name          string
	}{
		{true, "never", "(and (s A) (s a))", prove.Proved, "never (and (s A) (s a))"},
		{true, "always", "(or (s A)\n (s a)) ; (not (s b))\n", prove.Proved, "always (or (s A) (s a))"},
		{true, "never", "(s(a) & s(b)) & (terminal | ~terminal)", prove.Refuted, "never s(a) & s(b) & (terminal | ~terminal)"},
		{true, "always", "(~s(a)) | s(b)", prove.Proved, "always ~s(a) | s(b)"},
		{false, "never", "(Legal R stop)", prove.Refuted, "never (legal r Stop)"},
		{false, "never", "s(a)", prove.Refuted, "never (s A)"},
	} {
		r := rules.Read(source.NewFile("case.kif", []byte(text)), rules.Options{CaseSensitive: tt.sensitive})
		l, err := prove.Load(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got, p := decide(t, l, []prove.Question{formula(t, l, tt.word, tt.formula)})
		if a := got[tt.name]; a.Verdict != tt.want {
			t.Errorf("%s: %v, want %s under the name %q", tt.formula, got, tt.want, tt.name)
		}
		accepted(t, p)
	}
}

// A goal that is wrong in the initial state is no monotone one, even if no step leads from there.
func TestMonotoneInitially(t *testing.T) {
	got, _ := ask(t, loadText(t, "over.kif", "(role a) (init x) (<= terminal (true x)) (<= (legal a go) (true x)) (<= (goal a 100) (not (true x)))"), "monotone")
	if a := got["monotone"]; a.Verdict != prove.Refuted || a.Play == nil || len(a.Play.Moves) > 0 {
		t.Errorf("%+v", a)
	}
}

// Formulas with mistakes are refused, with the place and what may be meant.
func TestBadFormulas(t *testing.T) {
	l := load(t, "nim")
	for text, want := range map[string]string{
		"":                              "    \n    ^",
		"((((":                          "    ((((\n      ^",
		"control(first) & ":             "    control(first) & \n                     ^",
		"(and (control first) terminal": "    (and (control first) terminal\n    ^",
		"(control(first) & control(X))": "control(X) has variables\n    (control(first) & control(X))\n                      ^~~~~~~~~~",
		"legal(a)":                      "legal takes 2 arguments\n    legal(a)\n    ^~~~~~~~",
		"terminal & next(x)":            "next is not a word for formulas\n    terminal & next(x)\n               ^~~~~~~",
		"terminal |\ncontrl(first)":     "did you mean control?\n    contrl(first)\n    ^~~~~~~~~~~~~",
		"control(frist)":                "no state can have the fact (control frist): did you mean (control first)?",
		"left":                          "facts begin with control, heap\n    left\n    ^~~~",
		"legal(frist,noop)":             "there is no role frist: the roles are first, second",
		"does(first,take(a,9))":         "first can never make the move (take a 9): did you mean (take a 1)?",
		"goal(first,7)":                 "first can never have the goal value 7",
	} {
		q, err := l.Formula("always", text)
		if err == nil {
			_, err = prove.New(l, prove.Options{Time: time.Second}).Decide(t.Context(), []prove.Question{q})
		}
		var mistake *claim.FormulaError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Where no play ends there is no sum to ask for, and other questions are answered.
func TestNoSum(t *testing.T) {
	l := loadText(t, "endless.kif", "(role a) (init x) (legal a go) (goal a 50) (<= (next x) (true x)) (<= terminal (true y)) (<= (next y) (true y))")
	got, p := ask(t, l, "constant-sum", "goals")
	if a := got["constant-sum"]; a.Verdict != prove.Open || !strings.Contains(a.Method, "no random play ends") {
		t.Errorf("constant-sum is %s (%s)", a.Verdict, a.Method)
	}
	if a := got["goals"]; a.Verdict != prove.Proved {
		t.Errorf("goals is %s (%s)", a.Verdict, a.Method)
	}
	accepted(t, p)
}

// A stop ends the work with the error of the context.
func TestStopped(t *testing.T) {
	l := load(t, "tictactoe")
	list, err := l.Questions(t.Context(), prove.Usual, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	p := prove.New(l, prove.Options{Time: time.Minute, Seed: 1})
	if answers, err := p.Decide(ctx, list); !errors.Is(err, context.Canceled) || len(answers) > 0 {
		t.Errorf("%v, %v", answers, err)
	}
}

// What was proved before a stop can be written to a file.
func TestStoppedLater(t *testing.T) {
	l := load(t, "tictactoe")
	list, err := l.Questions(t.Context(), []string{"goals", "turns"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	p := prove.New(l, prove.Options{Time: time.Minute, Seed: 1, Rounds: 60, Progress: func(what string) {
		if what == "turns" {
			stop()
		}
	}})
	if answers, err := p.Decide(ctx, list); !errors.Is(err, context.Canceled) || len(answers) != 1 {
		t.Errorf("%v, %v", answers, err)
	}
	if n := len(p.File().Parts); n != 1 {
		t.Errorf("the file has %d parts", n)
	}
	accepted(t, p)
}
