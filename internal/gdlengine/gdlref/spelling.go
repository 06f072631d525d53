package gdlref

import (
	"strings"

	"ludex/gdl"
)

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
