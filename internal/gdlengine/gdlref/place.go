package gdlref

import (
	"fmt"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

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
