package knowledgecheck_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/knowledgecheck"
	"ludex/internal/knowledgetest"
	"ludex/knowledge"
)

// literal looks for clashes among developments of one length by the definition.
func literal(g game.Game, plays []*knowledgetest.Play) (moves, ends, alike bool) {
	m := g.NewMachine()
	for r := range g.Roles() {
		role := game.Role(r)
		if role == g.Random() {
			continue
		}
		for i, p := range plays {
			for _, q := range plays[:i] {
				if p.Views[r] != q.Views[r] {
					continue
				}
				a, b := p.Last(), q.Last()
				over, other := m.Terminal(a), m.Terminal(b)
				alike = true
				moves = moves || fmt.Sprint(m.Legal(a, role, nil)) != fmt.Sprint(m.Legal(b, role, nil))
				ends = ends || over != other || over && fmt.Sprint(m.Goals(a, role, nil)) != fmt.Sprint(m.Goals(b, role, nil))
			}
		}
	}
	return moves, ends, alike
}

// TestPropositionsAreLiteral compares the propositions with their definitions.
func TestPropositionsAreLiteral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := knowledgetest.Bounded(knowledgetest.Toys().Draw(t, "game"), 2)
		var moves, ends, alike bool
		for _, plays := range knowledgetest.Plays(g, 3) {
			if len(plays) > 1500 {
				t.Skip("too many developments to compare all pairs")
			}
			a, b, c := literal(g, plays)
			moves, ends, alike = moves || a, ends || b, alike || c
		}
		p, err := knowledgecheck.CheckPropositions(t.Context(), g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		f, err := knowledgecheck.CheckDistinguishable(t.Context(), g, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			what    string
			finding *knowledgecheck.Finding
			refuted bool
		}{{"legal moves", &p.LegalMoves, moves}, {"ends", &p.Ends, ends}, {"developments", f, alike}} {
			want := knowledgecheck.Yes
			if test.refuted {
				want = knowledgecheck.No
			}
			if test.finding.Verdict != want || test.refuted != (len(test.finding.Counterexamples) > 0) {
				t.Fatalf("%s: %v, want %v", test.what, test.finding, want)
			}
		}
	})
}

func TestPropositionsPastTheLimit(t *testing.T) {
	g := &knowledgetest.Toy{RoleNames: []string{"ann"}, RandomRole: game.NoRole, States: []knowledgetest.ToyState{
		{Goals: [][]int{{0}}, Legal: [][]int{{0, 1}}, Edges: []knowledgetest.ToyEdge{
			{Percepts: [][]int{{}}}, {Percepts: [][]int{{}}},
		}},
	}}
	p, err := knowledgecheck.CheckPropositions(t.Context(), g, knowledge.Limits{Developments: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.LegalMoves.String(); got != "not refuted within 63 developments" || p.LegalMoves.Reason == "" {
		t.Errorf("an endless game: %q because %q", got, p.LegalMoves.Reason)
	}
}
