package infotracker_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gdlmoves"
	"ludex/internal/infotracker"
	"ludex/knowledge"
)

// sample draws developments with a view.
func sample(t testing.TB, g game.Game, v knowledge.View, opt infotracker.SampleOptions) []knowledge.Development {
	t.Helper()
	out, err := infotracker.Sample(t.Context(), g, v, opt)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func newModel(t testing.TB, g game.Game) *knowledge.Model {
	t.Helper()
	m, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// viewAfter returns a role's view after moves, separated by semicolons.
func viewAfter(t testing.TB, g game.Game, role, moves string) knowledge.View {
	t.Helper()
	steps, err := gdlmoves.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	_, joints, err := gdlmoves.Play(g, m, m.Initial(nil), steps)
	if err != nil {
		t.Fatal(err)
	}
	v, err := newModel(t, g).ViewOf(knowledge.Development{Joints: joints}, game.Role(slices.Index(g.Roles(), role)))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
