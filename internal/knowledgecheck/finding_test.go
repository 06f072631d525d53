package knowledgecheck_test

import (
	"testing"

	"ludex/internal/knowledgecheck"
	"ludex/internal/knowledgetest"
	"ludex/internal/rulestest"
	"ludex/knowledge"
)

// dice rolls a die that ann cannot see. The states after each result are given.
func dice(results ...knowledgetest.ToyState) *knowledgetest.Toy {
	roll := knowledgetest.ToyState{Goals: [][]int{{0}, nil}, Legal: [][]int{{0}, nil}}
	for i := range results {
		roll.Legal[1] = append(roll.Legal[1], i)
		roll.Edges = append(roll.Edges, knowledgetest.ToyEdge{Next: i + 1, Percepts: [][]int{{}, {}}})
	}
	return &knowledgetest.Toy{RoleNames: []string{"ann", "random"}, RandomRole: 1,
		States: append([]knowledgetest.ToyState{roll}, results...)}
}

// TestCounterexamples checks what is found in a game of one step: for each proposition
// one counterexample at most, although all three developments may differ.
func TestCounterexamples(t *testing.T) {
	end := func(goal int, legal ...int) knowledgetest.ToyState {
		return knowledgetest.ToyState{Terminal: true, Goals: [][]int{{goal}, nil}, Legal: [][]int{legal, {}}}
	}
	stuck := knowledgetest.ToyState{Goals: [][]int{{0}, nil}, Legal: [][]int{{}, {}}}
	for _, test := range []struct {
		name        string
		game        *knowledgetest.Toy
		moves, ends string // the counterexamples; empty if there are none
	}{
		{"the same", dice(end(50), end(50), end(50)), "", ""},
		{"legal moves", dice(end(50), end(50, 2), end(50, 3)), `ann cannot tell two developments apart that differ in their legal moves
  view: m0
  (m0 m0): none (over)
  (m0 m1): m2 (over)`, ""},
		{"goals", dice(end(100), end(0), end(50)), "", `ann cannot tell two developments apart that differ in their goals
  view: m0
  (m0 m0): 100 (over)
  (m0 m1): 0 (over)`},
		{"ends", dice(end(0), stuck, stuck), "", `ann cannot tell two developments apart that differ in their end
  view: m0
  (m0 m0): over
  (m0 m1): not over`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := knowledgecheck.CheckPropositions(t.Context(), test.game, knowledge.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, &p.LegalMoves, test.moves)
			expect(t, &p.Ends, test.ends)
			f, err := knowledgecheck.CheckDistinguishable(t.Context(), test.game, knowledge.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, f, "ann cannot tell two developments apart that differ in their moves\n  view: m0\n  (m0 m0)\n  (m0 m1)")
		})
	}
}

// expect checks that a finding is a proof, with the given counterexample if there is one.
func expect(t *testing.T, f *knowledgecheck.Finding, counterexample string) {
	t.Helper()
	want, got := knowledgecheck.Yes, ""
	if counterexample != "" {
		want = knowledgecheck.No
	}
	for _, c := range f.Counterexamples {
		got += c.String()
	}
	if f.Verdict != want || f.String() != string(want) || got != counterexample {
		t.Errorf("the finding is %v: %s\nwant %v: %s", f, got, want, counterexample)
	}
	if f.Developments.Int64() != 4 {
		t.Errorf("%v developments are visited", f.Developments)
	}
}

// TestCompleteInformation checks that nothing is visited where every role sees every
// move.
func TestCompleteInformation(t *testing.T) {
	_, g := rulestest.Open(t, "tictactoe")
	p, err := knowledgecheck.CheckPropositions(t.Context(), g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := knowledgecheck.CheckDistinguishable(t.Context(), g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for what, finding := range map[string]*knowledgecheck.Finding{"legal moves": &p.LegalMoves, "ends": &p.Ends, "developments": f} {
		if finding.Verdict != knowledgecheck.Yes || finding.Developments.Sign() != 0 || finding.Reason != "every role sees every move" {
			t.Errorf("%s: %v after %v developments because %q", what, finding, finding.Developments, finding.Reason)
		}
	}
}
