package gdldraw

import (
	"testing"

	"ludex/gdl"
	"ludex/timed"
)

// timedPositions returns the facts, without lifetimes, of the first positions of
// a play without moves.
func timedPositions(t testing.TB, p *gdl.Program) [][]string {
	t.Helper()
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	s := g.Initial()
	var list [][]string
	for range 4 {
		var facts []string
		for _, f := range s.Facts() {
			facts = append(facts, f.Fact)
		}
		list = append(list, facts)
		if over, err := g.Terminal(s); over || err != nil || s.Expiry() >= timed.Forever {
			break
		}
		u, err := g.Update(s, s.Expiry()-s.Now(), nil)
		if err != nil {
			t.Fatal(err)
		}
		s = u.State
	}
	return list
}
