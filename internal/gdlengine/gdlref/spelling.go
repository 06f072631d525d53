package gdlref

import (
	"strings"

	"ludex/gdl"
)

// spellings returns the spelling of each constant of a program by its spelling
// without case.
func spellings(p *gdl.Program) map[string]string {
	out := map[string]string{}
	p.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable {
			out[strings.ToLower(t.Name)] = t.Name
		}
	})
	return out
}

// spelled returns a copy of a term from outside in the spelling of the program,
// where case does not count.
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
