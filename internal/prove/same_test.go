package prove_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ludex/internal/disguise"
	"ludex/internal/prove"
	"ludex/internal/prove/correspondence"
	"ludex/library"
	"ludex/rules"
)

// Two descriptions of a game are the same with other names of facts, and not with another
// rule; the play in which they differ is replayed.
func TestSame(t *testing.T) {
	entry, ok := library.Lookup("nim")
	if !ok {
		t.Fatal("there is no nim")
	}
	text := string(entry.Rules())
	for name, tt := range map[string]struct {
		text string
		want prove.Verdict
	}{
		"other facts":  {strings.ReplaceAll(text, "heap", "pile"), prove.Proved},
		"other goals":  {strings.Replace(text, "100", "90", 1), prove.Refuted},
		"another game": {strings.ReplaceAll(text, "start a 3", "start a 2"), prove.Refuted},
	} {
		if tt.text == text {
			t.Fatalf("%s: the text is not changed", name)
		}
		both, err := prove.Compare(t.Context(), load(t, "nim"), loadText(t, "other.kif", tt.text), nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := decide(t, both, []prove.Question{prove.SameQuestion})
		if a := got["same"]; a.Verdict != tt.want || (a.Play != nil) != (tt.want == prove.Refuted) {
			t.Errorf("%s: %s (%s), want %s", name, a.Verdict, a.Method, tt.want)
		}
	}
}

// Games in other words, and in another language, are the same under a correspondence that
// is found.
func TestSameInOtherWords(t *testing.T) {
	for name, other := range map[string]*prove.Loaded{"tictactoe": load(t, "tictactoe-rbg"), "nim": scrambled(t, "nim"), "breakthrough-5x5": scrambled(t, "breakthrough-5x5")} {
		both, err := prove.Compare(t.Context(), load(t, name), other, nil, 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, _ := decide(t, both, []prove.Question{prove.SameQuestion})
		if a := got["same"]; a.Verdict != prove.Proved || len(both.Names.Roles) != 2 {
			t.Errorf("%s: %s (%s)", name, a.Verdict, a.Method)
		}
	}
	if _, err := prove.Compare(t.Context(), load(t, "nim"), load(t, "tictactoe"), nil, 1); !errors.Is(err, correspondence.ErrNone) {
		t.Errorf("different games are compared: %v", err)
	}
}

// Where information is hidden, games are the same only if roles perceive the same in them.
func TestSameHidden(t *testing.T) {
	compared := func(name, text string) *prove.Loaded {
		r, err := rules.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		l, err := prove.LoadToCompare(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	entry, _ := library.Lookup("kuhnpoker")
	mine := string(entry.Rules())
	both := strings.Replace(mine, "(<= (sees alice (dealt ?c)) (does random (deal ?c ?d)))", "(<= (sees alice (dealt ?d)) (does random (deal ?c ?d)))", 1)
	if both == mine {
		t.Fatal("the text is not changed")
	}
	for text, want := range map[string]prove.Verdict{mine: prove.Proved, both: prove.Refuted} {
		pair, err := prove.Compare(t.Context(), compared("mine.kif", mine), compared("other.kif", text), nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		got, p := decide(t, pair, []prove.Question{prove.SameQuestion})
		if a := got["same"]; a.Verdict != want {
			t.Errorf("%s (%s), want %s", a.Verdict, a.Method, want)
		}
		if want == prove.Proved {
			accepted(t, p)
		}
	}
	var percepts *prove.PerceptsError
	for name, pair := range map[string][2]*prove.Loaded{
		"without percepts": {load(t, "kuhnpoker"), load(t, "kuhnpoker")},
		"one is open":      {compared("mine.kif", mine), load(t, "nim")},
	} {
		if _, err := prove.CompareAs(pair[0], pair[1], nil); !errors.As(err, &percepts) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := prove.FindSymmetries(t.Context(), load(t, "kuhnpoker"), time.Second, prove.Options{Time: time.Second}); !errors.As(err, &percepts) {
		t.Errorf("symmetries: %v", err)
	}
}

func scrambled(t *testing.T, name string) *prove.Loaded {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	r, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	d, err := disguise.Scramble(r, 7)
	if err != nil {
		t.Fatal(err)
	}
	return loadText(t, "scrambled.kif", d.Rules.Text())
}

// A correspondence that is given is taken as it is: a wrong one is refuted by a play, and one
// that names what does not exist is an error.
func TestGivenCorrespondence(t *testing.T) {
	a, b := load(t, "tictactoe"), load(t, "tictactoe-rbg")
	both, err := prove.Compare(t.Context(), a, b, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	names := both.Names
	moves := names.Moves["white"]
	moves["(mark 1 1)"], moves["(mark 2 2)"] = moves["(mark 2 2)"], moves["(mark 1 1)"]
	if both, err = prove.Compare(t.Context(), a, b, names, 1); err != nil {
		t.Fatal(err)
	}
	got, _ := decide(t, both, []prove.Question{prove.SameQuestion})
	if a := got["same"]; a.Verdict != prove.Refuted || a.Play == nil {
		t.Errorf("a wrong correspondence is %s (%s)", a.Verdict, a.Method)
	}
	moves["(mark 1 1)"] = "z9"
	if _, err := prove.Compare(t.Context(), a, b, names, 1); err == nil {
		t.Error("a move that does not exist corresponds to another")
	}
	moves["(mark 1 1)"] = moves["(mark 2 2)"]
	if _, err := prove.Compare(t.Context(), a, b, names, 1); err == nil {
		t.Error("two moves correspond to the same")
	}
	names.Roles["white"] = "black"
	if _, err := prove.Compare(t.Context(), a, b, names, 1); err == nil {
		t.Error("two roles correspond to the same")
	}
}

// Chance has no goals, whatever the language says, so a boardgame with dice is the same as its
// description in GDL.
func TestSameWithDice(t *testing.T) {
	board := loadText(t, "dice.rbg", `#players = red(100), random(1)
#pieces = e, one, two
#variables =
#board = rectangle(up, down, left, right, [e, e])
#rules = [$ red = 0] ->random {e} ([one] + [two]) ->red right {e} ([one] + [two]) ->>
  ({? left {one} right {one}} [$ red = 100] ->> {} + {? left {two} right {two}} [$ red = 100] ->> {} +
   {? left {one} right {two}} ->> {} + {? left {two} right {one}} ->> {})
`)
	other := loadText(t, "dice.kif", `(role red) (role random) (init start) (side one) (side two)
(<= (legal random (throw ?s)) (true start) (side ?s))
(<= (legal random noop) (not (true start)))
(<= (legal red noop) (true start))
(<= (legal red (call ?s)) (not (true start)) (side ?s))
(<= (next (die ?s)) (does random (throw ?s)))
(<= (next (die ?s)) (true (die ?s)))
(<= (next (called ?s)) (does red (call ?s)))
(<= terminal (true (called ?s)))
(<= win (true (die ?s)) (true (called ?s)))
(<= (goal red 100) win) (<= (goal red 0) (not win))`)
	names := &correspondence.Names{Roles: map[string]string{"red": "red", "random": "random"}, Moves: map[string]map[string]string{
		"red":    {"noop": "noop", "b1=one": "(call one)", "b1=two": "(call two)"},
		"random": {"noop": "noop", "a1=one": "(throw one)", "a1=two": "(throw two)"},
	}}
	both, err := prove.CompareAs(board, other, names)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := decide(t, both, []prove.Question{prove.SameQuestion})
	if a := got["same"]; a.Verdict != prove.Proved {
		t.Errorf("%s (%s)", a.Verdict, a.Method)
	}
	q := formula(t, board, "always", "goal(random,0)")
	if _, err := prove.New(board, prove.Options{Time: time.Second}).Decide(t.Context(), []prove.Question{q}); err == nil {
		t.Error("chance has a goal")
	}
	names.Moves["nobody"] = map[string]string{"noop": "noop"}
	if _, err := prove.CompareAs(board, other, names); err == nil {
		t.Error("moves of a role that does not correspond are accepted")
	}
}
