package gdlengine_test

import (
	"os"
	"path/filepath"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlparse"
	"ludex/source"
)

// TestPublicGDLII plays the sound public games with hidden information to the
// end on both engines, which must agree on all percepts.
func TestPublicGDLII(t *testing.T) {
	dir := filepath.Join(gdlenginetest.CorpusDir, "..", "gdl2")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the public games are not there: %v", err)
	}
	for _, name := range []string{"kriegTTT_4x4", "mastermind2x3", "montyhall", "guessSix", "transit"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".kif"))
		if err != nil {
			t.Fatal(err)
		}
		prog := program(t, source.NewFile(name+".kif", text), gdlparse.Options{})
		ref, net := open(t, prog, gdlengine.Reference).Game, open(t, prog, gdlengine.Circuit).Game
		if n, err := (enginecompare.Comparison{Plies: 200}).Run(t.Context(), ref, net); err != nil || n < 200 {
			t.Errorf("%s: %d plies, %v", name, n, err)
		}
	}
}

// TestChanceSees compares what chance itself would see: engines agree on that, too.
func TestChanceSees(t *testing.T) {
	const rules = `role(ann) role(random) init(n) legal(ann,go) legal(random,heads) legal(random,tails)
next(done) :- true(n)  terminal :- true(done)  goal(ann,50)
sees(random,C) :- does(random,C)  sees(ann,it) :- does(random,heads)`
	prog := program(t, source.NewFile("coin.gdl", []byte(rules)), gdlparse.Options{})
	net := open(t, prog, gdlengine.Circuit).Game
	m := net.NewMachine()
	s := m.Initial(nil)
	joint := []game.Move{m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)[1]}
	if seen := m.Percepts(s, joint, net.Random(), nil); len(seen) != 1 || net.PerceptText(seen[0]) != "tails" {
		t.Errorf("chance sees %v", seen)
	}
	if _, err := (enginecompare.Comparison{Plies: 20}).Run(t.Context(), open(t, prog, gdlengine.Reference).Game, net); err != nil {
		t.Error(err)
	}
}
