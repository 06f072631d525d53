package gdllanguage_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/lsp/language"
	"ludex/internal/lsp/language/gdllanguage"
	"ludex/internal/lsp/language/languagetest"
	"ludex/library"
	"ludex/source"
)

func open(name, text string) *gdllanguage.View {
	return gdllanguage.New(source.NewFile(name, []byte(text)), gdllanguage.Options{})
}

// TestRenamingIsConsistent renames every name of our games and compares the
// trees.
func TestRenamingIsConsistent(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-lesson", "montyhall", "chicken"} {
		g, ok := library.Lookup(name)
		if !ok {
			t.Fatalf("no game %s", name)
		}
		text := string(g.Rules())
		languagetest.RenameAll(t, text, func(s string) languagetest.View { return open(g.File, s) }, "newname", "Newname")
	}
}

// TestEveryNameIsKnown compares the outline with what the parser reads: in a
// correct text both find the same relations, functions, constants and variables.
func TestEveryNameIsKnown(t *testing.T) {
	for _, g := range library.GDLGames() {
		text := string(g.Rules())
		prog, list := gdlparse.File(source.NewFile(g.File, []byte(text)), gdlparse.Options{})
		if list.HasErrors() {
			t.Fatal(list.Err())
		}
		kinds := map[source.Span]language.Kind{}
		for _, tok := range open(g.File, text).Tokens() {
			kinds[tok.Span] = tok.Kind
		}
		for i := range prog.Clauses {
			c := &prog.Clauses[i]
			relations := map[*gdl.Term]bool{&c.Head: true}
			c.Atoms(func(a *gdl.Term, _ bool) { relations[a] = true })
			c.Walk(func(term *gdl.Term) {
				kind, known := kinds[term.NameSpan(prog.File)]
				if !known && term.Name == gdl.Distinct {
					return // a != b has no word for the relation
				}
				if !known || kind == language.Variable != (term.Kind == gdl.Variable) ||
					kind == language.Function != (term.Kind == gdl.Function && !relations[term]) {
					t.Errorf("%s: %s at %d is %d, known %v", g.Name, term.Name, term.Span.Start.Offset(), kind, known)
				}
			})
		}
	}
}

// TestUnfinishedTexts cuts a description off everywhere.
func TestUnfinishedTexts(t *testing.T) {
	for _, text := range []string{
		"(<= (p ?x) ; c\n (or (q ?x f) (not (r (s ?x) 1))))",
		"p(X) :- q(f(X,'a-b')) & ~r(X) | X != b. % c\ns(1.5)",
	} {
		for n := range len(text) + 1 {
			languagetest.AskEverything(t, open("a.kif", text[:n]), text[:n])
		}
	}
}

func FuzzView(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "testdata", "marks", "*"))
	for _, name := range files {
		if text, err := os.ReadFile(name); err == nil && !strings.HasSuffix(name, ".rbg") {
			f.Add(string(text))
		}
	}
	f.Add("p(X) :- a != b != c, (d | e( . f) g")
	f.Add("((<= not (and) ?) (<= ?x (")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		v := open("fuzz", text)
		v.Check(context.Background(), func(*source.List) {})
		languagetest.AskEverything(t, v, text)
	})
}
