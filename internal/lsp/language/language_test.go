package language_test

import (
	"testing"

	"ludex/internal/lsp/language"
)

func TestSnippet(t *testing.T) {
	tests := []struct {
		before    string
		arguments []string
		separator string
		after     string
		want      string
	}{
		{"p(", []string{"X", "Y"}, ",", ")", "p(${1:X},${2:Y})"},
		{"p", nil, ",", "", "p"},
		{`a$b\`, []string{"}"}, "", "$", `a\$b\\${1:\}}\$`},
	}
	for _, tt := range tests {
		if got := language.Snippet(tt.before, tt.arguments, tt.separator, tt.after); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestCode(t *testing.T) {
	for word, want := range map[string]string{"p": "`p`", "a`b": "`` a`b ``", "``": "``` `` ```"} {
		if got := language.Code(word); got != want {
			t.Errorf("%q is written %q, want %q", word, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	if got, want := language.Block("x", "a\n```\nb\n\n"), "````x\na\n```\nb\n````"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestProse makes sure that a comment cannot become a link, an image or HTML.
func TestProse(t *testing.T) {
	const comment = " <img src=x> [a](b) ![c](d) *e*\n# f | `g` & \\ "
	const want = "&lt;img src=x> \\[a](b) \\!\\[c](d) \\*e\\*  \n\\# f \\| \\`g\\` &amp; \\\\"
	if got := language.Prose(comment); got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}
