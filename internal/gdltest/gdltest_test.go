package gdltest

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
)

func TestProgramsHaveTheShapeOfParsedOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Program().Draw(t, "program")
		constants := map[string]string{}
		for i := range p.Clauses {
			checkClause(t, p.Dialect, &p.Clauses[i], constants)
		}
	})
}

func checkClause(t *rapid.T, d gdl.Dialect, c *gdl.Clause, constants map[string]string) {
	variables := map[string]string{}
	for i := range c.Body {
		checkFormula(t, &c.Body[i], gdl.OpAnd)
	}
	c.Walk(func(u *gdl.Term) {
		if u.Kind == gdl.Variable {
			checkUnique(t, variables, u.Name)
			return
		}
		checkUnique(t, constants, u.Name)
		checkName(t, u.Name)
		if n, ok := d.Arity(u.Name); ok && n != len(u.Args) {
			t.Fatalf("%s in %s", u.Symbol(), d)
		}
		if (u.Kind == gdl.Function) != (len(u.Args) > 0) {
			t.Fatalf("%v is neither a constant nor a function", u)
		}
	})
	if len(c.Body) == 0 && !c.Head.IsGround() {
		t.Fatalf("fact %v has variables", c.Head)
	}
}

func checkFormula(t *rapid.T, f *gdl.Formula, outer gdl.Op) {
	junction := f.Op == gdl.OpAnd || f.Op == gdl.OpOr
	if junction && (f.Op == outer || len(f.Args) < 2) {
		t.Fatalf("%v is not flat", f)
	}
	for i := range f.Args {
		checkFormula(t, &f.Args[i], f.Op)
	}
}

// checkUnique fails if another name differs from this one only in case.
func checkUnique(t *rapid.T, seen map[string]string, name string) {
	key := strings.ToLower(name)
	if other, ok := seen[key]; ok && other != name {
		t.Fatalf("%q and %q differ only in case", name, other)
	}
	seen[key] = name
}

func checkName(t *rapid.T, name string) {
	switch name {
	case "", gdl.NotWord, gdl.AndWord, gdl.OrWord, gdl.Arrow:
		t.Fatalf("%q is no name", name)
	}
	if strings.ContainsAny(name, " \t\r\n\f\v();\"") || name[0] == '?' {
		t.Fatalf("%q is no name in prefix", name)
	}
}

func TestTermsAreGround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if u := Term().Draw(t, "term"); !u.IsGround() {
			t.Fatalf("%v is not ground", u)
		}
	})
}
