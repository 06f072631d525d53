package rbgformat_test

import (
	"testing"

	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/source"
)

// FuzzSource prints whatever can be cut into directives: the tokens and
// comments stay, and printing again changes nothing.
func FuzzSource(f *testing.F) {
	for _, text := range []string{
		"#a(x;y) = x~y (up + {? left}*)^2 // c\n/* d */ #b = [e,,x] {;} ",
		"#players=a(1)#pieces=e#variables=#board=rectangle(u,d,l,r,[e,/*x*/e]// y\n[e,])#rules=u",
		"#board = hexagon(a,b,c,d,e,f,[e][e,e]//\n[e]) #board=a[e]{u:a,d:b}b[e]{}",
		"#x = ( // 1\n + // 2\n ; , // 3\n ) ] } - > / / * { ? ",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, list := rbgparse.Scan(source.NewFile("fuzz.rbg", text))
		if list.HasErrors() {
			return
		}
		out := rbgformat.Source(doc)
		printed, list := rbgparse.Scan(source.NewFile("fuzz.rbg", out))
		if list.HasErrors() {
			t.Fatalf("%v in\n%s", list.Err(), out)
		}
		if !sameTokens(doc, printed) {
			t.Fatalf("the tokens of\n%s\nare not those of\n%s", text, out)
		}
		if again := rbgformat.Source(printed); string(again) != string(out) {
			t.Fatalf("\n%q\nis printed as\n%q", out, again)
		}
	})
}
