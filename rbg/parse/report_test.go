package parse_test

import (
	"slices"
	"strings"
	"testing"

	"ludex/rbg/parse"
	"ludex/source"
)

// reports reads a text and returns how its problems are shown.
func reports(t *testing.T, text string) string {
	t.Helper()
	_, list := parse.File(source.NewFile("g.rbg", []byte(text)))
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

// TestFixes applies every suggested change to a text until there is none. Errors
// of the board hide some in the rules, so that it takes two rounds.
func TestFixes(t *testing.T) {
	text := `#players = white(1)
#pieces = e x
#variables = count(3)
#board = rectangle(up,down,left,right, [e x] [x, e])
#walk(dir) = dir
#rules = upp {$ count = 3} [$ count == 2] {e x} wolk(up)
`
	for range 2 {
		_, list := parse.File(source.NewFile("g.rbg", []byte(text)))
		var edits []source.Edit
		for _, d := range list.Items {
			for _, f := range d.Fixes {
				edits = append(edits, f.Edits...)
			}
		}
		slices.SortFunc(edits, func(a, b source.Edit) int { return int(b.Span.Start) - int(a.Span.Start) })
		for _, e := range edits {
			text = text[:e.Span.Start.Offset()] + e.New + text[e.Span.End.Offset():]
		}
	}
	g := read(t, text)
	if got, want := lowRules(g), "up {$ count == 3} [$ count = 2] {e, x} up"; got != want {
		t.Errorf("the mended rules are %s, want %s\n%s", got, want, text)
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
