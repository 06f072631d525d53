package rewrite_test

import (
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/gdl/parse"
	"ludex/gdl/rewrite"
	"ludex/source"
)

func TestOversize(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"(q a)", ""},
		{strings.Repeat("(or (q a) (q b)) ", 13), ""},
		{strings.Repeat("(or (q a) (q b)) ", 14), "stands for 16384 rules without disjunctions"},
		{strings.Repeat("(or (q a) (q b) (q c)) ", 40), "stands for 1000000000 or more rules without disjunctions"},
		{strings.Repeat("(q a) ", rewrite.MaxConditions), ""},
		{strings.Repeat("(q a) ", rewrite.MaxConditions+1), "has 2001 conditions; the limit is 2000"},
	} {
		p, list := parse.File(source.NewFile("test.kif", []byte("(<= p "+c.body+")")), parse.Options{Syntax: gdl.Prefix})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if got := rewrite.Oversize(&p.Clauses[0]); got != c.want {
			t.Errorf("%.40s…: %q, want %q", c.body, got, c.want)
		}
	}
}
