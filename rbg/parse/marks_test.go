package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/rbg/parse"
	"ludex/source"
)

// A mark in a comment of a test file says that a diagnostic is expected on its
// line, or, with FILE before it, about the file as a whole:
//
//	#rules = upp      // ERROR RBG019 "upp is not declared"
//
// The quoted text is a regular expression that the message must match. A file
// has exactly the diagnostics that are marked. A line "// NEXT" separates
// descriptions that share a file.
var markPattern = regexp.MustCompile(`(FILE )?(ERROR|WARNING|NOTE|HINT) (RBG\d{3}) "((?:[^"\\]|\\.)*)"`)

type mark struct {
	line     int // 0 for the file as a whole
	severity string
	code     string
	message  *regexp.Regexp
}

func (m mark) String() string {
	return fmt.Sprintf("%s %s %q", strings.ToUpper(m.severity), m.code, m.message)
}

func (m mark) matches(d *source.Diagnostic) bool {
	return m.line == d.File.Line(d.Span.Start) && m.severity == d.Severity.String() &&
		m.code == d.Code.ID && m.message.MatchString(d.Message)
}

// marks finds the marks of a text.
func marks(text string) []mark {
	var out []mark
	for i, line := range strings.Split(text, "\n") {
		for _, m := range markPattern.FindAllStringSubmatch(line, -1) {
			expected := mark{i + 1, strings.ToLower(m[2]), m[3], regexp.MustCompile(m[4])}
			if m[1] != "" {
				expected.line = 0
			}
			out = append(out, expected)
		}
	}
	return out
}

func markedFiles(t testing.TB) []*source.File {
	t.Helper()
	names, err := filepath.Glob("testdata/*.rbg")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	var files []*source.File
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split(string(text), "\n// NEXT\n") {
			files = append(files, source.NewFile(fmt.Sprintf("%s#%d", filepath.Base(name), i+1), []byte(part)))
		}
	}
	return files
}

func TestMarkedFiles(t *testing.T) {
	for _, f := range markedFiles(t) {
		t.Run(f.Name(), func(t *testing.T) {
			g, list := parse.File(f)
			if (g == nil) != list.HasErrors() {
				t.Errorf("a game: %v, errors: %v", g != nil, list.HasErrors())
			}
			expected := marks(f.Text())
			for _, d := range list.Items {
				i := slices.IndexFunc(expected, func(m mark) bool { return m.matches(d) })
				if i < 0 {
					t.Errorf("unexpected: %v", d)
					continue
				}
				expected = slices.Delete(expected, i, i+1)
			}
			for _, m := range expected {
				t.Errorf("%s:%d: missing: %v", f.Name(), m.line, m)
			}
		})
	}
}

// TestEveryCodeHasATestFile makes sure that no code is added without a file
// that shows it.
func TestEveryCodeHasATestFile(t *testing.T) {
	marked := map[string]bool{}
	for _, f := range markedFiles(t) {
		for _, m := range marks(f.Text()) {
			marked[m.code] = true
		}
	}
	for _, c := range parse.Codes() {
		if !marked[c.ID] {
			t.Errorf("no file of testdata expects %s (%s)", c.ID, c.Title)
		}
		delete(marked, c.ID)
	}
	for id := range marked {
		t.Errorf("a file of testdata expects %s, which is no code", id)
	}
}

func TestCodesAreDocumented(t *testing.T) {
	id := regexp.MustCompile(`^RBG0[0-4]\d$`)
	previous := ""
	for _, c := range parse.Codes() {
		if !id.MatchString(c.ID) || c.ID <= previous {
			t.Errorf("%q is no code, or stands behind %s", c.ID, previous)
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
