package gdlref

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// TestAgainstNaive compares the interpreter with the definition of the standard
// model: on random programs whose relation of number n negates only relations
// with smaller numbers, all ground instances of the rules are applied, relation
// by relation, until nothing new comes.
func TestAgainstNaive(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t)
		want := naiveModel(p)
		got, err := Eval(context.Background(), p, nil, nil, Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, gdlformat.Program(p, gdl.Infix))
		}
		if !slices.Equal(texts(got), want) {
			t.Fatalf("got  %v\nwant %v\n%s", texts(got), want, gdlformat.Program(p, gdl.Infix))
		}
		query := drawAtom(t, rapid.IntRange(0, relationCount-1).Draw(t, "query"))
		got, err = Eval(context.Background(), p, nil, &query, Options{})
		if want := instances(&query, want); err != nil || !slices.Equal(texts(got), want) {
			t.Fatalf("%v: got %v, %v, want %v\n%s", query, texts(got), err, want, gdlformat.Program(p, gdl.Infix))
		}
	})
}

const relationCount = 5

var domain = []string{"a", "b", "c"}

// drawProgram returns a program in which group n, relations 2n and 2n+1, may
// use positively its own group and everything below, and negatively what is
// below.
func drawProgram(t *rapid.T) *gdl.Program {
	p := &gdl.Program{Syntax: gdl.Infix, Dialect: gdl.GDL, CaseSensitive: true}
	for range rapid.IntRange(1, 6).Draw(t, "facts") {
		fact := drawAtom(t, rapid.IntRange(0, relationCount-1).Draw(t, "relation"))
		p.Clauses = append(p.Clauses, gdl.Clause{Head: fill(&fact, map[string]string{"X": "a", "Y": "b", "Z": "c"})})
	}
	for range rapid.IntRange(1, 8).Draw(t, "rules") {
		p.Clauses = append(p.Clauses, drawRule(t))
	}
	return p
}

func drawRule(t *rapid.T) gdl.Clause {
	head := rapid.IntRange(0, relationCount-1).Draw(t, "head")
	c := gdl.Clause{Head: drawAtom(t, head)}
	group := head / 2 * 2
	bound := map[string]bool{}
	for range rapid.IntRange(0, 3).Draw(t, "conditions") {
		a := drawAtom(t, rapid.IntRange(0, min(group+1, relationCount-1)).Draw(t, "relation"))
		mark(&a, bound)
		c.Body = append(c.Body, gdl.Pos(a))
	}
	if group > 0 && rapid.Bool().Draw(t, "negation") {
		c.Body = slices.Insert(c.Body, 0, gdl.Not(drawAtom(t, rapid.IntRange(0, group-1).Draw(t, "relation"))))
	}
	if rapid.Bool().Draw(t, "distinct") {
		c.Body = append(c.Body, gdl.Pos(gdl.Fn(gdl.Distinct, drawTerm(t), drawTerm(t))))
	}
	c.Walk(func(x *gdl.Term) { // make it safe
		if x.Kind == gdl.Variable && !bound[x.Name] {
			*x = gdl.Const("a")
		}
	})
	return c
}

// drawAtom returns an atom; relations with even numbers have two arguments, the
// others one.
func drawAtom(t *rapid.T, relation int) gdl.Term {
	args := []gdl.Term{drawTerm(t)}
	if relation%2 == 0 {
		args = append(args, drawTerm(t))
	}
	return gdl.Fn(fmt.Sprintf("p%d", relation), args...)
}

func drawTerm(t *rapid.T) gdl.Term {
	name := rapid.SampledFrom([]string{"X", "Y", "Z", "a", "b", "c"}).Draw(t, "term")
	if name < "a" {
		return gdl.Var(name)
	}
	return gdl.Const(name)
}

func mark(t *gdl.Term, bound map[string]bool) {
	t.Walk(func(x *gdl.Term) {
		if x.Kind == gdl.Variable {
			bound[x.Name] = true
		}
	})
}

// fill returns a term with constants for its variables.
func fill(t *gdl.Term, values map[string]string) gdl.Term {
	if t.Kind == gdl.Variable {
		return gdl.Const(values[t.Name])
	}
	args := make([]gdl.Term, len(t.Args))
	for i := range args {
		args[i] = fill(&t.Args[i], values)
	}
	return gdl.Fn(t.Name, args...)
}

func text(t *gdl.Term) string { return gdlformat.Term(t, gdl.Prefix) }

func texts(ts []gdl.Term) []string {
	out := make([]string, 0, len(ts))
	for i := range ts {
		out = append(out, text(&ts[i]))
	}
	return out
}

// assignments calls visit for all ways to give X, Y and Z values.
func assignments(visit func(values map[string]string)) {
	for _, x := range domain {
		for _, y := range domain {
			for _, z := range domain {
				visit(map[string]string{"X": x, "Y": y, "Z": z})
			}
		}
	}
}

func naiveModel(p *gdl.Program) []string {
	model := map[string]bool{}
	for group := 0; group < relationCount; group += 2 {
		for size := -1; size != len(model); {
			size = len(model)
			for i := range p.Clauses {
				c := &p.Clauses[i]
				if c.Head.Name != fmt.Sprintf("p%d", group) && c.Head.Name != fmt.Sprintf("p%d", group+1) {
					continue
				}
				assignments(func(values map[string]string) {
					if bodyHolds(c, values, model) {
						head := fill(&c.Head, values)
						model[text(&head)] = true
					}
				})
			}
		}
	}
	out := make([]string, 0, len(model))
	for a := range model {
		out = append(out, a)
	}
	slices.Sort(out)
	return out
}

func bodyHolds(c *gdl.Clause, values map[string]string, model map[string]bool) bool {
	for i := range c.Body {
		atom, negated, _ := c.Body[i].Literal()
		a := fill(atom, values)
		holds := model[text(&a)]
		if a.Name == gdl.Distinct {
			holds = a.Args[0].Name != a.Args[1].Name
		}
		if holds == negated {
			return false
		}
	}
	return true
}

// instances returns the atoms of a model that are instances of a query.
func instances(query *gdl.Term, model []string) []string {
	out := []string{}
	assignments(func(values map[string]string) {
		a := fill(query, values)
		if slices.Contains(model, text(&a)) {
			out = append(out, text(&a))
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}
