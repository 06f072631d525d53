package gdlcheck

import (
	"strings"

	"ludex/gdl"
	"ludex/source"
)

var style = &Check{
	Name:  "style",
	Doc:   "Variables are used, terms are flat.",
	Codes: []*source.Code{singleVariable, nestedTerm},
	Run:   runStyle,
}

var (
	singleVariable = &source.Code{ID: "GDL095", Severity: source.Hint,
		Title: "a variable that occurs once",
		Doc: `The variable occurs only once in its clause, so it says "anything". If that is
meant, a name that begins with an underscore (_ or _Any in infix, ?_any in
prefix) says so and silences the hint; if not, the name is misspelled.`}
	nestedTerm = &source.Code{ID: "GDL096", Severity: source.Hint, Strict: true,
		Title: "a function inside a function",
		Doc: `The lesson that defines GDL forbids functional terms inside functional terms;
GDL-II's own examples and public games use them, and Ludex accepts them. Strict
checking reports them.`}
)

func runStyle(p *Pass) {
	if !p.options.Hints && !p.options.Strict {
		return
	}
	for i := range p.Program.Clauses {
		c := &p.Program.Clauses[i]
		reportSingleVariables(p, c)
		reportNested(p, &c.Head)
		c.Atoms(func(a *gdl.Term, _ bool) { reportNested(p, a) })
	}
}

func reportSingleVariables(p *Pass, c *gdl.Clause) {
	number := map[string]int{}
	var order []*gdl.Term
	c.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable {
			if number[t.Name]++; number[t.Name] == 1 {
				order = append(order, t)
			}
		}
	})
	for _, v := range order {
		if number[v.Name] == 1 && !strings.HasPrefix(v.Name, "_") {
			p.Report(singleVariable, v.Span, "the variable %s occurs only once in its clause", p.variable(v))
		}
	}
}

func reportNested(p *Pass, atom *gdl.Term) {
	_, known, _ := p.Program.Knows(atom)
	if known != nil && known.Kind == gdl.Function {
		reportNested(p, known)
	}
	for i := range atom.Args {
		for j := range atom.Args[i].Args {
			if inner := &atom.Args[i].Args[j]; &atom.Args[i] != known && inner.Kind == gdl.Function {
				p.Report(nestedTerm, inner.Span, "the functional term %s stands inside another one", p.text(inner))
			}
		}
	}
}
