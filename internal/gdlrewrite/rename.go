package gdlrewrite

import (
	"strconv"

	"ludex/gdl"
)

// RenameApart renames variables so that no two clauses share one. The first
// clause with a variable X keeps its name, the next ones get X_2, X_3 and so
// on, leaving out names that the program uses already.
//
// All variables of the result are different even if case is ignored. So of two
// variables of one clause that differ only in case, the second is renamed too.
func RenameApart(p *gdl.Program) *gdl.Program {
	q := copyProgram(p)
	names := newNames(p)
	for i := range q.Clauses {
		renamed := make(map[string]string) // in this clause
		q.Clauses[i].Walk(func(t *gdl.Term) {
			if t.Kind != gdl.Variable {
				return
			}
			name, ok := renamed[t.Name]
			if !ok {
				name = names.fresh(t.Name)
				renamed[t.Name] = name
			}
			t.Name = name
		})
	}
	return q
}

// names gives out variable names. Its keys are in lower case.
type names struct {
	reserved map[string]bool // of the program, or given out
	uses     map[string]int  // the number that a name was given last
}

func newNames(p *gdl.Program) *names {
	n := &names{make(map[string]bool), make(map[string]int)}
	p.Walk(func(t *gdl.Term) {
		if t.Kind == gdl.Variable {
			n.reserved[fold(t.Name)] = true
		}
	})
	return n
}

// fresh returns a name itself when it is asked for the first time, and later
// the name with the next number that makes a new one.
func (n *names) fresh(name string) string {
	key := fold(name)
	if n.uses[key]++; n.uses[key] == 1 {
		return name
	}
	for {
		suffix := "_" + strconv.Itoa(n.uses[key])
		if !n.reserved[key+suffix] {
			n.reserved[key+suffix] = true
			return name + suffix
		}
		n.uses[key]++
	}
}

// A vocabulary is the names that a program uses, in lower case.
type vocabulary map[string]bool

func vocabularyOf(p *gdl.Program) vocabulary {
	v := vocabulary{}
	p.Walk(func(t *gdl.Term) { v[fold(t.Name)] = true })
	return v
}

// fresh returns a name, with a number if needed, that is not used yet, and marks
// it as used.
func (v vocabulary) fresh(name string) string {
	out := name
	for n := 2; v[fold(out)]; n++ {
		out = name + "_" + strconv.Itoa(n)
	}
	v[fold(out)] = true
	return out
}
