package sourcetest

import (
	"regexp"
	"strings"
	"testing"

	"ludex/source"
)

// AllMarked checks that each code is expected by some file.
func AllMarked(t *testing.T, codes []*source.Code, files []*source.File) {
	t.Helper()
	marked := map[string]bool{}
	for _, f := range files {
		for _, m := range Marks(f.Text()) {
			marked[m.Code] = true
		}
	}
	for _, c := range codes {
		if !marked[c.ID] {
			t.Errorf("no file of testdata expects %s (%s)", c.ID, c.Title)
		}
	}
}

// Documented checks that codes come in order, each once, with a title and an
// explanation that fits a terminal.
func Documented(t *testing.T, id *regexp.Regexp, codes []*source.Code) {
	t.Helper()
	previous := ""
	for _, c := range codes {
		if !id.MatchString(c.ID) || c.ID <= previous {
			t.Errorf("%q is no code, or no new one after %q", c.ID, previous)
		}
		previous = c.ID
		if c.Title == "" || strings.HasSuffix(c.Title, ".") {
			t.Errorf("%s has the title %q", c.ID, c.Title)
		}
		if len(c.Doc) <= len(c.Title) || c.Doc != strings.TrimSpace(c.Doc) {
			t.Errorf("%s has the explanation %q", c.ID, c.Doc)
		}
		for _, line := range strings.Split(c.Doc, "\n") {
			if len(line) > 85 {
				t.Errorf("%s: a line of the explanation has %d columns: %s", c.ID, len(line), line)
			}
		}
	}
}
