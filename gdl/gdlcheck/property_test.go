package gdlcheck_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/internal/gdltest"
	"ludex/library"
	"ludex/source"
)

var everything = gdlcheck.Options{Strict: true, Hints: true}

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// reread prints a program and reads it again, so that its parts have places.
func reread(t tester, p *gdl.Program) (*gdl.Program, *source.List) {
	t.Helper()
	q, list := gdlparse.File(source.NewFile("printed", gdlformat.Program(p, gdl.Infix)), gdlparse.Options{Syntax: gdl.Infix})
	if err := list.Err(); err != nil {
		t.Fatalf("%v", err)
	}
	return q, list
}

func asJSON(t tester, list *source.List) string {
	t.Helper()
	data, err := json.Marshal(list.Items)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(data)
}

// TestCheckingIsDeterministic also shows that checks stand any program.
func TestCheckingIsDeterministic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		generated := gdltest.Program().Draw(t, "program")
		printed, _ := reread(t, generated)
		for _, p := range []*gdl.Program{generated, printed} {
			file := p.File
			if file == nil {
				file = source.NewFile("generated", nil)
			}
			var answers [2]string
			for i := range answers {
				list := &source.List{File: file}
				gdlcheck.Run(p, everything, list)
				answers[i] = asJSON(t, list)
			}
			if answers[0] != answers[1] {
				t.Fatalf("first\n%s\nthen\n%s", answers[0], answers[1])
			}
		}
	})
}

// sameCodes fails unless a program and its scrambled form have the same
// problems: no check may depend on what a word means to people.
func sameCodes(t tester, p *gdl.Program, seed uint64) {
	t.Helper()
	scrambled, _ := gdlrewrite.Scramble(p, seed)
	var answers [2][]string
	for i, p := range []*gdl.Program{p, scrambled} {
		q, list := reread(t, p)
		gdlcheck.Run(q, everything, list)
		answers[i] = codes(list.Items)
	}
	if !slices.Equal(answers[0], answers[1]) {
		t.Fatalf("%q, scrambled %q\n%s", answers[0], answers[1], gdlformat.Program(scrambled, gdl.Infix))
	}
}

func TestScramblingChangesNoVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sameCodes(t, gdltest.Program().Draw(t, "program"), rapid.Uint64().Draw(t, "seed"))
	})
}

func TestScramblingTheLibraryChangesNoVerdict(t *testing.T) {
	for _, g := range library.GDLGames() {
		t.Run(g.Name, func(t *testing.T) {
			p, _ := gdlparse.File(source.NewFile(g.File, g.Rules()), gdlparse.Options{})
			sameCodes(t, p, 7)
		})
	}
}

// TestMarkedFilesAreDeterministic uses the files of testdata, which have every
// kind of problem.
func TestMarkedFilesAreDeterministic(t *testing.T) {
	for _, f := range markedFiles(t) {
		_, first := f.run()
		_, second := f.run()
		if asJSON(t, &source.List{Items: first}) != asJSON(t, &source.List{Items: second}) {
			t.Errorf("%s: two runs differ", f.Name())
		}
	}
}
