package gdlcheck_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// checkText parses and checks a text.
func checkText(name, text string, opt gdlcheck.Options) *source.List {
	prog, list := gdlparse.File(source.NewFile(name, []byte(text)), gdlparse.Options{})
	gdlcheck.Run(prog, opt, list)
	return list
}

// lines returns "line severity code" of each diagnostic.
func lines(items []*source.Diagnostic) []string {
	var out []string
	for _, d := range items {
		out = append(out, strconv.Itoa(d.File.Line(d.Span.Start))+" "+d.Severity.String()+" "+d.Code.ID)
	}
	return out
}

// TestSlides checks the examples of the lesson that defines GDL, from its
// slides on programs, safety, dependency, recursion and negation.
func TestSlides(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"simple example", `
parent(art,bob)
parent(amy,bob)
parent(bob,cal)
parent(bob,coe)
grandparent(X,Z) :- parent(X,Y) & parent(Y,Z)`, nil},
		{"descriptions: parent", "p(X,Y) :- f(X,Y)\np(X,Y) :- m(X,Y)", nil},
		{"descriptions: grandparent", "g(X,Z) :- p(X,Y) & p(Y,Z)", nil},
		// The ancestor rule breaks the lesson's wording of stratified recursion,
		// but derives finitely many facts, and is allowed.
		{"descriptions: ancestor", "a(X,Z) :- p(X,Z)\na(X,Z) :- p(X,Y) & a(Y,Z)", nil},
		{"descriptions: remote ancestor", "ra(X,Y) :- a(X,Y) & ~p(X,Y)", nil},
		// The rule is safe, but as it stands r depends on its own negation.
		{"safe rule", "r(X,Z) :- p(X,Y) & q(Y,Z) & ~r(X,Y)", []string{"1 warning GDL030"}},
		{"unsafe head", "r(X,Z) :- p(X,Y) & q(Y,X)", []string{"1 error GDL020"}},
		{"unsafe negation", "r(X,Y) :- p(X,Y) & ~q(Y,Z)", []string{"1 error GDL021"}},
		// Only the shape of the graph matters on the slide: Z is not bound in the
		// last rule, and Y occurs in the recursion only.
		{"dependency graph", `r(X,Y) :- p(X,Y) & q(X,Y)
s(X,Y) :- r(X,Y)
s(X,Z) :- r(X,Y) & t(Y,Z)
t(X,Z) :- s(X,Y) & s(Y,X)`, []string{"4 error GDL020", "4 warning GDL040", "4 warning GDL040"}},
		{"stratified recursion", "r(X,Z) :- p(X,Y) & q(Z) & r(Y,Z)", nil},
		{"recursion that is not stratified", "r(X,Z) :- r(X,Y) & r(Y,Z)", []string{"1 warning GDL040", "1 warning GDL040"}},
		{"negation that is not stratified", "r(X,Z) :- p(X,Y,Z)\nr(X,Z) :- p(X,Y,Z) & ~r(Y,Z)", []string{"2 warning GDL030"}},
		// The slide has an unsafe rule, and a recursion that another slide refuses.
		{"stratified negation", `t(X,Y) :- q(X,Y) & ~r(X,Y)
r(X,Z) :- p(X,Y)
r(X,Z) :- r(X,Y) & r(Y,Z)`, []string{"2 error GDL020", "3 warning GDL040", "3 warning GDL040"}},
		{"open program", "r(X,Y) :- p(X,Y) & ~q(Y)", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list := checkText("slide.gdl", tt.text, gdlcheck.Options{})
			if got := lines(withoutGame(list.Items)); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestPrintedListings checks complete games as the documents print them, with
// line numbers stripped and dots filled in.
func TestPrintedListings(t *testing.T) {
	tests := []struct {
		file string
		want []string
	}{
		// The slips of the lesson: x and o are not roles, the digit 0 stands for
		// the letter o, and therefore no line of o's can ever appear.
		{"tictactoe.gdl", []string{
			"28 warning GDL087", "31 warning GDL087", "37 warning GDL090",
			"62 warning GDL089", "63 warning GDL089",
		}},
		{"chicken.gdl", []string{"0 note GDL081", "13 note GDL103"}},
		{"cardgame.gdl", []string{"0 note GDL081"}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			name := filepath.Join("testdata", "printed", tt.file)
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			list := checkText(name, string(text), gdlcheck.Options{})
			if got := lines(list.Items); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestSlipsOfTheLesson checks that the marked lines are the ones meant.
func TestSlipsOfTheLesson(t *testing.T) {
	name := filepath.Join("testdata", "printed", "tictactoe.gdl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	list := checkText(name, string(text), gdlcheck.Options{})
	var got []string
	for _, d := range list.Items[:3] {
		got = append(got, d.File.LineText(d.File.Line(d.Span.Start)))
	}
	want := []string{"legal(x,noop) :-", "legal(o,noop) :-", "next(cell(M,N,0)) :-"}
	if !slices.Equal(got, want) {
		t.Errorf("the lines are %q, want %q", got, want)
	}
}
