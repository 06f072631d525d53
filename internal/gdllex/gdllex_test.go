package gdllex_test

import (
	"testing"

	"ludex/internal/gdllex"
)

func TestNumberOrWordEnd(t *testing.T) {
	for _, c := range []struct{ text, word string }{
		{"cell(1)", "cell"}, {"_x1 y", "_x1"}, {"été.", "été"}, {"(", ""}, {"", ""},
		{"12", "12"}, {"12.5)", "12.5"}, {"12.", "12"}, {"1.5a", "1.5"}, {"1a.5", "1a"}, {"1.2.3", "1.2"},
	} {
		if end := gdllex.NumberOrWordEnd(c.text, 0); c.text[:end] != c.word {
			t.Errorf("%q begins with the word %q, want %q", c.text, c.text[:end], c.word)
		}
	}
}

func TestQuoted(t *testing.T) {
	for _, c := range []struct {
		text, name string
		end        int
		closed     bool
	}{
		{"'a b' c", "a b", 5, true},
		{"'it''s'", "it's", 7, true},
		{"''", "", 2, true},
		{"''''", "'", 4, true},
		{"'open\nnext'", "", 5, false},
		{"'open''", "", 7, false},
	} {
		name, end, closed := gdllex.Quoted(c.text, 0)
		if name != c.name || end != c.end || closed != c.closed {
			t.Errorf("Quoted(%q) = %q, %d, %v", c.text, name, end, closed)
		}
	}
}

func TestWhyNoConstant(t *testing.T) {
	for _, name := range []string{"", "?x", "<=", "a b", "f(x)", "a;b", "a\x00", "\xff"} {
		if gdllex.WhyNoConstant(name) == "" {
			t.Errorf("%q is taken for a constant", name)
		}
	}
	for _, name := range []string{"a", "less-than", "Ä", "1.5", "<", "it's"} {
		if why := gdllex.WhyNoConstant(name); why != "" {
			t.Errorf("%q %s", name, why)
		}
	}
}
