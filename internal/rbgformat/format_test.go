package rbgformat_test

import (
	"strings"
	"testing"

	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/source"
)

// scan cuts a text that must have no problems into directives.
func scan(t testing.TB, text string) *rbgparse.Document {
	t.Helper()
	doc, list := rbgparse.Scan(source.NewFile("test.rbg", []byte(text)))
	if len(list.Items) > 0 {
		t.Fatalf("%v in\n%s", list.Items[0], text)
	}
	return doc
}

func TestSource(t *testing.T) {
	long := strings.Repeat("somewhere ", 5)
	tests := []struct{ name, text, want string }{
		{"blanks", "#a  =up\t left\n   right", "#a = up left right\n"},
		{"no body", "#variables=", "#variables =\n"},
		{"parameters", "#f ( a;b ;c ) = a", "#f(a; b; c) = a\n"},
		{"declarations", "#players=a(1),b( 2 ) #pieces=e,x", "#players = a(1), b(2)\n#pieces = e, x\n"},
		{"actions", "#r=->a{e,x}[x]->>[$v=v+1,w=2]{$v<=3*2/1-1}{?up}{!up}.", "#r = ->a {e, x} [x] ->> [$ v = v + 1, w = 2] {$ v <= 3 * 2 / 1 - 1} {? up} {! up} .\n"},
		{"suffixes", "#r = up * left ^ 2 (up+left) *(up)^3->>*", "#r = up* left^2 (up + left)* (up)^3 ->>*\n"},
		{"calls", "#f(x) = x #r = f (up) up (left) f(;a; ;b)", "#f(x) = x\n#r = f(up) up (left) f(; a;; b)\n"},
		{"pasting", "#f(x) = x ~ y {x~z,x ~1}", "#f(x) = x~y {x~z, x~1}\n"},
		{"marks that must not join", "#f(x) = { ? x - > / / * = = < = { }", "#f(x) = { ? x - > / / * = = < = {}\n"},
		{"blank lines", "#a = up\n\n\n\n#b = up\n#c = up\n", "#a = up\n\n#b = up\n#c = up\n"},
		{"comments", "// one  \n\n\n// two\n#a = up // three\n\n/* four */ #b = up /* five */ left\n// six",
			"// one\n\n// two\n#a = up // three\n\n/* four */\n#b = up /* five */ left\n// six\n"},
		{"comments in heads", "#a /* x */ ( /* y */ p ) = p", "/* x */\n/* y */\n#a(p) = p\n"},
		{"comment of several lines", "#a = up /* one\n  two */ left", "#a =\n    up\n    /* one\n  two */\n    left\n"},
		{"comment behind one of several lines", "#a = up /* one\n  two */ // three\n left", "#a =\n    up\n    /* one\n  two */\n    // three\n    left\n"},
		{"comments between alternatives", "#a = ( // all\nup // first\n// now\n+ // second\n left)",
			"#a = ( // all\n    up // first\n    // now\n  + // second\n    left\n)\n"},
		{"comment behind the sign", "#a = // what\n up", "#a = // what\n    up\n"},
		{"alternatives", "#a = " + long + "+ " + long + "+ up",
			"#a =\n    " + long[:len(long)-1] + "\n  + " + long[:len(long)-1] + "\n  + up\n"},
		{"a bracket", "#a = (" + long + "+ " + long + ")*",
			"#a = (\n    " + long[:len(long)-1] + "\n  + " + long[:len(long)-1] + "\n)*\n"},
		{"several brackets", "#a = up (" + long + "+ " + long + ") left",
			"#a =\n    up\n    (\n        " + long[:len(long)-1] + "\n      + " + long[:len(long)-1] + "\n    )\n    left\n"},
		{"arguments", "#f(x;y) = x y #a = f(" + long + ";" + long + ";" + long + ")",
			"#f(x; y) = x y\n#a = f(\n    " + long[:len(long)-1] + ";\n    " + long[:len(long)-1] + ";\n    " + long[:len(long)-1] + "\n)\n"},
		{"filled lines", "#a = " + long + long + long,
			"#a =\n    " + strings.Repeat("somewhere ", 8) + "somewhere\n    " + strings.Repeat("somewhere ", 5) + "somewhere\n"},
		{"single brackets", "#a = ( up #b = ) left #c = } ] {", "#a = (up\n#b = ) left\n#c = }] {\n"},
		{"rectangle", "#board = rectangle(up,down,left,right,[e,long,][longer,,e])",
			"#board = rectangle(up, down, left, right,\n    [e     , long,  ]\n    [longer,     , e])\n"},
		{"hexagon", "#board = hexagon(a,b,c,d,e,f,[x][x,x][x])",
			"#board = hexagon(a, b, c, d, e, f,\n      [x ]\n    [x , x ]\n      [x ])\n"},
		{"cuboid", "#board = cuboid(a,b,c,d,e,f,[[x,y][z,]][[x,x][x,x]])",
			"#board = cuboid(a, b, c, d, e, f,\n    [[x, y]\n     [z,  ]]\n    [[x, x]\n     [x, x]])\n"},
		{"rows by macros", "#r = [e,e] #board = rectangle(up,down,left,right,r r [e,e] r)",
			"#r = [e, e]\n#board = rectangle(up, down, left, right,\n    r r\n    [e, e]\n    r)\n"},
		{"comments in a board", "#board = rectangle(up,down,left,right, // labels\n[e] // first\n// then\n[e])",
			"#board = rectangle(up, down, left, right, // labels\n    [e] // first\n    // then\n    [e])\n"},
		{"comment at the end of a board", "#board = rectangle(up,down,left,right,[e] // last\n)",
			"#board = rectangle(up, down, left, right,\n    [e] // last\n)\n"},
		{"graph", "#board = a [e] {up:b,down:a} b[e]{up:a}",
			"#board =\n    a[e]{up: b, down: a}\n    b[e]{up: a}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := string(rbgformat.Source(scan(t, tt.text)))
			if got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if again := string(rbgformat.Source(scan(t, got))); again != got {
				t.Errorf("printed again it is\n%s\nnot\n%s", again, got)
			}
		})
	}
}

// TestHostileText prints texts that are made to take all time and memory there
// is.
func TestHostileText(t *testing.T) {
	var texts []string
	for _, unit := range []string{"(", ")", "(]", "{? (", "up ", "a(b + ", "[[", "// x\n(", "a~", ",;+", "[e,"} {
		texts = append(texts, strings.Repeat(unit, 100000)+"x")
	}
	for _, pair := range [][2]string{{"(", ")"}, {"[", "]"}, {"{? a + (", ") }"}, {"a( // x\n", ";)"}} {
		texts = append(texts, strings.Repeat(pair[0], 20000)+"x"+strings.Repeat(pair[1], 20000))
	}
	for _, body := range texts {
		text := "#board = " + body
		out := rbgformat.Source(scan(t, text))
		if len(out) > 30*len(text) {
			t.Errorf("%q… gives %d times the text", text[:20], len(out)/len(text))
		}
		if !sameTokens(scan(t, text), scan(t, string(out))) {
			t.Errorf("%q… gives other tokens", text[:20])
		}
	}
}

// sameTokens reports whether two documents have the same tokens and comments.
func sameTokens(a, b *rbgparse.Document) bool { return tokens(a) == tokens(b) }

// tokens returns the tokens of a document, one on each line, and its comments
// without white space behind them, wherever they stand.
func tokens(doc *rbgparse.Document) string {
	var b strings.Builder
	line := func(list ...rbgparse.Token) {
		for _, t := range list {
			b.WriteString(t.Text + "\n")
		}
	}
	for _, d := range doc.Directives {
		line(d.Hash, d.Name)
		line(d.Params...)
		line(d.Equals)
		line(d.Body...)
	}
	for _, c := range doc.Comments {
		for _, text := range strings.Split(c.Text, "\n") {
			b.WriteString(strings.TrimRight(text, " \t\r\f\v") + "\n")
		}
	}
	return b.String()
}
