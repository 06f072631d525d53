package rules_test

import (
	"context"
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/rulestest"
	"ludex/rules"
)

func TestLanguages(t *testing.T) {
	for name, want := range map[string]rules.Language{
		"tictactoe": "gdl", "montyhall": "gdl-ii", "chicken": "rtgdl", "duel": "rtgdl-ii", "chess": rules.RBG,
	} {
		r := rulestest.Read(t, name)
		if r.Language() != want || r.Name() != name || r.IsRBG() != (want == rules.RBG) || len(r.Hash()) != 64 {
			t.Errorf("%s: %s, %s, %s", name, r.Name(), r.Language(), r.Hash())
		}
		_, _, openErr := r.Open(context.Background(), rules.Opening{})
		_, timedErr := r.OpenTimed(t.Context(), rules.Opening{})
		if (openErr == nil) == r.IsTimed() || (timedErr == nil) != r.IsTimed() {
			t.Errorf("%s: %v; %v", name, openErr, timedErr)
		}
	}
	if _, err := rules.Parse("broken.kif", "(role white"); err == nil {
		t.Error("a broken text is read without an error")
	}
}

func TestFindMoveIsTolerant(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	g, _, err := r.Open(context.Background(), rules.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	legal := m.Legal(m.Initial(nil), 0, nil)
	for _, text := range []string{"(mark 1 1)", " ( MARK  1 1 )\n", "(mark 1 1)"} {
		if found, err := disguise.Plain(r).FindMove(g, 0, legal, text); err != nil || found != legal[0] {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "(mark 4 4)", "(mark 1 1", "noop", "(mark 1 1) (mark 1 1)"} {
		_, err := disguise.Plain(r).FindMove(g, 0, legal, text)
		if _, ok := errors.AsType[*game.IllegalMoveError](err); !ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}
