package gdlrewrite

import (
	"strconv"

	"ludex/gdl"
)

// A vocabulary is the names that a program uses, in lower case.
type vocabulary map[string]bool

func vocabularyOf(p *gdl.Program) vocabulary {
	v := vocabulary{}
	p.Walk(func(t *gdl.Term) { v[fold(t.Name)] = true })
	return v
}

// fresh returns a name, with a number if need be, that is not used yet, and marks
// it as used.
func (v vocabulary) fresh(name string) string {
	out := name
	for n := 2; v[fold(out)]; n++ {
		out = name + "_" + strconv.Itoa(n)
	}
	v[fold(out)] = true
	return out
}
