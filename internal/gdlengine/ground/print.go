package ground

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// passes are the intermediate forms that can be printed, in their order.
var passes = []struct {
	name  string
	print func(*Result, *bufio.Writer)
}{
	{"rules", func(r *Result, w *bufio.Writer) { r.loaded.print(w) }},
	{"split", func(r *Result, w *bufio.Writer) { r.split.print(w) }},
	{"demand", func(r *Result, w *bufio.Writer) { r.engine.program.print(w) }},
	{"facts", (*Result).printFacts},
	{"instances", (*Result).printInstances},
}

// Passes returns the names of the intermediate forms that [Result.Print] knows: the rules
// without disjunctions that the game needs, the split rules, the same with demand where
// relations had to be restricted, the static relations, and the ground rules.
func Passes() []string {
	var names []string
	for _, p := range passes {
		names = append(names, p.name)
	}
	return names
}

// Print writes an intermediate form in prefix syntax. Relations that grounding
// has made have names that begin with "$".
func (r *Result) Print(w io.Writer, name string) error {
	for _, p := range passes {
		if p.name == name {
			b := bufio.NewWriter(w)
			p.print(r, b)
			return b.Flush()
		}
	}
	return fmt.Errorf("no pass is called %q; there are %v", name, Passes())
}

// AtomText returns the canonical text of an atom of the spec, with its relation:
// (true (cell 1 1 b)).
func (r *Result) AtomText(atom int32) string {
	a := r.atoms[atom]
	rel := r.engine.atomRel[a]
	return r.engine.tupleText(rel, r.engine.rels[rel].tuple(r.engine.atomTuple[a]))
}

func (e *engine) tupleText(rel int32, tuple []term) string {
	name := e.program.rels[rel].symbol.Name
	if len(tuple) == 0 {
		return name
	}
	buf := append([]byte{'('}, name...)
	for _, t := range tuple {
		buf = e.terms.appendText(append(buf, ' '), t)
	}
	return string(append(buf, ')'))
}

func (p *program) print(w *bufio.Writer) {
	for _, r := range p.rules {
		c := p.clause(r)
		fmt.Fprintln(w, gdlformat.Clause(&c, gdl.Prefix))
	}
}

// clause returns a rule as a clause.
func (p *program) clause(r *rule) gdl.Clause {
	c := gdl.Clause{Head: p.atomSyntax(r, &r.head)}
	for i := range r.body {
		l := &r.body[i]
		atom := p.atomSyntax(r, l)
		if l.kind == litNegative || l.kind == litEqual {
			c.Body = append(c.Body, gdl.Not(atom))
		} else {
			c.Body = append(c.Body, gdl.Pos(atom))
		}
	}
	return c
}

func (p *program) atomSyntax(r *rule, l *literal) gdl.Term {
	name := gdl.Distinct
	if !l.test() {
		name = p.rels[l.rel].symbol.Name
	}
	return gdl.Fn(name, p.syntax(r, l.args)...)
}

func (p *program) syntax(r *rule, ps []pattern) []gdl.Term {
	out := make([]gdl.Term, len(ps))
	for i := range ps {
		switch ps[i].kind {
		case patConstant:
			out[i] = p.terms.syntax(ps[i].id)
		case patVariable:
			out[i] = gdl.Var(r.names[ps[i].id])
		default:
			out[i] = gdl.Fn(p.terms.symbols[ps[i].id].Name, p.syntax(r, ps[i].args)...)
		}
	}
	return out
}

func (r *Result) printFacts(w *bufio.Writer) {
	e := r.engine
	for _, rel := range e.rels {
		if rel.class != relStatic {
			continue
		}
		var lines []string
		for id := range int32(rel.size()) {
			lines = append(lines, e.tupleText(rel.id, rel.tuple(id)))
		}
		slices.Sort(lines)
		for _, l := range lines {
			fmt.Fprintln(w, l)
		}
	}
}

func (r *Result) printInstances(w *bufio.Writer) {
	rules := r.Spec.Rules
	for i := 0; i < len(rules); {
		n := int(rules[i+1])
		if n == 0 {
			fmt.Fprintln(w, r.AtomText(rules[i]))
		} else {
			fmt.Fprintf(w, "(<= %s", r.AtomText(rules[i]))
			for _, l := range rules[i+2 : i+2+n] {
				if l&1 != 0 {
					fmt.Fprintf(w, " (not %s)", r.AtomText(l>>1))
				} else {
					fmt.Fprintf(w, " %s", r.AtomText(l>>1))
				}
			}
			fmt.Fprintln(w, ")")
		}
		i += 2 + n
	}
}
