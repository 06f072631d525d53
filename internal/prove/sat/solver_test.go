package sat_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ludex/internal/prove/lrat"
	"ludex/internal/prove/sat"
)

// randomClauses returns random clauses of up to three literals.
func randomClauses(r *rand.Rand, vars, count int) [][]sat.Lit {
	var list [][]sat.Lit
	for range count {
		var c []sat.Lit
		for _, v := range r.Perm(vars)[:1+min(2, r.IntN(6))] {
			c = append(c, sat.Lit(2*(v+1)+r.IntN(2)))
		}
		list = append(list, c)
	}
	return list
}

// satisfiable tries all assignments.
func satisfiable(clauses [][]sat.Lit, assumed []sat.Lit, vars int) bool {
	holds := func(bits int, l sat.Lit) bool { return (bits>>(l.Var()-1)&1 == 1) == (l&1 == 0) }
	for bits := range 1 << vars {
		ok := !slices.ContainsFunc(assumed, func(l sat.Lit) bool { return !holds(bits, l) })
		for _, c := range clauses {
			ok = ok && slices.ContainsFunc(c, func(l sat.Lit) bool { return holds(bits, l) })
		}
		if ok {
			return true
		}
	}
	return false
}

// checkProof has the checker confirm the last result, whose original clauses must be among
// the given ones and the assumptions.
func checkProof(t *testing.T, s *sat.Solver, clauses [][]sat.Lit, assumed []sat.Lit) {
	t.Helper()
	p, err := s.Proof()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Original {
		given := slices.ContainsFunc(clauses, func(o []sat.Lit) bool { return slices.Equal(o, c.Lits) })
		if !given && (len(c.Lits) != 1 || !slices.Contains(assumed, c.Lits[0])) {
			t.Fatalf("the proof uses %v, which was not given", c.Lits)
		}
	}
	var cnf, proof bytes.Buffer
	if err := p.WriteCNF(&cnf); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteLRAT(&proof); err != nil {
		t.Fatal(err)
	}
	read, err := lrat.ReadCNF(&cnf)
	if err != nil {
		t.Fatal(err)
	}
	if err := lrat.Check(read, &proof); err != nil {
		t.Fatal(err)
	}
}

// Random clauses have the result that trying everything gives, again and again under
// different assumptions, and every unsatisfiable one has a proof.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		vars := 3 + r.IntN(8)
		clauses := randomClauses(r, vars, 2+r.IntN(6*vars))
		s := sat.New(true)
		for _, c := range clauses {
			s.Add(c...)
		}
		for range 4 {
			var assumed []sat.Lit
			for _, v := range r.Perm(vars)[:r.IntN(4)%vars] {
				assumed = append(assumed, sat.Lit(2*(v+1)+r.IntN(2)))
			}
			want := satisfiable(clauses, assumed, vars)
			got := s.Solve(t.Context(), assumed, sat.Limits{})
			if (got == sat.Satisfiable) != want || got == sat.Unknown {
				t.Fatalf("%v under %v: %v, want satisfiable: %v", clauses, assumed, got, want)
			}
			if want {
				for _, c := range append(clauses, unit(assumed)...) {
					if !slices.ContainsFunc(c, s.Value) {
						t.Fatalf("%v does not hold in the solution", c)
					}
				}
			} else {
				checkProof(t, s, clauses, assumed)
			}
		}
	}
}

func unit(list []sat.Lit) (clauses [][]sat.Lit) {
	for _, l := range list {
		clauses = append(clauses, []sat.Lit{l})
	}
	return clauses
}

// pigeons returns the clauses that put n+1 pigeons into n holes.
func pigeons(n int) (clauses [][]sat.Lit) {
	at := func(p, h int) sat.Lit { return sat.Lit(2 * (1 + p*n + h)) }
	for p := range n + 1 {
		var c []sat.Lit
		for h := range n {
			c = append(c, at(p, h))
		}
		clauses = append(clauses, c)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				clauses = append(clauses, []sat.Lit{at(p, h) ^ 1, at(q, h) ^ 1})
			}
		}
	}
	return clauses
}

// A hard problem makes the solver restart and delete clauses.
func TestPigeons(t *testing.T) {
	s := sat.New(true)
	clauses := pigeons(8)
	for _, c := range clauses {
		s.Add(c...)
	}
	if got := s.Solve(t.Context(), nil, sat.Limits{}); got != sat.Unsatisfiable {
		t.Fatalf("the result is %v", got)
	}
	if s.Conflicts() < 5000 {
		t.Errorf("there were %d conflicts, too few to test deletion", s.Conflicts())
	}
	checkProof(t, s, clauses, nil)
}

// A limit ends the search without a result.
func TestLimit(t *testing.T) {
	s := sat.New(false)
	for _, c := range pigeons(9) {
		s.Add(c...)
	}
	if got := s.Solve(t.Context(), nil, sat.Limits{Conflicts: 100}); got != sat.Unknown {
		t.Fatalf("the result is %v", got)
	}
	if _, err := s.Proof(); err == nil {
		t.Error("there is a proof")
	}
}

// The checker rejects proofs that are cut, or have a wrong clause or hint.
func TestBrokenProofs(t *testing.T) {
	s := sat.New(true)
	for _, c := range pigeons(4) {
		s.Add(c...)
	}
	s.Solve(t.Context(), nil, sat.Limits{})
	p, err := s.Proof()
	if err != nil {
		t.Fatal(err)
	}
	var cnf, text bytes.Buffer
	if err := p.WriteCNF(&cnf); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteLRAT(&text); err != nil {
		t.Fatal(err)
	}
	clauses, err := lrat.ReadCNF(&cnf)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text.String(), "\n"), "\n")
	last := len(lines) - 1
	for name, broken := range map[string]string{
		"cut":            strings.Join(lines[:last], ""),
		"cut in a line":  text.String()[:text.Len()-4],
		"without middle": strings.Join(slices.Concat(lines[:last/2], lines[last/2+1:]), ""),
		"empty at once":  "9999 0 1 2 0\n",
		"unknown hint":   "9999 0 8888 0\n",
		"empty":          "",
		"not numbers":    "x y z\n",
	} {
		if lrat.Check(clauses, strings.NewReader(broken)) == nil {
			t.Errorf("%s: the checker accepts it", name)
		}
	}
	if lrat.Check(clauses[1:], strings.NewReader(text.String())) == nil {
		t.Error("the checker accepts a proof from other clauses")
	}
}
