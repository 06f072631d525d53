package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/rbg/check"
	"ludex/rbg/parse"
	"ludex/source"
)

// A mark in a comment of a test file says that a diagnostic is expected on its
// line, or, with FILE before it, about the file as a whole:
//
//	([x])*      // WARNING RBG071 "for ever"
//
// The quoted text is a regular expression that the message must match. A file
// has exactly the diagnostics that are marked.
var markPattern = regexp.MustCompile(`(FILE )?(ERROR|WARNING|NOTE|HINT) (RBG\d{3}) "([^"]*)"`)

// optionsPattern matches the first line of a file that is not checked with the
// default options. The words are strict and hints.
var optionsPattern = regexp.MustCompile(`\A// OPTIONS(.*)\n`)

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

// A markedFile is a file of testdata with what it expects.
type markedFile struct {
	*source.File
	options check.Options
	marks   []mark
}

// markedFiles reads all marked files of testdata.
func markedFiles(t *testing.T) []*markedFile {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "*.rbg"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	var list []*markedFile
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, newMarked(t, source.NewFile(name, text)))
	}
	return list
}

func newMarked(t *testing.T, file *source.File) *markedFile {
	t.Helper()
	f := &markedFile{File: file}
	if m := optionsPattern.FindStringSubmatch(f.Text()); m != nil {
		for _, word := range strings.Fields(m[1]) {
			switch word {
			case "strict":
				f.options.Strict = true
			case "hints":
				f.options.Hints = true
			default:
				t.Fatalf("%s: unknown option %q", f.Name(), word)
			}
		}
	}
	for i, line := range strings.Split(f.Text(), "\n") {
		for _, m := range markPattern.FindAllStringSubmatch(line, -1) {
			expected := mark{i + 1, strings.ToLower(m[2]), m[3], regexp.MustCompile(m[4])}
			if m[1] != "" {
				expected.line = 0
			}
			f.marks = append(f.marks, expected)
		}
	}
	return f
}

func TestMarkedFiles(t *testing.T) {
	for _, f := range markedFiles(t) {
		t.Run(filepath.Base(f.Name()), func(t *testing.T) {
			g, list := parse.File(f.File)
			if g == nil {
				t.Fatal(list.Err())
			}
			check.Run(g, f.options, list)
			expected := f.marks
			for _, d := range list.Items {
				i := slices.IndexFunc(expected, func(m mark) bool { return m.matches(d) })
				if i < 0 {
					t.Errorf("unexpected: %v", d)
					continue
				}
				expected = slices.Delete(slices.Clone(expected), i, i+1)
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
		for _, m := range f.marks {
			marked[m.code] = true
		}
	}
	for _, c := range check.All {
		for _, code := range c.Codes {
			if !marked[code.ID] {
				t.Errorf("no file of testdata expects %s (%s)", code.ID, code.Title)
			}
		}
	}
}

func TestCodesAreDocumented(t *testing.T) {
	id := regexp.MustCompile(`^RBG\d{3}$`)
	previous := ""
	for _, c := range check.Codes() {
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

func TestChecksAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range check.All {
		if c.Name == "" || seen[c.Name] || !strings.HasSuffix(c.Doc, ".") || len(c.Codes) == 0 || c.Run == nil {
			t.Errorf("check %q is not complete or not unique", c.Name)
		}
		seen[c.Name] = true
	}
}
