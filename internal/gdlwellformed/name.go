package gdlwellformed

import (
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/logic"
	"ludex/internal/wellformed"
	"ludex/source"
)

// maxNamedRules is how many rules a diagnostic points at.
const maxNamedRules = 3

// roleOf returns the role that a finding is about, or "".
func roleOf(f *wellformed.Finding, roles []string) string {
	for _, r := range roles {
		if strings.HasPrefix(f.Detail, r+" has ") {
			return r
		}
	}
	return ""
}

// noteRules points a diagnostic at the rules of a relation that are about a role, and
// about a value if one is given, or says that there are none.
func noteRules(d *source.Diagnostic, prog *gdl.Program, relation, role, value string) {
	if d == nil || role == "" {
		return
	}
	named, more := 0, 0
	for i := range prog.Clauses {
		head := &prog.Clauses[i].Head
		if head.Name != relation || len(head.Args) != 2 || !isFor(&head.Args[0], role) || value != "" && !isFor(&head.Args[1], value) {
			continue
		}
		if named == maxNamedRules {
			more++
			continue
		}
		named++
		d.Note(head.Span, "a rule of %s for %s", relation, role)
	}
	switch {
	case named == 0 && value != "":
		d.Advise("no rule of %s gives %s %s points", relation, role, value)
	case named == 0:
		d.Advise("no rule of %s is about %s", relation, role)
	case more > 0:
		d.Advise("and %d more", more)
	}
}

// isFor reports whether a term can be the one with the given text.
func isFor(t *gdl.Term, text string) bool {
	if t.Kind == gdl.Variable {
		return true
	}
	if t.IsGround() {
		return gdlformat.Term(t, gdl.Prefix) == text || gdlformat.Term(t, gdl.Infix) == text
	}
	constant := gdl.Const(text)
	return logic.CanUnify(t, &constant)
}
