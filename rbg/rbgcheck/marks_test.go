package rbgcheck_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/internal/sourcetest"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// optionsPattern matches the first line of a file that is not checked with the
// default options. The words are strict and hints.
var optionsPattern = regexp.MustCompile(`\A// OPTIONS(.*)\n`)

// A markedFile is a file of testdata with what it expects.
type markedFile struct {
	*source.File
	options rbgcheck.Options
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
	return f
}

func TestMarkedFiles(t *testing.T) {
	for _, f := range markedFiles(t) {
		t.Run(filepath.Base(f.Name()), func(t *testing.T) {
			g, list := rbgparse.File(f.File)
			if g == nil {
				t.Fatal(list.Err())
			}
			rbgcheck.Run(g, f.options, list)
			sourcetest.Compare(t, f.File, list.Items)
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
	for _, c := range rbgcheck.All {
		sourcetest.AllMarked(t, c.Codes, files)
	}
}

func TestCodesAreDocumented(t *testing.T) {
	sourcetest.Documented(t, regexp.MustCompile(`^RBG\d{3}$`), rbgcheck.Codes())
}

func TestChecksAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range rbgcheck.All {
		if c.Name == "" || seen[c.Name] || !strings.HasSuffix(c.Doc, ".") || len(c.Codes) == 0 || c.Run == nil {
			t.Errorf("check %q is not complete or not unique", c.Name)
		}
		seen[c.Name] = true
	}
}
