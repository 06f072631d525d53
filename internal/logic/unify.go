package logic

import (
	"ludex/gdl"
	"ludex/internal/scc"
)

// CanUnify reports whether two atoms without common variables could be made equal.
// It may return true too often, never false: repeated variables are not tracked.
func CanUnify(a, b *gdl.Term) bool {
	if a.Kind == gdl.Variable || b.Kind == gdl.Variable {
		return true
	}
	if a.Name != b.Name || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !CanUnify(&a.Args[i], &b.Args[i]) {
			return false
		}
	}
	return true
}

// maxUnifications bounds the effort of NegativeClauseCycle.
const maxUnifications = 5_000_000

// NegativeClauseCycle reports whether, among the clauses of one component, a
// clause depends on itself through a negation when a body atom is taken to
// depend only on clauses whose heads it can unify with. If not, no ground atom
// depends on its own negation. It also says yes if there are too many clauses to
// find out.
func NegativeClauseCycle(clauses []*gdl.Clause) bool {
	byHead := map[gdl.Symbol][]int{}
	for i, c := range clauses {
		s := c.Head.Symbol()
		byHead[s] = append(byHead[s], i)
	}
	successors := make([][]int, len(clauses))
	type edge struct{ from, to int }
	var negative []edge
	work := 0
	for i, c := range clauses {
		c.Atoms(func(a *gdl.Term, negated bool) {
			work += len(byHead[a.Symbol()])
			if work > maxUnifications {
				return
			}
			for _, j := range byHead[a.Symbol()] {
				if !CanUnify(a, &clauses[j].Head) {
					continue
				}
				successors[i] = append(successors[i], j)
				if negated {
					negative = append(negative, edge{i, j})
				}
			}
		})
	}
	if work > maxUnifications {
		return true
	}
	component, _ := scc.New(successors).Components()
	for _, e := range negative {
		if component[e.from] == component[e.to] {
			return true
		}
	}
	return false
}
