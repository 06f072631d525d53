package gdlcheck_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/sourcetest"
	"ludex/source"
)

// optionsPattern matches the first line of a file that is not checked with the
// default options. The words are strict, hints, case-sensitive, dialect=NAME;
// engine: checks may use an engine; and program: the file is not a whole game, and
// diagnostics about what a game needs are omitted.
var optionsPattern = regexp.MustCompile(`\A[;%] OPTIONS(.*)\n`)

// A markedFile is a file of testdata with what it expects.
type markedFile struct {
	*source.File
	parse   gdlparse.Options
	check   gdlcheck.Options
	program bool
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
		case "engine":
			ctx := context.Background()
			f.check.NegativeLoop, f.check.Start = gdlengine.NegativeLoop(ctx), gdlengine.Start(ctx)
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
	prog, list := gdlparse.File(f.File, f.parse)
	gdlcheck.Run(prog, f.check, list)
	if f.program {
		return prog, withoutGame(list.Items)
	}
	return prog, list.Items
}

// withoutGame leaves out what is wrong with a program only if it is read as a
// complete game.
func withoutGame(items []*source.Diagnostic) []*source.Diagnostic {
	game := map[string]bool{}
	for _, c := range gdlcheck.All {
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
			sourcetest.Compare(t, f.File, got)
		})
	}
}

// TestEveryCodeHasATestFile makes sure that no code is added without a file
// that shows it.
func TestEveryCodeHasATestFile(t *testing.T) {
	var files []*source.File
	for _, f := range markedFiles(t) {
		files = append(files, f.File)
	}
	sourcetest.AllMarked(t, gdlcheck.Codes(), files)
}

func TestCodesAreDocumented(t *testing.T) {
	sourcetest.Documented(t, regexp.MustCompile(`^GDL\d{3}$`), gdlcheck.Codes())
}

func TestChecksAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range gdlcheck.All {
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
		prog, list := gdlparse.File(f.File, f.parse)
		if list.HasErrors() {
			continue
		}
		t.Run(filepath.Base(f.Name()), func(t *testing.T) {
			_, items := f.run()
			other := *f
			other.parse.Syntax = gdl.Prefix + gdl.Infix - prog.Syntax
			other.parse.CaseSensitive = true
			other.File = source.NewFile(f.Name(), gdlformat.Program(prog, other.parse.Syntax))
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
		if d.Code != gdlparse.MixedCase {
			out = append(out, fmt.Sprintf("%s %s", d.Code.ID, d.Severity))
		}
	}
	slices.Sort(out)
	return out
}
