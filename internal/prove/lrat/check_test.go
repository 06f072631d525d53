package lrat_test

import (
	"strings"
	"testing"

	"ludex/internal/prove/lrat"
)

// satisfiable tries all assignments of up to six variables. Clauses with more are
// satisfiable for all that it knows.
func satisfiable(clauses [][]int) bool {
	for a := range 64 {
		all := true
		for _, c := range clauses {
			some := false
			for _, l := range c {
				v := max(l, -l)
				if v > 6 || v < 0 { // the smallest integer is a literal of a variable of its own
					return true
				}
				some = some || (a>>(v-1)&1 == 1) == (l > 0)
			}
			all = all && some
		}
		if all {
			return true
		}
	}
	return false
}

// FuzzCheck gives the checker clauses and proofs. It accepts nothing that can be satisfied.
func FuzzCheck(f *testing.F) {
	f.Add("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", "5 2 0 1 2 0\n6 0 5 3 4 0\n")
	f.Add("p cnf 1 2\n1 0\n-1 0\n", "3 0 1 2 0\n")
	f.Add("p cnf 2 2\n1 2 0\n-1 0\n", "3 2 0 2 1 0\n4 d 1 0\n5 0 3 0\n")
	f.Add("p cnf 1 1\n1 0\n", "2 0 1 0\n")
	f.Add("p cnf 1 1\n0\n", "")
	f.Add("p cnf 1 1\n-9223372036854775808 0\n", "2 0 1 1 0\n")
	f.Fuzz(func(t *testing.T, cnf, proof string) {
		clauses, err := lrat.ReadCNF(strings.NewReader(cnf))
		if err != nil || len(clauses) > 200 {
			return
		}
		if lrat.Check(clauses, strings.NewReader(proof)) == nil && satisfiable(clauses) {
			t.Errorf("%q proves that %v is contradictory", proof, clauses)
		}
	})
}
