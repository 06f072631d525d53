package rbgparse_test

import (
	"testing"

	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// seeds adds texts to a fuzz target: some by hand, what the tests mark, and the
// shorter games of the corpus, if it is there.
func seeds(f *testing.F) {
	f.Add([]byte(declarations + "#m(a;b) = a~b {a} [b] #rules = (->white up* {? m(x;1)})^2 ->> [$ v = 1+v]"))
	f.Add([]byte("#players = a(1) #pieces = e #variables = #board = hexagon(a1,b,c,d,ee,f,[e][e,e][e]) #rules = b*"))
	f.Add([]byte("#players = a(1) #pieces = e #variables = #board = cuboid(a1,b,c,d,ee,f,[[e]][[e]]) #rules = {! b}."))
	for _, file := range markedFiles(f) {
		if len(file.Text()) < 3000 {
			f.Add([]byte(file.Text()))
		}
	}
	for _, file := range corpusFiles() {
		if len(file.Text()) < 1500 {
			f.Add([]byte(file.Text()))
		}
	}
}

// FuzzScan cuts any text into directives, whose tokens stand where they say.
func FuzzScan(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		file := source.NewFile("fuzz.rbg", text)
		doc, _ := rbgparse.Scan(file)
		last := source.Pos(0)
		for _, d := range doc.Directives {
			for _, tok := range d.Body {
				if file.Slice(tok.Span) != tok.Text || tok.Span.Start < last {
					t.Fatalf("token %q stands at %v", tok.Text, tok.Span)
				}
				last = tok.Span.End
			}
		}
		for _, c := range doc.Comments {
			if file.Slice(c.Span) != c.Text {
				t.Fatalf("comment %q stands at %v", c.Text, c.Span)
			}
		}
	})
}

// FuzzFile reads any text. A game that comes out keeps its promises, and is the
// same again when it is printed and read, in either form.
func FuzzFile(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		file := source.NewFile("fuzz.rbg", text)
		g, list := rbgparse.File(file)
		if (g == nil) != list.HasErrors() {
			t.Fatalf("a game: %v, and %v", g != nil, list.Err())
		}
		for _, d := range list.Items {
			if d.Span.IsValid() && d.Span.End.Offset() > len(text) {
				t.Fatalf("%v reaches behind the text", d)
			}
		}
		if g == nil {
			return
		}
		checkGame(t, g)
		doc, _ := rbgparse.Scan(file)
		reread(t, g, rbgformat.Source(doc), true)
		reread(t, g, rbgformat.LowLevel(g), everyLabelHasEdges(g.Board))
	})
}

// reread reads a printed game, which must be the same if that is asked for.
func reread(t *testing.T, g *rbg.Game, text []byte, same bool) {
	t.Helper()
	again, list := rbgparse.File(source.NewFile("printed.rbg", text))
	if again == nil {
		if len(text) < 1_000_000 { // low-level forms can get too long to be read
			t.Fatalf("%v in\n%s", list.Err(), text)
		}
		return
	}
	if err := rbg.SameGame(g, again); same && err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
}

func everyLabelHasEdges(b *rbg.Board) bool {
	for _, row := range b.Edges {
		some := false
		for _, to := range row {
			some = some || to != rbg.NoCell
		}
		if !some {
			return false
		}
	}
	return true
}
