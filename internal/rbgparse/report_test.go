package rbgparse_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/internal/rbgparse"
	"ludex/source"
)

// reports reads a text and returns how its problems are shown.
func reports(t *testing.T, text string) string {
	t.Helper()
	_, list := rbgparse.File(source.NewFile("g.rbg", []byte(text)))
	var out strings.Builder
	r := source.Renderer{W: &out}
	if err := r.Render(list); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestReportsLeadThroughMacros shows an error in a macro with the calls that
// lead to it, and once only.
func TestReportsLeadThroughMacros(t *testing.T) {
	got := reports(t, `#players = white(1)
#pieces = e, x
#variables =
#board = rectangle(up,down,left,right, [e])
#step(dir) = dir {e}
#walk(dir) = step(dir) step(dir)
#rules = ->white walk(upp) walk(up) {empty}
`)
	const want = `g.rbg:7:23: error: upp is not declared; expected an edge label [RBG019]
    7 | #rules = ->white walk(upp) walk(up) {empty}
      |                       ^~~
  g.rbg:6:14: note: in macro step called here
    6 | #walk(dir) = step(dir) step(dir)
      |              ^~~~~~~~~
  g.rbg:7:18: note: in macro walk called here
    7 | #rules = ->white walk(upp) walk(up) {empty}
      |                  ^~~~~~~~~
  = did you mean up?
  = fix: write up
g.rbg:7:38: error: empty is not declared; expected a piece [RBG019]
    7 | #rules = ->white walk(upp) walk(up) {empty}
      |                                      ^~~~~
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReportsOfPastedTokens points at the tokens that were pasted.
func TestReportsOfPastedTokens(t *testing.T) {
	got := reports(t, `#players = white(1)
#pieces = e, whiteKing
#variables =
#board = rectangle(up,down,left,right, [e])
#king(color) = up [color~Kin] // no such piece
#rules = king(white) king(black)
`)
	const want = `g.rbg:5:20: error: whiteKin is not declared; expected a piece [RBG019]
    5 | #king(color) = up [color~Kin] // no such piece
      |                    ^~~~~~~~~
  g.rbg:6:10: note: in macro king called here
    6 | #rules = king(white) king(black)
      |          ^~~~~~~~~~~
  = did you mean whiteKing?
g.rbg:5:20: error: blackKin is not declared; expected a piece [RBG019]
    5 | #king(color) = up [color~Kin] // no such piece
      |                    ^~~~~~~~~
  g.rbg:6:22: note: in macro king called here
    6 | #rules = king(white) king(black)
      |                      ^~~~~~~~~~~
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// problems reads a text for source.FixAll.
func problems(f *source.File) *source.List {
	_, list := rbgparse.File(f)
	return list
}

// TestFixes applies every suggested change to a text until there is none.
func TestFixes(t *testing.T) {
	f, _ := source.FixAll(source.NewFile("g.rbg", []byte(`#players = white(1)
#pieces = e x; y
#variables = count(3)
#board = rectangle(up,down left,right, [e x] [x; e])
#walk(dir, n) = dir
#rules = upp {$ count = 3} [$ count == 2] {e x; y} wolk(up, /* none */ e)
`)), problems)
	g := read(t, f.Text())
	if got, want := lowRules(g), "up {$ count == 3} [$ count = 2] {e, x, y} up"; got != want {
		t.Errorf("the mended rules are %s, want %s\n%s", got, want, f.Text())
	}
	if !strings.Contains(f.Text(), "walk(up; /* none */ e)") {
		t.Errorf("the mended text is\n%s", f.Text())
	}
}

// TestNoVariables checks that a missing section of variables is added.
func TestNoVariables(t *testing.T) {
	f, _ := source.FixAll(source.NewFile("g.rbg", []byte("// a\n#players = a(1)\n#pieces = e\n#board = rectangle(u,d,l,r,[e,e])\n#rules = ->a r [$ a = 1] ->>\n")), problems)
	if want := "// a\n#variables =\n#players = a(1)\n"; !strings.HasPrefix(f.Text(), want) {
		t.Errorf("the mended text is\n%s", f.Text())
	}
	read(t, f.Text())
}

// TestFixingMarkedFiles makes sure that fixes come to an end, and leave comments
// alone.
func TestFixingMarkedFiles(t *testing.T) {
	comments := func(f *source.File) (texts []string) {
		doc, _ := rbgparse.Scan(f)
		for _, c := range doc.Comments {
			texts = append(texts, f.Slice(c.Span))
		}
		return texts
	}
	for _, f := range markedFiles(t) {
		fixed, _ := source.FixAll(f, problems)
		for _, d := range problems(fixed).Items {
			if len(d.Fixes) == 1 {
				t.Errorf("%v can still be fixed", d)
			}
		}
		if !slices.Equal(comments(f), comments(fixed)) {
			t.Errorf("the comments of %s change", f.Name())
		}
	}
}

// TestOriginsOfExpressions gives every expression the place it was written at.
func TestOriginsOfExpressions(t *testing.T) {
	g := read(t, declarations+`#put(p) = {e} [p]
#rules = (up* + left) put(x) [$ v = v + 1] {? up}`)
	var got []string
	for _, e := range g.Rules.Kids {
		text := g.File.Slice(e.Span)
		if e.In != nil {
			text += " in " + g.File.Slice(e.In.Call)
		}
		got = append(got, text)
	}
	want := "up* + left | {e} in put(x) | [p] in put(x) | [$ v = v + 1] | {? up}"
	if text := strings.Join(got, " | "); text != want {
		t.Errorf("the expressions are\n%s, want\n%s", text, want)
	}
}
