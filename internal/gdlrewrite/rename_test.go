package gdlrewrite_test

import (
	"reflect"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlrewrite"
)

func TestRenameApart(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"none", "p(a)  q(b) :- p(b)", "p(a)  q(b) :- p(b)"},
		{"three", "p(X) :- q(X)  p(X) :- r(X)  p(X) :- s(X)", "p(X) :- q(X)  p(X_2) :- r(X_2)  p(X_3) :- s(X_3)"},
		{"within or and not", "p(X) :- q(X)  p(X) :- r(f(X)) & (s(X) | ~t(X))", "p(X) :- q(X)  p(X_2) :- r(f(X_2)) & (s(X_2) | ~t(X_2))"},
		{"taken later", "p(X)  q(X)  r(X_2)", "p(X)  q(X_3)  r(X_2)"},
		{"taken before", "r(X_2)  p(X)  q(X)", "r(X_2)  p(X)  q(X_3)"},
		{"numbered twice", "p(X_2)  q(X_2)", "p(X_2)  q(X_2_2)"},
		{"case", "p(Xy)  q(XY)  r(XY_2)", "p(Xy)  q(XY_3)  r(XY_2)"},
		{"case in one clause", "p(Xy,XY,Xy)", "p(Xy,XY_2,Xy)"},
		{"constants", "p(X,x)  q(X,x_2)", "p(X,x)  q(X_2,x_2)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.text)
			before := snapshot(p)
			q := gdlrewrite.RenameApart(p)
			want(t, q, test.want)
			overwrite(q)
			if !reflect.DeepEqual(p, before) {
				t.Error("the argument changed")
			}
		})
	}
}

// checkApart fails unless all variables of all clauses of q are different.
func checkApart(t failer, q *gdl.Program) {
	clauseOf, nameOf := map[string]int{}, map[string]string{}
	for i := range q.Clauses {
		q.Clauses[i].Walk(func(v *gdl.Term) {
			if v.Kind != gdl.Variable {
				return
			}
			key := strings.ToLower(v.Name)
			if j, ok := clauseOf[key]; ok && (j != i || nameOf[key] != v.Name) {
				t.Fatalf("clauses %d and %d share %s", j, i, v.Name)
			}
			clauseOf[key], nameOf[key] = i, v.Name
		})
	}
}

type failer interface{ Fatalf(string, ...any) }

func TestRenameApartManyClauses(t *testing.T) {
	q := gdlrewrite.RenameApart(read(t, strings.Repeat("p(X,X_2) :- q(X,X_2,Y)\n", 20_000)))
	checkApart(t, q)
}
