package prove_test

import (
	"strings"
	"testing"

	"ludex/internal/prove"
	"ludex/library"
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
		both, err := prove.Compare(load(t, "nim"), loadText(t, "other.kif", tt.text))
		if err != nil {
			t.Fatal(err)
		}
		got, _ := decide(t, both, []prove.Question{prove.SameQuestion})
		if a := got["same"]; a.Verdict != tt.want || (a.Play != nil) != (tt.want == prove.Refuted) {
			t.Errorf("%s: %s (%s), want %s", name, a.Verdict, a.Method, tt.want)
		}
	}
	if _, err := prove.Compare(load(t, "nim"), load(t, "tictactoe")); err == nil {
		t.Error("games with other roles are compared")
	}
}
