package gdlrewrite_test

import (
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/source"
)

func TestOversize(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"(q a)", ""},
		{strings.Repeat("(or (q a) (q b)) ", 13), ""},
		{strings.Repeat("(or (q a) (q b)) ", 14), "stands for 16384 rules without disjunctions"},
		{strings.Repeat("(or (q a) (q b) (q c)) ", 40), "stands for 1000000000 or more rules without disjunctions"},
		{strings.Repeat("(q a) ", gdlrewrite.MaxConditions), ""},
		{strings.Repeat("(q a) ", gdlrewrite.MaxConditions+1), "has 2001 conditions; the limit is 2000"},
	} {
		p, list := gdlparse.File(source.NewFile("test.kif", []byte("(<= p "+c.body+")")), gdlparse.Options{Syntax: gdl.Prefix})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if got := gdlrewrite.Oversize(&p.Clauses[0]); got != c.want {
			t.Errorf("%.40s…: %q, want %q", c.body, got, c.want)
		}
	}
}
