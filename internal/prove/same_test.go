package prove_test

import (
	"errors"
	"strings"
	"testing"

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
