package gdl_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/source"
)

func TestParseLifetime(t *testing.T) {
	tests := []struct {
		text string
		want gdl.Lifetime
		err  error
	}{
		{"infinity", gdl.Forever, nil},
		{"1", 1_000_000_000, nil},
		{"1.0", 1_000_000_000, nil},
		{"01", 1_000_000_000, nil},
		{"0.5", 500_000_000, nil},
		{"2.25", 2_250_000_000, nil},
		{"0.000000001", 1, nil},
		{"0.0000000010", 1, nil},
		{"123456789.987654321", 123_456_789_987_654_321, nil},
		{"1000000000", 1_000_000_000_000_000_000, nil},
		{"1000000000.000", 1_000_000_000_000_000_000, nil},
		{"0", 0, gdl.ErrLifetimeZero},
		{"0.0", 0, gdl.ErrLifetimeZero},
		{"0.0000000000", 0, gdl.ErrLifetimeZero},
		{"-1", 0, gdl.ErrLifetimeZero},
		{"-0.5", 0, gdl.ErrLifetimeZero},
		{"0.0000000001", 0, gdl.ErrLifetimeSmall},
		{"1.0123456789", 0, gdl.ErrLifetimeSmall},
		{"1000000000.1", 0, gdl.ErrLifetimeLong},
		{"1000000001", 0, gdl.ErrLifetimeLong},
		{"99999999999999999999999", 0, gdl.ErrLifetimeLong},
		{"", 0, gdl.ErrNotLifetime},
		{"-", 0, gdl.ErrNotLifetime},
		{".5", 0, gdl.ErrNotLifetime},
		{"1.", 0, gdl.ErrNotLifetime},
		{"1.5.2", 0, gdl.ErrNotLifetime},
		{"1e3", 0, gdl.ErrNotLifetime},
		{"+1", 0, gdl.ErrNotLifetime},
		{"--1", 0, gdl.ErrNotLifetime},
		{"1.-5", 0, gdl.ErrNotLifetime},
		{"soon", 0, gdl.ErrNotLifetime},
		{"1/3", 0, gdl.ErrNotLifetime},
		{"Infinity", 0, gdl.ErrNotLifetime},
		{"١", 0, gdl.ErrNotLifetime},
	}
	for _, tt := range tests {
		got, err := gdl.ParseLifetime(tt.text)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("ParseLifetime(%q) = %d, %v; want %d, %v", tt.text, got, err, tt.want, tt.err)
		}
	}
}

// TestNameSpan finds the names of atoms and terms in the text.
func TestNameSpan(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(cell 1 2)", "cell"},
		{"( cell 1 2)", "cell"},
		{"(\n ; a comment (with parentheses)\n\tcell 1)", "cell"},
		{"(less-than(f a))", "less-than"},
		{"(p;c\na)", "p"},
		{"(terminal)", "(terminal)"}, // a constant, as it is written
		{"cell(1,2)", "cell"},
		{"cell (1,2)", "cell"},
		{"cell\n(1)", "cell"},
		{"cell% note\n(1)", "cell"},
		{"cell// note\n(1)", "cell"},
		{"cell$(1)$", "cell"},
		{"'less-than'(1)", "'less-than'"},
		{"'don''t'(1)", "'don''t'"},
		{"''''(1)", "''''"},
		{"terminal.", "terminal"},
	}
	for _, tt := range tests {
		syntax := gdl.Infix
		if tt.text[0] == '(' {
			syntax = gdl.Prefix
		}
		p, list := gdlparse.File(source.NewFile("f", []byte(tt.text)), gdlparse.Options{Syntax: syntax})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if got := p.File.Slice(p.Clauses[0].Head.NameSpan(p.File)); got != tt.want {
			t.Errorf("the name in %q is %q, want %q", tt.text, got, tt.want)
		}
	}
	generated := gdl.Fn("p", gdl.Const("a"))
	if s := generated.NameSpan(source.NewFile("f", nil)); s.IsValid() {
		t.Errorf("a generated term has a place: %v", s)
	}
}

func TestDialects(t *testing.T) {
	tests := []struct {
		dialect         gdl.Dialect
		name, title     string
		timed, percepts bool
		keywords        string // with their arities
	}{
		{gdl.GDL, "gdl", "GDL", false, false,
			"role/1 base/1 input/2 init/1 true/1 next/1 legal/2 does/2 goal/2 terminal/0 distinct/2"},
		{gdl.GDLII, "gdl-ii", "GDL-II", false, true,
			"role/1 base/1 input/2 init/1 true/1 next/1 legal/2 does/2 goal/2 terminal/0 distinct/2 sees/2"},
		{gdl.RTGDL, "rtgdl", "rtGDL", true, false,
			"role/1 base/1 input/2 init/2 true/2 next/2 legal/2 does/2 goal/2 terminal/0 distinct/2 expired/1"},
		{gdl.RTGDLII, "rtgdl-ii", "rtGDL-II", true, true,
			"role/1 base/1 input/2 init/2 true/2 next/2 legal/2 does/2 goal/2 terminal/0 distinct/2 sees/2 expired/1"},
	}
	for _, tt := range tests {
		d := tt.dialect
		if d.String() != tt.name || d.Title() != tt.title || d.Timed() != tt.timed || d.Percepts() != tt.percepts {
			t.Errorf("%v: title %q, timed %v, percepts %v", d, d.Title(), d.Timed(), d.Percepts())
		}
		if got, err := gdl.ParseDialect(tt.name); got != d || err != nil {
			t.Errorf("ParseDialect(%q) = %v, %v", tt.name, got, err)
		}
		var got []string
		for _, name := range d.Keywords() {
			n, ok := d.Arity(name)
			if !ok || !gdl.IsReserved(name) {
				t.Errorf("%v: %s is no keyword", d, name)
			}
			got = append(got, gdl.Symbol{Name: name, Arity: n}.String())
		}
		if text := strings.Join(got, " "); text != tt.keywords {
			t.Errorf("%v has the keywords %s", d, text)
		}
		for _, name := range []string{"random", "infinity", "not", "cell", "Role", ""} {
			if n, ok := d.Arity(name); ok {
				t.Errorf("%v: %q is a relation with %d arguments", d, name, n)
			}
		}
	}
	if _, err := gdl.ParseDialect("gdl3"); err == nil {
		t.Error("gdl3 is a dialect")
	}
	if d, err := gdl.ParseDialect("auto"); d != gdl.AnyDialect || err != nil {
		t.Errorf("auto is %v, %v", d, err)
	}
}

func TestSyntaxes(t *testing.T) {
	for name, want := range map[string]gdl.Syntax{"auto": gdl.AnySyntax, "prefix": gdl.Prefix, "infix": gdl.Infix} {
		if got, err := gdl.ParseSyntax(name); got != want || err != nil || got.String() != name {
			t.Errorf("ParseSyntax(%q) = %v, %v", name, got, err)
		}
	}
	if _, err := gdl.ParseSyntax("postfix"); err == nil {
		t.Error("postfix is a syntax")
	}
}

func TestIsReserved(t *testing.T) {
	for _, word := range strings.Fields("role base input init true next legal does goal terminal distinct sees random expired infinity not and or <=") {
		if !gdl.IsReserved(word) {
			t.Errorf("%s is not reserved", word)
		}
	}
	for _, word := range []string{"", "cell", "Role", "noop", "0", "distinct2"} {
		if gdl.IsReserved(word) {
			t.Errorf("%q is reserved", word)
		}
	}
}

func TestTerms(t *testing.T) {
	x, a := gdl.Var("X"), gdl.Const("a")
	if f := gdl.Fn("f"); f.Kind != gdl.Constant {
		t.Error("a function without arguments is no constant")
	}
	terms := []gdl.Term{x, a, gdl.Var("a"), gdl.Const("X"), gdl.Fn("f", a), gdl.Fn("f", x), gdl.Fn("g", a), gdl.Fn("f", a, a), gdl.Fn("f", gdl.Fn("f", a))}
	ground := []bool{false, true, false, true, true, false, true, true, true}
	for i := range terms {
		for j := range terms {
			if terms[i].Equal(&terms[j]) != (i == j) {
				t.Errorf("%v and %v are compared wrongly", terms[i], terms[j])
			}
		}
		if terms[i].IsGround() != ground[i] {
			t.Errorf("IsGround(%v) = %v", terms[i], !ground[i])
		}
	}
	nested := gdl.Fn("f", gdl.Fn("g", x), a)
	var seen []string
	nested.Walk(func(u *gdl.Term) { seen = append(seen, u.Name) })
	if got := strings.Join(seen, " "); got != "f g X a" {
		t.Errorf("Walk visits %s", got)
	}
}

func TestSymbols(t *testing.T) {
	list := []gdl.Symbol{{Name: "q", Arity: 1}, {Name: "p", Arity: 2}, {Name: "p"}, {Name: "p10", Arity: 1}}
	slices.SortFunc(list, gdl.Symbol.Compare)
	if got := fmt.Sprint(list); got != "[p/0 p/2 p10/1 q/1]" {
		t.Errorf("the order is %s", got)
	}
}

// TestJunctions builds flat conjunctions and disjunctions.
func TestJunctions(t *testing.T) {
	p, q, r := gdl.Pos(gdl.Const("p")), gdl.Pos(gdl.Const("q")), gdl.Pos(gdl.Const("r"))
	flat := gdl.And(p, q, r)
	for _, f := range []gdl.Formula{gdl.And(gdl.And(p, q), r), gdl.And(p, gdl.And(q, r)), gdl.And(gdl.And(p, q, r))} {
		if !f.Equal(&flat) {
			t.Errorf("%v is not flat", f)
		}
	}
	if one := gdl.Or(p); !one.Equal(&p) {
		t.Errorf("a disjunction of one is %v", one)
	}
	if or := gdl.Or(p, q, r); or.Equal(&flat) {
		t.Error("a disjunction equals a conjunction")
	}
	mixed := gdl.Or(gdl.And(p, q), r)
	if len(mixed.Args) != 2 || mixed.Args[0].Op != gdl.OpAnd {
		t.Errorf("a conjunction inside a disjunction became %v", mixed)
	}
	if and := gdl.And(p, q); and.Equal(&flat) || p.Equal(&q) {
		t.Error("different formulas are equal")
	}
}

func TestLiteralsAndAtoms(t *testing.T) {
	p, q := gdl.Const("p"), gdl.Const("q")
	not := func(f gdl.Formula) gdl.Formula { return gdl.Formula{Op: gdl.OpNot, Args: []gdl.Formula{f}} }
	if a, negated, ok := new(gdl.Formula{Op: gdl.OpAtom, Atom: p}).Literal(); !ok || negated || a.Name != "p" {
		t.Error("an atom is no positive literal")
	}
	if a, negated, ok := new(gdl.Not(p)).Literal(); !ok || !negated || a.Name != "p" {
		t.Error("a negated atom is no negative literal")
	}
	for _, f := range []gdl.Formula{gdl.And(gdl.Pos(p), gdl.Pos(q)), gdl.Or(gdl.Pos(p), gdl.Pos(q)), not(gdl.Not(p))} {
		if _, _, ok := f.Literal(); ok {
			t.Errorf("%v is a literal", f)
		}
	}
	c := gdl.Clause{Head: gdl.Fn("h", p), Body: []gdl.Formula{
		gdl.Pos(p), gdl.Not(q), not(gdl.Or(gdl.Pos(p), gdl.Not(q))), not(gdl.Not(p)),
	}}
	var got []string
	c.Atoms(func(a *gdl.Term, negated bool) { got = append(got, fmt.Sprint(a.Name, negated)) })
	want := []string{"pfalse", "qtrue", "ptrue", "qfalse", "pfalse"}
	if !slices.Equal(got, want) {
		t.Errorf("the atoms are %v, want %v", got, want)
	}
	var walked []string
	c.Walk(func(u *gdl.Term) { walked = append(walked, u.Name) })
	if text := strings.Join(walked, ""); text != "hppqpqp" {
		t.Errorf("Walk visits %s", text)
	}
}

func TestPrograms(t *testing.T) {
	clause := func(head string, body ...string) gdl.Clause {
		c := gdl.Clause{Head: gdl.Const(head)}
		for _, b := range body {
			c.Body = append(c.Body, gdl.Pos(gdl.Const(b)))
		}
		return c
	}
	programs := []gdl.Program{
		{},
		{Clauses: []gdl.Clause{clause("p")}},
		{Clauses: []gdl.Clause{clause("q")}},
		{Clauses: []gdl.Clause{clause("p", "q")}},
		{Clauses: []gdl.Clause{clause("p", "q", "r")}},
		{Clauses: []gdl.Clause{clause("p", "r", "q")}},
		{Clauses: []gdl.Clause{clause("p"), clause("q")}},
		{Clauses: []gdl.Clause{clause("q"), clause("p")}},
	}
	for i := range programs {
		for j := range programs {
			if programs[i].Equal(&programs[j]) != (i == j) {
				t.Errorf("programs %d and %d are compared wrongly", i, j)
			}
		}
	}
}
