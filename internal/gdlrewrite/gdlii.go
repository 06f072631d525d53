package gdlrewrite

import (
	"fmt"

	"ludex/gdl"
)

// ToGDLII turns a game of complete information into one of GDL-II (or rtGDL
// into rtGDL-II) in which every role still sees everything, by the one clause
//
//	sees(R1,moves(R,M)) <= role(R1) & does(R,M)
//
// With this clause alone no two developments look the same to any role
// (Thielscher 2010, Theorem 4). It is an error if the description has percepts
// or a role random already, for then the theorem does not hold.
func ToGDLII(p *gdl.Program) (*gdl.Program, error) {
	if p.Dialect.Percepts() {
		return nil, fmt.Errorf("the description is in %s already", p.Dialect.Title())
	}
	if mark := perceptMark(p); mark != "" {
		return nil, fmt.Errorf("the description has %s, which means something else in GDL-II", mark)
	}
	q := copyProgram(p)
	q.Clauses = append(q.Clauses, seesEverything())
	q.Dialect = gdl.GDLII
	if p.Dialect.Timed() {
		q.Dialect = gdl.RTGDLII
	}
	return q, nil
}

// perceptMark returns the mark of GDL-II in a description that was forced to
// be read without it, or nothing.
func perceptMark(p *gdl.Program) string {
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		switch {
		case head.Name == gdl.Sees:
			return "a clause for " + gdl.Sees
		case head.Name == gdl.Role && len(head.Args) == 1 && head.Args[0].Name == gdl.Random:
			return "a role " + gdl.Random
		}
	}
	return ""
}

func seesEverything() gdl.Clause {
	observer, role, move := gdl.Var("R1"), gdl.Var("R"), gdl.Var("M")
	return gdl.Clause{
		Head: gdl.Fn(gdl.Sees, observer, gdl.Fn("moves", role, move)),
		Body: []gdl.Formula{
			gdl.Pos(gdl.Fn(gdl.Role, observer)),
			gdl.Pos(gdl.Fn(gdl.Does, role, move)),
		},
	}
}
