// Package sourcetest helps to test code that reports diagnostics: descriptions with the
// expected diagnostics marked in comments, and codes that must be complete.
package sourcetest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/source"
)

// A Mark in a comment of a test file says that a diagnostic is expected on its
// line, or, with FILE before it, about the file as a whole:
//
//	r(X,Z) :- p(X,Y)      % ERROR GDL020 "the variable Z"
//	% FILE ERROR GDL080 "the game has no role clause"
//
// The quoted text is a regular expression that the message must match. A file
// has exactly the diagnostics that are marked.
type Mark struct {
	Line     int // 0 for the file as a whole
	Severity string
	Code     string
	Message  *regexp.Regexp
}

var markPattern = regexp.MustCompile(`(FILE )?(ERROR|WARNING|NOTE|HINT) ([A-Z]{3}\d{3}) "((?:[^"\\]|\\.)*)"`)

// Marks finds the marks of a text.
func Marks(text string) []Mark {
	var out []Mark
	for i, line := range strings.Split(text, "\n") {
		for _, m := range markPattern.FindAllStringSubmatch(line, -1) {
			expected := Mark{i + 1, strings.ToLower(m[2]), m[3], regexp.MustCompile(m[4])}
			if m[1] != "" {
				expected.Line = 0
			}
			out = append(out, expected)
		}
	}
	return out
}

// String returns the mark as it is written.
func (m Mark) String() string {
	return fmt.Sprintf("%s %s %q", strings.ToUpper(m.Severity), m.Code, m.Message)
}

func (m Mark) matches(d *source.Diagnostic) bool {
	return m.Line == d.File.Line(d.Span.Start) && m.Severity == d.Severity.String() &&
		m.Code == d.Code.ID && m.Message.MatchString(d.Message)
}

// Compare reports diagnostics of a file that are not marked, and marks without a
// diagnostic.
func Compare(t *testing.T, file *source.File, got []*source.Diagnostic) {
	t.Helper()
	expected := Marks(file.Text())
	for _, d := range got {
		i := slices.IndexFunc(expected, func(m Mark) bool { return m.matches(d) })
		if i < 0 {
			t.Errorf("unexpected: %v", d)
			continue
		}
		expected = slices.Delete(expected, i, i+1)
	}
	for _, m := range expected {
		t.Errorf("%s:%d: missing: %v", file.Name(), m.Line, m)
	}
}
