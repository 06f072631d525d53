package gdlref

import (
	"strings"
	"testing"

	"ludex/game"
)

const whyGame = `(role white)
(role black)
(init (cell 1 b)) (init (cell 2 b)) (init (control white))
(<= (legal ?r (mark ?n))
    (true (control ?r))
    (true (cell ?n b)))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (cell ?n b)) (true (cell ?n b)) (not (marked ?n)))
(<= (marked ?n) (does ?r (mark ?n)))
(<= terminal (not (true (cell 1 b))))
(<= terminal (reach 4 1))
(edge 1 2) (edge 2 1) (edge 2 3)
(<= (reach ?x ?y) (edge ?x ?y))
(<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z) (distinct ?y ?z))
(<= (goal ?r 50) (role ?r))`

func TestWhy(t *testing.T) {
	g := open(t, whyGame)
	m := g.NewMachine()
	s := m.Initial(nil)
	_, joint := step(t, g, m, s, "(mark 1)", "noop")
	for query, want := range map[string]string{
		"(legal white (mark 2))": `
(legal white (mark 2))  by test.kif:4
  (true (control white))  in the state
  (true (cell 2 b))  in the state`,
		"(legal ?r noop)": `
(legal black noop)  by test.kif:7
  (role black)  by test.kif:2
  (not (true (control black)))  no derivation`,
		"(legal black (mark 2))": `
(legal black (mark 2)) does not hold
  test.kif:4 fails at (true (control black)) with ?r = black, ?n = 2`,
		"(next (cell 1 b))": `
(next (cell 1 b)) does not hold
  test.kif:8 fails at (not (marked 1)) with ?n = 1
    (marked 1)  by test.kif:9
      (does white (mark 1))  the move made`,
		"terminal": `
terminal does not hold
  test.kif:10 fails at (not (true (cell 1 b)))
    (true (cell 1 b))  in the state
  test.kif:11 fails at (reach 4 1)`,
		"(reach 1 3)": `
(reach 1 3)  by test.kif:14
  (reach 1 2)  by test.kif:13
    (edge 1 2)  by test.kif:12
  (reach 2 3)  by test.kif:13
    (edge 2 3)  by test.kif:12
  (distinct 2 3)  different terms`,
		"(legal white (mark (f ?x)))": `
(legal white (mark (f ?x))) does not hold
  test.kif:4 holds for other arguments only with ?r = white, ?n = 1`,
		"(does black (mark 1))": "\n(does black (mark 1)) does not hold\n  nobody makes that move",
		"(true (cell 3 b))":     "\n(true (cell 3 b)) does not hold\n  it is not in the state",
		"(edge 3 ?x)":           "\n(edge 3 ?x) does not hold\n  no clause has a head that matches",
		"(unheard of)":          "\n(unheard of) does not hold\n  no clause and no condition mentions unheard/1",
		"(distinct 1 1)":        "\n(distinct 1 1) does not hold\n  the terms are the same",
		"(distinct ?x 1)":       "\n(distinct ?x 1): distinct compares two terms without variables",
	} {
		e := g.Why(t.Context(), s, joint, atom(t, query))
		if got := "\n" + strings.TrimSuffix(e.String(), "\n"); got != want {
			t.Errorf("%s:%s\nwant:%s", query, got, want)
		}
	}
}

// TestWhyAgrees asks about legal moves in infix, and about every instance.
func TestWhyAgrees(t *testing.T) {
	g := libraryGame(t, "cardgame")
	m := g.NewMachine()
	s := m.Initial(nil)
	e := g.Why(t.Context(), s, nil, atom(t, "legal(random,deal(C,D))"))
	if len(e.Proofs) != maxInstances || !e.More || e.Err != nil {
		t.Errorf("%d instances, more %v, %v", len(e.Proofs), e.More, e.Err)
	}
	if text := e.String(); !strings.Contains(text, "true(dealingRound)  in the state") {
		t.Error(text)
	}
	for r := range g.Roles() {
		for _, move := range m.Legal(s, game.Role(r), nil) {
			q := atom(t, "(legal "+g.Roles()[r]+" "+g.MoveText(game.Role(r), move)+")")
			if e := g.Why(t.Context(), s, nil, q); !e.Holds() {
				t.Error(e)
			}
		}
	}
}

// TestWhyNeverCircular: a derivation does not use what it derives, whatever the
// order of the rules.
func TestWhyNeverCircular(t *testing.T) {
	g := open(t, `(role r) (<= p q) (<= q p) (<= p (true a)) (<= q s) (<= s q) (init a)`)
	s := g.NewMachine().Initial(nil)
	for _, query := range []string{"p", "q", "s"} {
		e := g.Why(t.Context(), s, nil, atom(t, query))
		if !e.Holds() {
			t.Fatal(e)
		}
		checkAcyclic(t, e.Proofs[0], map[string]bool{})
	}
}

func checkAcyclic(t *testing.T, p *Proof, above map[string]bool) {
	if above[p.Atom.Name] {
		t.Errorf("%s is derived from itself", p.Atom.Name)
		return
	}
	above[p.Atom.Name] = true
	defer delete(above, p.Atom.Name)
	for _, part := range p.Parts {
		checkAcyclic(t, part, above)
	}
}
