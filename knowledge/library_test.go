package knowledge_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlmoves"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/internal/knowledgecheck"
	"ludex/knowledge"
	"ludex/library"
	"ludex/source"
)

func program(t testing.TB, file *source.File) *gdl.Program {
	t.Helper()
	prog, list := gdlparse.File(file, gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	return prog
}

func openProgram(t testing.TB, prog *gdl.Program) game.Game {
	t.Helper()
	o, err := gdlengine.Open(t.Context(), prog, gdlengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o.Game
}

// open opens a game of the library, with texts replaced by others in turn.
func open(t testing.TB, name string, replace ...string) game.Game {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	text := strings.NewReplacer(replace...).Replace(string(entry.Rules()))
	return openProgram(t, program(t, source.NewFile(entry.File, []byte(text))))
}

// develop plays moves, separated by semicolons, from the initial state.
func develop(t testing.TB, g game.Game, text string) knowledge.Development {
	t.Helper()
	steps, err := gdlmoves.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	_, joints, err := gdlmoves.Play(g, m, m.Initial(nil), steps)
	if err != nil {
		t.Fatal(err)
	}
	return knowledge.Development{Joints: joints}
}

func role(t testing.TB, g game.Game, name string) game.Role {
	t.Helper()
	r := slices.Index(g.Roles(), name)
	if r < 0 {
		t.Fatalf("there is no role %s", name)
	}
	return game.Role(r)
}

// TestPaperDevelopments checks what the paper says after Theorem 1.
func TestPaperDevelopments(t *testing.T) {
	g := open(t, "cardgame")
	m := newModel(t, g)
	king, ace := develop(t, g, "deal(king,7)"), develop(t, g, "deal(ace,7)")
	for _, test := range []struct {
		role string
		step int
		want bool
	}{{"jane", 1, true}, {"jane", 2, false}, {"rick", 1, true}, {"rick", 2, true}, {"rick", 3, false}} {
		got, err := m.Indistinguishable(king, ace, role(t, g, test.role), test.step)
		if err != nil || got != test.want {
			t.Errorf("for %s at step %d they are indistinguishable: %v, %v", test.role, test.step, got, err)
		}
	}
	if _, err := m.Indistinguishable(king, ace, g.Random(), 1); err == nil {
		t.Error("random has no knowledge, but was asked for it")
	}
}

func TestCardGameViews(t *testing.T) {
	g := open(t, "cardgame")
	m := newModel(t, g)
	d := develop(t, g, "deal(king,7) ; allIn fold")
	for _, test := range []struct {
		role, view string
		sizes      []int64
	}{
		{"jane", "noop (yourCard king) ; allIn (ricksBid fold)", []int64{1, 7, 7}},
		{"rick", "noop (yourCard 7) ; fold (janesBid allIn)", []int64{1, 7, 7}},
	} {
		r := role(t, g, test.role)
		v, err := m.ViewOf(d, r)
		if err != nil || v.String() != test.view {
			t.Errorf("%s has the view %q, %v", test.role, v, err)
		}
		set, err := m.Filter(t.Context(), v, 0)
		if err != nil {
			t.Fatal(err)
		}
		for k := len(test.sizes) - 1; k >= 0; k, set = k-1, set.Before() {
			if set.Developments().Int64() != test.sizes[k] {
				t.Errorf("%s at step %d thinks %v developments possible", test.role, k+1, set.Developments())
			}
		}
	}
}

// TestMontyHall checks the answer of the puzzle: a player who switches wins twice out of three
// times, whatever was chosen and opened.
func TestMontyHall(t *testing.T) {
	g := open(t, "montyhall")
	m := newModel(t, g)
	r := role(t, g, "candidate")
	for _, text := range []string{"hide(1) ; choose(1) ; open(2)", "hide(3) ; choose(1) ; open(2)"} {
		v, err := m.ViewOf(develop(t, g, text), r)
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Belief(t.Context(), v, knowledge.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		machine := g.NewMachine()
		for move, want := range map[string]*big.Rat{"switch": big.NewRat(2, 3), "stay": big.NewRat(1, 3)} {
			got := b.Probability(func(s game.State) bool { return wins(t, g, machine, s, r, move) })
			if got.Cmp(want) != 0 {
				t.Errorf("after %q, %s wins with the probability %v, want %v", text, move, got, want)
			}
		}
		if b.Len() != 2 || b.P(b.Order()[0]).Cmp(big.NewRat(2, 3)) != 0 {
			t.Errorf("the likeliest of %d states has the probability %v", b.Len(), b.P(b.Order()[0]))
		}
	}
}

// wins reports whether the candidate wins by a move.
func wins(t *testing.T, g game.Game, m game.Machine, s game.State, r game.Role, move string) bool {
	t.Helper()
	joint := make([]game.Move, len(g.Roles()))
	for q := range joint {
		joint[q] = m.Legal(s, game.Role(q), nil)[0]
	}
	var err error
	if joint[r], err = game.FindMove(g, m, s, r, move); err != nil {
		t.Fatal(err)
	}
	next := m.Next(s, joint, nil)
	return slices.Equal(m.Goals(next, r, nil), []int{100})
}

// TestPolicy believes that bob bets with the king only and that alice never
// bets, so a bet tells alice his card.
func TestPolicy(t *testing.T) {
	g := open(t, "kuhnpoker")
	m := newModel(t, g)
	alice, bob := role(t, g, "alice"), role(t, g, "bob")
	v, err := m.ViewOf(develop(t, g, "deal(queen,king) ; check ; bet"), alice)
	if err != nil {
		t.Fatal(err)
	}
	hasKing := func(s game.State) bool { return slices.Contains(g.Facts(s), "(hand bob king)") }
	uniform, err := m.Belief(t.Context(), v, knowledge.Policy{})
	if err != nil || uniform.Probability(hasKing).Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("uniformly, bob has the king with %v, %v", uniform.Probability(hasKing), err)
	}
	for _, byView := range []bool{false, true} {
		policy := knowledge.Policy{ByView: byView, Weights: func(s knowledge.Situation) []uint64 {
			if s.Role != bob || len(s.Legal) < 2 {
				return nil
			}
			king := hasKing(s.State)
			if byView {
				king = slices.Equal(s.View.Steps[0].Percepts, []string{"(dealt king)"})
			}
			if king {
				return []uint64{3, 1} // bet, check
			}
			return []uint64{1, 7}
		}}
		b, err := m.Belief(t.Context(), v, policy)
		if err != nil || b.Probability(hasKing).Cmp(big.NewRat(6, 7)) != 0 {
			t.Errorf("bob has the king with %v, %v", b.Probability(hasKing), err)
		}
	}
	for _, weights := range [][]uint64{{0, 0}, {1}} {
		policy := knowledge.Policy{Weights: func(s knowledge.Situation) []uint64 {
			if len(s.Legal) < 2 {
				return nil
			}
			return weights
		}}
		if _, err := m.Belief(t.Context(), v, policy); err == nil {
			t.Errorf("the weights %v were taken", weights)
		}
	}
}

// TestPropositionsOfTheCardGame takes away what players need to know.
func TestPropositionsOfTheCardGame(t *testing.T) {
	shown := []string{"sees(jane,ricksCard(C))", "unseen(jane,ricksCard(C))", "sees(rick,janesCard(C))", "unseen(rick,janesCard(C))"}
	telling := []string{"legal(R,fold) :-\n    true(bettingRound) &\n    player(R)",
		"legal(R,fold) :-\n    true(bettingRound) &\n    player(R)\n" +
			"legal(R,call) :- true(bettingRound) & player(R) & true(hasCard(S,ace)) & distinct(R,S)"}
	for _, test := range []struct {
		what        string
		replace     []string
		moves, ends knowledgecheck.Verdict
	}{
		{"as it is", nil, knowledgecheck.Yes, knowledgecheck.Yes},
		{"cards never shown", shown, knowledgecheck.Yes, knowledgecheck.No},
		{"a move that tells the other's card", telling, knowledgecheck.No, knowledgecheck.Yes},
	} {
		p, err := knowledgecheck.CheckPropositions(t.Context(), open(t, "cardgame", test.replace...), knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if p.LegalMoves.Verdict != test.moves || p.Ends.Verdict != test.ends {
			t.Errorf("%s: %v and %v, want %v and %v", test.what, &p.LegalMoves, &p.Ends, test.moves, test.ends)
		}
		for _, c := range slices.Concat(p.LegalMoves.Counterexamples, p.Ends.Counterexamples) {
			t.Logf("%s:\n%v", test.what, c)
		}
	}
}

// TestTheorem4 converts games of complete information: no two developments are
// indistinguishable, and without the new clause they are.
func TestTheorem4(t *testing.T) {
	for _, name := range []string{"nim", "rockpaperscissors", "maze"} {
		entry, _ := library.Lookup(name)
		prog := program(t, source.NewFile(entry.File, entry.Rules()))
		limits := knowledge.Limits{Developments: 30_000}
		converted, err := gdlrewrite.ToGDLII(prog)
		if err != nil {
			t.Fatal(err)
		}
		g := openProgram(t, converted)
		if !g.Hidden() {
			t.Fatalf("%s was not converted", name)
		}
		f, err := knowledgecheck.CheckDistinguishable(t.Context(), g, limits)
		if err != nil || f.Verdict == knowledgecheck.No {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}
