package gdlrewrite_test

import (
	"reflect"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
)

func TestToGDLII(t *testing.T) {
	for _, test := range []struct {
		text string
		want gdl.Dialect
	}{
		{"role(white)  legal(white,noop)  moves(a,b)", gdl.GDLII},
		{"role(white)  init(infinity,p)", gdl.RTGDLII},
	} {
		p := read(t, "% a game\n"+test.text)
		before := snapshot(p)
		q, err := gdlrewrite.ToGDLII(p)
		if err != nil {
			t.Fatalf("%s: %v", test.text, err)
		}
		if q.Dialect != test.want {
			t.Errorf("%s: got %s, want %s", test.text, q.Dialect, test.want)
		}
		want(t, q, test.text+" sees(R1,moves(R,M)) <= role(R1) & does(R,M)")
		if len(q.Comments) != 1 {
			t.Error("the comment is lost")
		}
		if _, err := gdlrewrite.ToGDLII(q); err == nil || !strings.Contains(err.Error(), test.want.Title()) {
			t.Errorf("%s twice: got %v", test.text, err)
		}
		overwrite(q)
		if !reflect.DeepEqual(p, before) {
			t.Errorf("%s: the argument changed", test.text)
		}
	}
}

func TestToGDLIIOfHiddenInformation(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"role(white)  sees(white,p) :- true(p)", "a clause for sees"},
		{"role(white)  role(random)", "a role random"},
	} {
		for _, dialect := range []gdl.Dialect{gdl.AnyDialect, gdl.GDL} {
			p := readWith(t, test.text, gdlparse.Options{Dialect: dialect})
			if dialect != gdl.AnyDialect {
				p.Dialect = dialect
			}
			_, err := gdlrewrite.ToGDLII(p)
			if dialect == gdl.AnyDialect && test.want == "a role random" {
				if err != nil { // it is read as if everybody saw everything
					t.Error(err)
				}
			} else if err == nil {
				t.Errorf("%s as %s: no error", test.text, dialect)
			} else if dialect == gdl.GDL && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s as %s: got %v, want %s", test.text, dialect, err, test.want)
			}
		}
	}
}
