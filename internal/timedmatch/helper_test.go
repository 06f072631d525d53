package timedmatch_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/rulestest"
	"ludex/timed"
)

// libraryGame prepares a timed game of the library.
func libraryGame(t testing.TB, name string) *timed.Game {
	t.Helper()
	g, err := rulestest.Read(t, name).OpenTimed(t.Context(), game.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A policyFunc is a function that is a policy.
type policyFunc func(v *timed.View) (timed.Plan, bool)

// Next calls the function.
func (f policyFunc) Next(v *timed.View) (timed.Plan, bool) { return f(v) }
