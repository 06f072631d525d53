package knowledgecheck_test

import (
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlrewrite"
	"ludex/internal/knowledgecheck"
	"ludex/internal/rulestest"
	"ludex/knowledge"
	"ludex/rules"
)

// changedCardGame opens the card game of the library, with texts replaced by others in
// turn.
func changedCardGame(t *testing.T, replace ...string) game.Game {
	t.Helper()
	text := rulestest.Read(t, "cardgame").Text()
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf("the card game does not contain %q", replace[i])
		}
		text = strings.ReplaceAll(text, replace[i], replace[i+1])
	}
	rs, err := rules.Parse("cardgame.gdl", text)
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := rs.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
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
		p, err := knowledgecheck.CheckPropositions(t.Context(), changedCardGame(t, test.replace...), knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if p.LegalMoves.Verdict != test.moves || p.Ends.Verdict != test.ends {
			t.Errorf("%s: %v and %v, want %v and %v", test.what, &p.LegalMoves, &p.Ends, test.moves, test.ends)
		}
	}
}

// TestTheorem4 converts games of complete information: no two developments are
// indistinguishable. Without the new clauses they are, where somebody else moves.
func TestTheorem4(t *testing.T) {
	for _, test := range []struct {
		name    string
		without knowledgecheck.Verdict
	}{{"nim", knowledgecheck.No}, {"rockpaperscissors", knowledgecheck.No}, {"maze", knowledgecheck.NotRefuted}} {
		prog := rulestest.Read(t, test.name).GDL
		converted, err := gdlrewrite.ToGDLII(prog)
		if err != nil {
			t.Fatal(err)
		}
		if f := distinguish(t, converted, gdlengine.Options{}); f.Verdict == knowledgecheck.No {
			t.Errorf("%s: %v", test.name, f)
		}
		if f := distinguish(t, prog, gdlengine.Options{ForceHidden: true}); f.Verdict != test.without {
			t.Errorf("%s without percepts: %v, want %v", test.name, f, test.without)
		}
	}
}

// distinguish opens a game with hidden information and checks whether its developments
// can be told apart.
func distinguish(t *testing.T, prog *gdl.Program, opt gdlengine.Options) *knowledgecheck.Finding {
	t.Helper()
	opened, err := gdlengine.Open(t.Context(), prog, opt)
	if err != nil {
		t.Fatal(err)
	}
	if !opened.Game.Hidden() {
		t.Fatal("the game has no hidden information")
	}
	f, err := knowledgecheck.CheckDistinguishable(t.Context(), opened.Game, knowledge.Limits{Developments: 30_000})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
