package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/gdl/check"
	"ludex/gdl/format"
	"ludex/gdl/parse"
	"ludex/source"
)

// A mark in a comment of a test file says that a diagnostic is expected on its
// line, or, with FILE before it, about the file as a whole:
//
//	r(X,Z) :- p(X,Y)      % ERROR GDL020 "the variable Z"
//	% FILE ERROR GDL080 "the game has no role clause"
//
// The quoted text is a regular expression that the message must match. A file
// has exactly the diagnostics that are marked.
var markPattern = regexp.MustCompile(`(FILE )?(ERROR|WARNING|NOTE|HINT) (GDL\d{3}) "([^"]*)"`)

// optionsPattern matches the first line of a file that is not checked with the
// default options. The words are strict, hints, case-sensitive, dialect=NAME,
// and program: the file is no whole game, and what is wrong with it as a game
// is left out.
var optionsPattern = regexp.MustCompile(`\A[;%] OPTIONS(.*)\n`)

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
	parse   parse.Options
	check   check.Options
	program bool
	marks   []mark
}

// markedFiles reads all marked files of testdata.
func markedFiles(t *testing.T) []*markedFile {
	t.Helper()
	var list []*markedFile
	for _, pattern := range []string{"*.kif", "*.gdl"} {
		names, err := filepath.Glob(filepath.Join("testdata", pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s in testdata: %v", pattern, err)
		}
		for _, name := range names {
			list = append(list, readMarked(t, name))
		}
	}
	return list
}

func readMarked(t *testing.T, name string) *markedFile {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f := &markedFile{File: source.NewFile(name, text)}
	if m := optionsPattern.FindStringSubmatch(f.Text()); m != nil {
		f.setOptions(t, strings.Fields(m[1]))
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

func (f *markedFile) setOptions(t *testing.T, words []string) {
	t.Helper()
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "strict":
			f.check.Strict = true
		case "hints":
			f.check.Hints = true
		case "case-sensitive":
			f.parse.CaseSensitive = true
		case "program":
			f.program = true
		case "dialect":
			var err error
			if f.parse.Dialect, err = gdl.ParseDialect(value); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("%s: unknown option %q", f.Name(), word)
		}
	}
}

// run checks the file and returns what is reported, in order.
func (f *markedFile) run() (*gdl.Program, []*source.Diagnostic) {
	prog, list := parse.File(f.File, f.parse)
	check.Run(prog, f.check, list)
	if f.program {
		return prog, withoutGame(list.Items)
	}
	return prog, list.Items
}

// withoutGame leaves out what is wrong with a program only if it is read as a
// complete game.
func withoutGame(items []*source.Diagnostic) []*source.Diagnostic {
	game := map[string]bool{}
	for _, c := range check.All {
		switch c.Name {
		case "definitions", "roles", "undefined", "reachability", "declarations":
			for _, code := range c.Codes {
				game[code.ID] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(items), func(d *source.Diagnostic) bool { return game[d.Code.ID] })
}

func TestMarkedFiles(t *testing.T) {
	for _, f := range markedFiles(t) {
		t.Run(filepath.Base(f.Name()), func(t *testing.T) {
			_, got := f.run()
			expected := f.marks
			for _, d := range got {
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
	for _, c := range check.Codes() {
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
	id := regexp.MustCompile(`^GDL\d{3}$`)
	seen := map[string]string{}
	previous := ""
	for _, c := range check.Codes() {
		if !id.MatchString(c.ID) {
			t.Errorf("%q is no code", c.ID)
		}
		if other, ok := seen[c.ID]; ok {
			t.Errorf("%s is both %q and %q", c.ID, c.Title, other)
		}
		seen[c.ID] = c.Title
		if c.Title == "" || strings.HasSuffix(c.Title, ".") {
			t.Errorf("%s has the title %q", c.ID, c.Title)
		}
		if len(c.Doc) <= len(c.Title) || c.Doc != strings.TrimSpace(c.Doc) {
			t.Errorf("%s has the explanation %q", c.ID, c.Doc)
		}
		if c.ID < previous {
			t.Errorf("%s comes after %s", c.ID, previous)
		}
		previous = c.ID
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

// TestSyntaxDoesNotMatter prints every test file that can be read in the other
// syntax: the same codes must come out.
func TestSyntaxDoesNotMatter(t *testing.T) {
	for _, f := range markedFiles(t) {
		prog, list := parse.File(f.File, f.parse)
		if list.HasErrors() {
			continue
		}
		t.Run(filepath.Base(f.Name()), func(t *testing.T) {
			_, items := f.run()
			other := *f
			other.parse.Syntax = gdl.Prefix + gdl.Infix - prog.Syntax
			other.parse.CaseSensitive = true
			other.File = source.NewFile(f.Name(), format.Program(prog, other.parse.Syntax))
			_, otherItems := other.run()
			if got, want := codes(otherItems), codes(items); !slices.Equal(got, want) {
				t.Errorf("as %s: %v, want %v\n%s", other.parse.Syntax, got, want, other.Text())
			}
		})
	}
}

// codes returns the sorted codes of diagnostics. Differences in spelling are
// left out: no other syntax can have them.
func codes(items []*source.Diagnostic) []string {
	var out []string
	for _, d := range items {
		if d.Code != parse.MixedCase {
			out = append(out, fmt.Sprintf("%s %s", d.Code.ID, d.Severity))
		}
	}
	slices.Sort(out)
	return out
}
