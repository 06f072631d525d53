package sexpr

import (
	"slices"
	"strings"
	"testing"
)

func TestItems(t *testing.T) {
	for text, want := range map[string][]string{
		"()":                      nil,
		" ( a ) ":                 {"a"},
		"(a (b c)d)":              {"a", "(b c)", "d"},
		"(a(b(c))(d))":            {"a", "(b(c))", "(d)"},
		"(a ; (comment\n b;c\n)":  {"a", "b"},
		"(play m1 (NIL NIL)) ; x": {"play", "m1", "(NIL NIL)"},
		"(\t(control white)\r\n)": {"(control white)"},
	} {
		got, err := Items(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a", "(", ")", "(a", "(a))", "(a) b", "(a) (b)", "; (a)", "a (b)", "((a)"} {
		if got, err := Items(text); err == nil {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// FuzzItems checks that the items of a list are its text again.
func FuzzItems(f *testing.F) {
	f.Add("(a (b c) d)")
	f.Add("(a(b)c ; x\n)")
	f.Fuzz(func(t *testing.T, text string) {
		items, err := Items(text)
		if err != nil {
			return
		}
		again, err := Items("( " + strings.Join(items, " ") + " )")
		if err == nil && !slices.Equal(items, again) && !strings.Contains(text, ";") {
			t.Errorf("%q: %q and then %q", text, items, again)
		}
	})
}
