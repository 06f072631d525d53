package gdlref

import (
	"fmt"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// tree returns a ground term as a syntax tree.
func (ts *terms) tree(t term) gdl.Term {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.treeLocked(t)
}

func (ts *terms) treeLocked(t term) gdl.Term {
	n := ts.nodes[t]
	args := make([]gdl.Term, n.arity)
	for i := range args {
		args[i] = ts.treeLocked(ts.args[int(n.args)+i])
	}
	return gdl.Fn(ts.symbols[n.symbol].Name, args...)
}

// text returns the canonical text of a term, in prefix.
func (ts *terms) text(t term) string {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if int(t) >= len(ts.texts) {
		ts.texts = append(ts.texts, make([]string, len(ts.nodes)-len(ts.texts))...)
	}
	if ts.texts[t] == "" {
		tree := ts.treeLocked(t)
		ts.texts[t] = gdlformat.Term(&tree, gdl.Prefix)
	}
	return ts.texts[t]
}

// parseTerms reads ground terms in prefix.
func parseTerms(texts []string) ([]gdl.Term, error) {
	var b strings.Builder
	for _, t := range texts {
		fmt.Fprintf(&b, "(fact %s\n)\n", t) // the line break ends a comment
	}
	prog, list := gdlparse.File(source.NewFile("state", []byte(b.String())),
		gdlparse.Options{Syntax: gdl.Prefix, Dialect: gdl.GDL, CaseSensitive: true})
	if err := list.Err(); err != nil && len(texts) > 0 {
		return nil, err
	}
	out := make([]gdl.Term, 0, len(texts))
	for i := range prog.Clauses {
		c := &prog.Clauses[i]
		if len(prog.Clauses) != len(texts) || len(c.Head.Args) != 1 || len(c.Body) > 0 {
			return nil, fmt.Errorf("a state is a list of facts, and each of them is one term")
		}
		if !c.Head.IsGround() {
			return nil, fmt.Errorf("the fact %s has a variable", texts[i])
		}
		out = append(out, c.Head.Args[0])
	}
	return out, nil
}

// spelled returns a copy of a caller's term in the spelling of the program,
// ignoring case.
func (c *program) spelled(t *gdl.Term) gdl.Term {
	out := *t
	if name, ok := c.spelling[strings.ToLower(t.Name)]; ok && t.Kind != gdl.Variable {
		out.Name = name
	}
	out.Args = make([]gdl.Term, len(t.Args))
	for i := range t.Args {
		out.Args[i] = c.spelled(&t.Args[i])
	}
	return out
}

// errorAt returns an error about a clause, with its place.
func (c *program) errorAt(clause *gdl.Clause, message string, args ...any) error {
	text := fmt.Sprintf(message, args...)
	if f := c.source.File; f != nil && clause.Span.IsValid() {
		line, col := f.Position(clause.Span.Start)
		return fmt.Errorf("%s:%d:%d: %s", f.Name(), line, col, text)
	}
	return fmt.Errorf("%s: %s", gdlformat.Clause(clause, c.syntax()), text)
}

// place returns "file:line" of a clause, or nothing for a generated one.
func (c *program) place(clause *gdl.Clause) string {
	if c.source.File == nil || !clause.Span.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s:%d", c.source.File.Name(), c.source.File.Line(clause.Span.Start))
}

// syntax returns the syntax in which people read the program.
func (c *program) syntax() gdl.Syntax {
	if c.source.Syntax == gdl.AnySyntax {
		return gdl.Prefix
	}
	return c.source.Syntax
}

func (c *program) variableText(name string) string {
	v := gdl.Var(name)
	return gdlformat.Term(&v, c.syntax())
}

// atomText returns the text of a relation with ground or free arguments.
func (c *program) atomText(rel int, args []term) string {
	trees := make([]gdl.Term, len(args))
	for i, a := range args {
		if a == free {
			trees[i] = gdl.Var(fmt.Sprintf("X%d", i+1))
		} else {
			trees[i] = c.terms.tree(a)
		}
	}
	atom := gdl.Fn(c.relations[rel].name.Name, trees...)
	return gdlformat.Term(&atom, c.syntax())
}
