package knowledge_test

import (
	"math/big"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gdlmoves"
	"ludex/internal/rulestest"
	"ludex/knowledge"
)

// open opens a game of the library.
func open(t testing.TB, name string) game.Game {
	t.Helper()
	_, g := rulestest.Open(t, name)
	return g
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
