package gdlformat_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdltest"
	"ludex/source"
)

var syntaxes = []gdl.Syntax{gdl.Prefix, gdl.Infix}

// read parses a text that must have no errors, though it may be empty.
func read(t fatal, text string, s gdl.Syntax) *gdl.Program {
	t.Helper()
	return readWith(t, text, gdlparse.Options{Syntax: s})
}

func readWith(t fatal, text string, opt gdlparse.Options) *gdl.Program {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("test", []byte(text)), opt)
	for _, d := range list.Items {
		if d.Severity == source.Error && d.Code != gdlparse.EmptyFile {
			t.Fatalf("%v in\n%s", d, text)
		}
	}
	return p
}

// fatal is what *testing.T and *rapid.T have in common.
type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

func TestReadingWhatWasPrintedGivesTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.Program().Draw(t, "program")
		for _, s := range syntaxes {
			text := string(gdlformat.Program(p, s))
			if q := read(t, text, s); !p.Equal(q) {
				t.Fatalf("%s text\n%sreads as\n%s", s, text, gdlformat.Program(q, s))
			}
		}
	})
}

func TestTermsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := gdltest.Term().Draw(t, "term")
		for _, s := range syntaxes {
			p := gdl.Program{Clauses: []gdl.Clause{{Head: gdl.Fn("p", u)}}}
			q := read(t, string(gdlformat.Program(&p, s)), s)
			if !q.Equal(&p) {
				t.Fatalf("%s reads as something else", gdlformat.Term(&u, s))
			}
		}
	})
}

func TestPrintingIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gdltest.Program().Draw(t, "program")
		for _, s := range syntaxes {
			q := read(t, scatter(t, p, s), s)
			if !q.Equal(p) {
				t.Fatalf("comments and blanks change the %s program", s)
			}
			stable(t, q)
		}
	})
}

// token matches the words and marks of either syntax.
var token = map[gdl.Syntax]*regexp.Regexp{
	gdl.Prefix: regexp.MustCompile(`[()]|[^\s()]+`),
	gdl.Infix:  regexp.MustCompile(`'(''|[^'])*'|:-|[(),&|~]|[^\s(),&|~']+`),
}

// scatter prints a program with random comments, line breaks and blank lines
// wherever they are allowed.
func scatter(t *rapid.T, p *gdl.Program, s gdl.Syntax) string {
	gap := rapid.SampledFrom([]string{
		" ", " ", " ", "\t", "\n", "\n\n", "\r\n", " ; note\n", "\n;; note\n", "\n\n;%; \xff\n\n", ";\n", "; a\n; b\n\n",
	})
	var out strings.Builder
	blank := func() {
		g := gap.Draw(t, "gap")
		if s == gdl.Infix {
			g = strings.ReplaceAll(g, ";", "%")
		}
		out.WriteString(g)
	}
	blank()
	for _, word := range token[s].FindAllString(string(gdlformat.Program(p, s)), -1) {
		out.WriteString(word)
		blank()
	}
	return out.String()
}

// stable fails unless a program prints as the same text again after it was
// read back, and after a detour through the other syntax.
func stable(t fatal, p *gdl.Program) {
	t.Helper()
	for i, s := range syntaxes {
		opt := gdlparse.Options{Syntax: s, CaseSensitive: p.CaseSensitive}
		text := string(gdlformat.Program(p, s))
		again := readWith(t, text, opt)
		same(t, s.String()+" again", string(gdlformat.Program(again, s)), text)

		opt.Syntax = syntaxes[1-i]
		detour := readWith(t, string(gdlformat.Program(p, opt.Syntax)), opt)
		same(t, s.String()+" through "+opt.Syntax.String(), string(gdlformat.Program(detour, s)), text)
	}
}

// same fails with the first line in which two texts differ.
func same(t fatal, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s, line %d:\n%q, want\n%q", what, i+1, a[i], b[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", what, len(a), len(b))
}

func TestCorpusIsStable(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "corpus")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the corpus of public games is not here")
	}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".kif" {
			return err
		}
		t.Run(filepath.Base(path), func(t *testing.T) { corpusFile(t, path) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func corpusFile(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, sensitive := range []bool{false, true} {
		opt := gdlparse.Options{CaseSensitive: sensitive}
		p, _ := gdlparse.File(source.NewFile(path, text), opt)
		stable(t, p)
		for _, s := range syntaxes {
			opt.Syntax = s
			if !readWith(t, string(gdlformat.Program(p, s)), opt).Equal(p) {
				t.Errorf("%s prints as another program", s)
			}
		}
	}
}
