package clauses_test

import (
	"os"
	"testing"

	"ludex/gdl"
	"ludex/internal/circuit/clauses"
	"ludex/internal/enginecompare"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlformat"
	"ludex/internal/rulestest"
	"ludex/rules"
	"ludex/source"
)

// The ground rules of a game, written in GDL, are the same game: with the same facts, moves,
// percepts and goals along random plays.
func TestSameGame(t *testing.T) {
	names := []string{"tictactoe", "nim", "connectthree", "rockpaperscissors", "montyhall", "kuhnpoker", "maze", "kriegspiel-tictactoe", "breakthrough-5x5"}
	if os.Getenv("LUDEX_FULL") != "" {
		names = append(names, "connectfour", "breakthrough", "blackjack", "goofspiel-three", "tron-four", "leducpoker", "hanoi", "eightpuzzle")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			r := rulestest.Read(t, name)
			p, err := r.Playable(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			compare(t, p)
		})
	}
}

// Names of the game can be those of the relations that are written.
func TestUnusedNames(t *testing.T) {
	r, err := rules.Parse("rule.kif", `(role rule1) (init (rule 1)) (legal rule1 rule2) (legal rule1 RULE_3)
		(<= (next (rule 2)) (does rule1 rule2)) (<= (next (rule 3)) (does rule1 rule_3)) (<= terminal (true (rule 2)))
		(<= terminal (true (rule 3))) (<= (goal rule1 100) (true (rule 2))) (<= (goal rule1 0) (not (true (rule 2))))`)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, r)
}

func compare(t *testing.T, r *rules.Rules) {
	t.Helper()
	res, err := ground.Ground(t.Context(), r.GDL, ground.Options{})
	if err != nil {
		t.Fatal(err)
	}
	names, err := clauses.Texts(res.Spec)
	if err != nil {
		t.Fatal(err)
	}
	text := gdlformat.Program(clauses.Program(res.Spec, names), gdl.Prefix)
	translated := rules.Read(source.NewFile(r.File.Name(), text), rules.Options{})
	if list := translated.Check(t.Context(), rules.CheckOptions{}); list.HasErrors() {
		t.Fatal(list.Err())
	}
	got, _, err := translated.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := r.Open(t.Context(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	if plies, err := (enginecompare.Comparison{Plies: 60}).Run(t.Context(), want, got); err != nil || plies == 0 {
		t.Errorf("after %d plies: %v", plies, err)
	}
}
