package gdlrewrite_test

import (
	"fmt"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/source"
)

func TestPrefixConflicts(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string // A@offset B@offset
	}{
		{"none", "p(a,b) :- q(X) & q(x)", nil},
		{"repeated", "p(rowIndex)  p(rowIndex)", nil},
		{"constant", "p(aB) p(ab) p(aB) p(ab)", []string{"aB@2 ab@8"}},
		{"relation and function", "row(a) :- q(rOw(b))", []string{"row@0 rOw@12"}},
		{"three", "p(ab,aB,aBB,'AB',abb)", []string{"ab@2 aB@5", "ab@2 AB@12", "aBB@8 abb@17"}},
		{"reserved word used", "role(a) p('Role')", []string{"role@0 Role@10"}},
		{"reserved word second", "p('Random') p(random)", []string{"Random@2 random@14"}},
		{"reserved word not used", "p('Random') p('Not') p(nOt)", []string{"random@? Random@2", "Not@14 nOt@23"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := readWith(t, test.text, gdlparse.Options{Syntax: gdl.Infix})
			var got []string
			for _, c := range gdlrewrite.PrefixConflicts(p) {
				got = append(got, c.A+offset(c.AtA)+" "+c.B+offset(c.AtB))
			}
			if fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func offset(s source.Span) string {
	if !s.IsValid() {
		return "@?"
	}
	return fmt.Sprintf("@%d", s.Start.Offset())
}

func TestPrefixConflictsWithoutFile(t *testing.T) {
	p := program(gdl.Clause{Head: gdl.Fn("p", gdl.Const("a"), gdl.Const("A"))})
	if got := gdlrewrite.PrefixConflicts(p); len(got) != 1 || got[0].A != "a" || got[0].B != "A" {
		t.Errorf("got %v", got)
	}
}
