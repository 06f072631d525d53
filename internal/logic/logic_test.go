package logic

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdltest"
	"ludex/source"
)

// read parses a program that has no errors.
func read(t *testing.T, text string) *gdl.Program {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("test.gdl", []byte(text)), gdlparse.Options{Syntax: gdl.Infix})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return p
}

func atom(t *testing.T, text string) gdl.Term {
	t.Helper()
	return read(t, text).Clauses[0].Head
}

// TestDependencies draws the graph of the lesson's slide, with a negation added.
func TestDependencies(t *testing.T) {
	p := read(t, `r(X,Y) :- p(X,Y) & q(X,Y)
s(X,Y) :- r(X,Y) & ~v(X)
s(X,Z) :- r(X,Y) & t(Y,Z)
t(X,Z) :- s(X,Y) & s(Y,X) & X != Z
v(X) :- q(X,X) & (w(X) | ~p(X,X))
w(X) :- ~w(X) & u(X)
u(a)`)
	d := NewDependencies(p)
	want := map[string]string{
		"r/2": "stratum 0: p/2 q/2",
		"s/2": "stratum 2 recursive: r/2 ~v/1 t/2",
		"t/2": "stratum 2 recursive: s/2",
		"v/1": "stratum 1: q/2 w/1 ~p/2",
		"w/1": "stratum 1 recursive negative: ~w/1 u/1",
		"u/1": "stratum 0:",
		"p/2": "stratum 0:",
		"q/2": "stratum 0:",
	}
	got := map[string]string{}
	for v, rel := range d.Relations {
		text := fmt.Sprintf("stratum %d", d.Stratum[v])
		if d.Recursive[v] {
			text += " recursive"
		}
		if d.Negative[v] {
			text += " negative"
		}
		text += ":"
		for _, e := range d.Edges[v] {
			text += " "
			if e.Negated {
				text += "~"
			}
			text += d.Relations[e.To].String()
			if s := p.File.Slice(e.Span); !strings.HasPrefix(s, d.Relations[e.To].Name+"(") {
				t.Errorf("the edge to %s has the span %q", d.Relations[e.To], s)
			}
		}
		got[rel.String()] = text
		if d.Index(rel) != v {
			t.Errorf("Index(%s) = %d, want %d", rel, d.Index(rel), v)
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if i := d.Index(gdl.Symbol{Name: "r", Arity: 3}); i != -1 {
		t.Errorf("an unknown relation has index %d", i)
	}
	if !d.SameComponent(d.Index(gdl.Symbol{Name: "s", Arity: 2}), d.Index(gdl.Symbol{Name: "t", Arity: 2})) {
		t.Error("s and t are not in one component")
	}
	from, edges := d.NegativeEdges()
	if len(from) != 1 || d.Relations[from[0]].Name != "w" || edges[0].To != from[0] || !edges[0].Negated {
		t.Errorf("negative edges from %v: %v", from, edges)
	}
}

func TestPath(t *testing.T) {
	d := NewDependencies(read(t, `a :- b & c
b :- e
c :- d
d :- e & ~a
e :- f
g :- g`))
	names := func(path []Edge) string {
		var out []string
		for _, e := range path {
			out = append(out, d.Relations[e.To].Name)
		}
		return strings.Join(out, " ")
	}
	tests := []struct{ from, to, want string }{
		{"a", "e", "b e"},
		{"a", "f", "b e f"},
		{"a", "a", "c d a"},
		{"g", "g", "g"},
		{"e", "a", ""},
		{"f", "f", ""},
	}
	for _, tt := range tests {
		from := d.Index(gdl.Symbol{Name: tt.from})
		path := d.Path(from, func(to int) bool { return d.Relations[to].Name == tt.to })
		if got := names(path); got != tt.want || (path == nil) != (tt.want == "") {
			t.Errorf("from %s to %s: %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestStrata holds for every program: a relation is not below what it depends
// on, and above what it negates, unless the negation closes a cycle.
func TestStrata(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := NewDependencies(gdltest.Program().Draw(t, "program"))
		for v := range d.Relations {
			for _, e := range d.Edges[v] {
				cycle := d.SameComponent(v, e.To)
				if cycle && !d.Recursive[v] || cycle && e.Negated && !d.Negative[v] {
					t.Fatalf("%s is in a cycle", d.Relations[v])
				}
				if d.Stratum[v] < d.Stratum[e.To] || e.Negated && !cycle && d.Stratum[v] == d.Stratum[e.To] {
					t.Fatalf("%s in stratum %d depends on %s in stratum %d", d.Relations[v], d.Stratum[v], d.Relations[e.To], d.Stratum[e.To])
				}
			}
			if d.Negative[v] && !d.Recursive[v] {
				t.Fatalf("%s depends on its own negation but not on itself", d.Relations[v])
			}
		}
	})
}

func TestCanUnify(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"p(X)", "p(a)", true},
		{"p(a)", "p(Y)", true},
		{"p(a)", "p(a)", true},
		{"p(a)", "p(b)", false},
		{"p(a)", "q(a)", false},
		{"p(a)", "p(a,b)", false},
		{"p(f(X),b)", "p(f(a),Y)", true},
		{"p(f(X))", "p(g(X))", false},
		{"p(f(X))", "p(f)", false},
		{"p(f(g(a)))", "p(f(g(b)))", false},
		{"p(X,X)", "p(a,b)", true}, // repeated variables are not followed
	}
	for _, tt := range tests {
		a, b := atom(t, tt.a), atom(t, tt.b)
		if CanUnify(&a, &b) != tt.want || CanUnify(&b, &a) != tt.want {
			t.Errorf("CanUnify(%s, %s) is not %v", tt.a, tt.b, tt.want)
		}
	}
}

func TestNegativeClauseCycle(t *testing.T) {
	tests := []struct {
		text string
		want bool
	}{
		{"goal(R,0) :- role(R) & ~goal(R,100)\ngoal(R,100) :- role(R)", false},
		{"goal(R,0) :- role(R) & ~goal(R,100)\ngoal(R,100) :- role(R) & ~goal(R,0)", true},
		{"goal(R,0) :- role(R) & ~goal(R,N)", true},
		{"p :- ~p", true},
		{"p :- p", false},
		{"p :- q\nq :- ~p", true},
		{"p(a) :- p(b)\np(b) :- ~p(c)\np(c) :- q", false},
		{"p(a) :- p(b)\np(b) :- ~p(c)\np(c) :- p(X)", true},
		{"p :- (q | ~p)", true},
		{"", false},
	}
	for _, tt := range tests {
		if got := NegativeClauseCycle(clausePointers(readAny(t, tt.text))); got != tt.want {
			t.Errorf("%s: %v", tt.text, got)
		}
	}
}

// readAny is read for texts that may be empty.
func readAny(t *testing.T, text string) *gdl.Program {
	if text == "" {
		return &gdl.Program{}
	}
	return read(t, text)
}

func clausePointers(p *gdl.Program) []*gdl.Clause {
	var out []*gdl.Clause
	for i := range p.Clauses {
		out = append(out, &p.Clauses[i])
	}
	return out
}

// TestNegativeClauseCycleOfGroundClauses compares it with the graph of atoms,
// which for ground clauses must give the same answer.
func TestNegativeClauseCycleOfGroundClauses(t *testing.T) {
	names := rapid.SampledFrom([]string{"a", "b", "c", "d"})
	rapid.Check(t, func(t *rapid.T) {
		p := &gdl.Program{}
		for range rapid.IntRange(0, 6).Draw(t, "clauses") {
			c := gdl.Clause{Head: gdl.Fn("p", gdl.Const(names.Draw(t, "head")))}
			for range rapid.IntRange(0, 2).Draw(t, "body") {
				a := gdl.Fn("p", gdl.Const(names.Draw(t, "atom")))
				if rapid.Bool().Draw(t, "negated") {
					c.Body = append(c.Body, gdl.Not(a))
				} else {
					c.Body = append(c.Body, gdl.Pos(a))
				}
			}
			p.Clauses = append(p.Clauses, c)
		}
		// The atom p(x) becomes the relation x.
		atoms := &gdl.Program{}
		for _, c := range p.Clauses {
			d := gdl.Clause{Head: gdl.Const(c.Head.Args[0].Name)}
			for _, f := range c.Body {
				a, negated, _ := f.Literal()
				if negated {
					d.Body = append(d.Body, gdl.Not(gdl.Const(a.Args[0].Name)))
				} else {
					d.Body = append(d.Body, gdl.Pos(gdl.Const(a.Args[0].Name)))
				}
			}
			atoms.Clauses = append(atoms.Clauses, d)
		}
		want := slices.Contains(NewDependencies(atoms).Negative, true)
		if got := NegativeClauseCycle(clausePointers(p)); got != want {
			t.Fatalf("%v, but by atoms %v:\n%s", got, want, gdlformat.Program(p, gdl.Infix))
		}
	})
}

// TestNegativeClauseCycleGivesUp says yes when there is too much to compare.
func TestNegativeClauseCycleGivesUp(t *testing.T) {
	p := &gdl.Program{}
	for i := range 3000 {
		c := gdl.Clause{Head: gdl.Fn("p", gdl.Const(fmt.Sprint(i)))}
		c.Body = []gdl.Formula{gdl.Not(gdl.Fn("p", gdl.Const(fmt.Sprint(i+1))))}
		p.Clauses = append(p.Clauses, c)
	}
	if NegativeClauseCycle(clausePointers(&gdl.Program{Clauses: p.Clauses[:100]})) {
		t.Error("a cycle in a chain")
	}
	if !NegativeClauseCycle(clausePointers(p)) {
		t.Error("a sure answer though there was too much to compare")
	}
}

// terms prints a sequence of terms.
func terms(seq func(func(gdl.Term) bool)) []string {
	var out []string
	for t := range seq {
		out = append(out, gdlformat.Term(&t, gdl.Infix))
	}
	return out
}

// TestHerbrandSlides lists the universes and the base of the lesson's slides.
func TestHerbrandSlides(t *testing.T) {
	tests := []struct {
		name, text     string
		universe, base string
	}{
		{"universe, example 1", "p(a) p(b)", "a b", "p(a) p(b)"},
		{"universe, example 2", "p(a) :- p(b) & p(f(X)) & p(g(X,Y))",
			"a b f(a) f(b) g(a,a) g(a,b) g(b,a) g(b,b)",
			"p(a) p(b) p(f(a)) p(f(b)) p(g(a,a)) p(g(a,b)) p(g(b,a)) p(g(b,b))"},
		{"base", "p(a) q(a,b)", "a b", "p(a) p(b) q(a,a) q(a,b) q(b,a) q(b,b)"},
		{"no constants", "p :- ~q(X) & X != Y", "", "p"},
		{"relation without arguments", "p q(a) r", "a", "p q(a) r"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := NewHerbrand(read(t, tt.text))
			if got := strings.Join(terms(h.Universe()), " "); got != tt.universe {
				t.Errorf("universe %s, want %s", got, tt.universe)
			}
			if got := strings.Join(terms(h.Base()), " "); got != tt.base {
				t.Errorf("base %s, want %s", got, tt.base)
			}
			if h.Nested {
				t.Error("nested")
			}
		})
	}
}

func TestHerbrandSizes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &Herbrand{}
		symbols := func(prefix string, minArity int) []gdl.Symbol {
			var out []gdl.Symbol
			for i, n := range rapid.SliceOfN(rapid.IntRange(minArity, 2), 0, 2).Draw(t, prefix) {
				out = append(out, gdl.Symbol{Name: fmt.Sprint(prefix, i), Arity: n})
			}
			return out
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "constants") {
			h.Constants = append(h.Constants, fmt.Sprint("c", i))
		}
		h.Functions, h.Relations = symbols("f", 1), symbols("r", 0)
		if n := len(terms(h.Universe())); h.UniverseSize().Int64() != int64(n) {
			t.Fatalf("the universe has %d terms, not %v", n, h.UniverseSize())
		}
		base := terms(h.Base())
		if h.BaseSize().Int64() != int64(len(base)) {
			t.Fatalf("the base has %d atoms, not %v", len(base), h.BaseSize())
		}
		slices.Sort(base)
		if len(slices.Compact(base)) != int(h.BaseSize().Int64()) {
			t.Fatal("an atom occurs twice")
		}
	})
}

func TestHerbrandStopsWhenAsked(t *testing.T) {
	h := NewHerbrand(read(t, "p(a,b,f(X),g(X,Y))"))
	for _, seq := range []func(func(gdl.Term) bool){h.Universe(), h.Base()} {
		for limit := 1; limit < 8; limit++ {
			n := 0
			for range seq {
				if n++; n == limit {
					break
				}
			}
			if n != limit {
				t.Errorf("%d terms, want %d", n, limit)
			}
		}
	}
	if nested := NewHerbrand(read(t, "p(f(g(a)))")); !nested.Nested {
		t.Error("functions inside functions are not noticed")
	}
	if size := NewHerbrand(read(t, "p(a,b,c,d,e,f,g,h,i,j,f1(X,X,X,X,X,X,X,X,X,X),X,X,X,X,X,X,X,X,X,X)")).BaseSize(); size.IsInt64() {
		t.Errorf("the size %v of a huge base was cut off", size)
	}
}

// TestCycles covers as many cycles through negation as relations: each is found
// within its component.
func TestCycles(t *testing.T) {
	var b strings.Builder
	const pairs = 20_000
	for i := range pairs {
		fmt.Fprintf(&b, "p%d :- ~q%d. q%d :- p%d.\n", i, i, i, i)
	}
	d := NewDependencies(read(t, b.String()))
	from, edges := d.NegativeEdges()
	if len(edges) != pairs {
		t.Fatalf("there are %d cycles", len(edges))
	}
	for i, e := range edges {
		back := d.Cycle(from[i], e)
		if len(back) != 1 || back[0].To != from[i] {
			t.Fatalf("the way back from %v is %v", e, back)
		}
	}
}
