package gdlrewrite

import (
	"slices"

	"ludex/gdl"
	"ludex/source"
)

// copyProgram returns a copy of p, comments included, that shares no slices
// with it.
func copyProgram(p *gdl.Program) *gdl.Program {
	q := *p
	q.Comments = slices.Clone(p.Comments)
	q.Clauses = make([]gdl.Clause, len(p.Clauses))
	for i := range p.Clauses {
		q.Clauses[i] = copyClause(&p.Clauses[i])
	}
	return &q
}

func copyClause(c *gdl.Clause) gdl.Clause {
	return gdl.Clause{Head: copyTerm(&c.Head), Body: copyFormulas(c.Body), Span: c.Span}
}

func copyFormulas(fs []gdl.Formula) []gdl.Formula {
	if len(fs) == 0 {
		return nil
	}
	out := make([]gdl.Formula, len(fs))
	for i := range fs {
		f := &fs[i]
		out[i] = gdl.Formula{Op: f.Op, Atom: copyTerm(&f.Atom), Args: copyFormulas(f.Args), Span: f.Span}
	}
	return out
}

func copyTerm(t *gdl.Term) gdl.Term {
	u := *t
	if len(t.Args) == 0 {
		return u
	}
	u.Args = make([]gdl.Term, len(t.Args))
	for i := range t.Args {
		u.Args[i] = copyTerm(&t.Args[i])
	}
	return u
}

// clearSpans removes all source positions from a program.
func clearSpans(p *gdl.Program) {
	p.Walk(func(t *gdl.Term) { t.Span = source.Span{} })
	for i := range p.Clauses {
		p.Clauses[i].Span = source.Span{}
		clearFormulaSpans(p.Clauses[i].Body)
	}
}

func clearFormulaSpans(fs []gdl.Formula) {
	for i := range fs {
		fs[i].Span = source.Span{}
		clearFormulaSpans(fs[i].Args)
	}
}
