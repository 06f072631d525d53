package gdlcheck

import (
	"slices"
	"strconv"

	"ludex/gdl"
	"ludex/internal/gdlformat"
)

// A projected relation says for which values of some variables an atom holds, for
// any values of the others.
type projected struct {
	name    string
	defined bool // by the program, not only by a fix
}

// projection returns the pattern of an atom, in which variables are only marked as
// kept or not, and the kept variables.
func projection(atom *gdl.Term, keep func(name string) bool) (pattern string, kept []*gdl.Term) {
	names := map[string]string{}
	atom.Walk(func(t *gdl.Term) {
		if t.Kind != gdl.Variable || names[t.Name] != "" {
			return
		}
		names[t.Name] = "_" + strconv.Itoa(len(names))
		if keep(t.Name) {
			names[t.Name] = "K" + names[t.Name]
			kept = append(kept, t)
		}
	})
	renamed := renameVariables(atom, names)
	return gdlformat.Term(&renamed, gdl.Infix), kept
}

func renameVariables(t *gdl.Term, names map[string]string) gdl.Term {
	if t.Kind == gdl.Variable {
		return gdl.Var(names[t.Name])
	}
	out := gdl.Term{Kind: t.Kind, Name: t.Name, Args: make([]gdl.Term, len(t.Args))}
	for i := range t.Args {
		out.Args[i] = renameVariables(&t.Args[i], names)
	}
	return out
}

// findProjections returns the relations that are defined by one rule with one
// condition, by the pattern of that condition.
func findProjections(prog *gdl.Program) map[string]projected {
	rules := map[gdl.Symbol]int{}
	for i := range prog.Clauses {
		rules[prog.Clauses[i].Head.Symbol()]++
	}
	found := map[string]projected{}
	for i := range prog.Clauses {
		c := &prog.Clauses[i]
		if len(c.Body) != 1 || c.Body[0].Op != gdl.OpAtom || gdl.IsReserved(c.Head.Name) || rules[c.Head.Symbol()] > 1 {
			continue
		}
		in := times(c.Head.Walk)
		pattern, kept := projection(&c.Body[0].Atom, func(name string) bool { return in[name] > 0 })
		if slices.EqualFunc(c.Head.Args, kept, func(a gdl.Term, b *gdl.Term) bool { return a.Equal(b) }) {
			found[pattern] = projected{c.Head.Name, true}
		}
	}
	return found
}
