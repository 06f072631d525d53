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
// (Thielscher 2010, Theorem 4). A description with a role random and no clause for sees is
// read as if it had this clause, so it is written out. It is an error if the description has
// clauses for sees already.
func ToGDLII(p *gdl.Program) (*gdl.Program, error) {
	switch mark := perceptMark(p); {
	case p.Dialect.Percepts() && mark != randomMark:
		return nil, fmt.Errorf("the description is in %s already", p.Dialect.Title())
	case !p.Dialect.Percepts() && mark != "":
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

// The marks of GDL-II.
const (
	seesMark   = "a clause for " + gdl.Sees
	randomMark = "a role " + gdl.Random
)

// perceptMark returns the mark of GDL-II in a description, or nothing. Clauses for sees
// come before a role random.
func perceptMark(p *gdl.Program) (mark string) {
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		switch {
		case head.Name == gdl.Sees:
			return seesMark
		case head.Name == gdl.Role && len(head.Args) == 1 && head.Args[0].Name == gdl.Random:
			mark = randomMark
		}
	}
	return mark
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
