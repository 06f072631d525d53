package printable_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"ludex/internal/printable"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"(mark 1 2) ä 漢 😀":   "(mark 1 2) ä 漢 😀",
		"a\x1b[2Jb":          `a\x1b[2Jb`,
		"\r\a\b\x00\x7f":     `\x0d\x07\x08\x00\x7f`,
		"a\nb\tc":            `a\x0ab\x09c`,
		"\u009b31m":          `\u009b31m`,
		"\u202eevil\u2066":   `\u202eevil\u2066`,
		"\u2028\u200f\ufeff": `\u2028\u200f\ufeff`,
		"\U000e0041":         `\U000e0041`,
		"bad \xff\xc3 utf-8": `bad \xff\xc3 utf-8`,
		"\ufffd":             `\ufffd`,
		`back\slash`:         `back\slash`,
	} {
		if got := printable.Line(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := printable.Lines("a\n\tb\r\x1b"); got != "a\n\tb"+`\x0d\x1b` {
		t.Errorf("%q", got)
	}
}

func TestJSONWriter(t *testing.T) {
	for _, text := range []string{"", "plain ä", "\x1b\x7f\u009b\u202e\u2028\U000e0041\ufeff end", "\ufffd"} {
		var out bytes.Buffer
		e := json.NewEncoder(printable.JSONWriter(&out))
		e.SetEscapeHTML(false)
		if err := e.Encode([]string{text}); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(strings.TrimSuffix(out.String(), "\n"), func(c rune) bool { return !unicode.IsPrint(c) }); i >= 0 {
			t.Errorf("%q has %q", text, out.String()[i:])
		}
		var back []string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back[0] != text {
			t.Errorf("%q: %q, %v", text, back, err)
		}
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("a\x1b[31m\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range printable.Line(text) {
			if !unicode.IsPrint(c) {
				t.Errorf("%q leaves %q", text, c)
			}
		}
	})
}
