package levels_test

import (
	"testing"

	"ludex/internal/learn"
	"ludex/internal/players/levels"
	"ludex/library"
	"ludex/rules"
)

// fingerprintOf returns the fingerprint of a game of the library.
func fingerprintOf(t *testing.T, name string) string {
	t.Helper()
	entry, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	rs, err := rules.Parse(entry.File, string(entry.Rules()))
	if err != nil {
		t.Fatal(err)
	}
	return rs.Fingerprint()
}

// Where there are no folders, as in a browser, the levels are those that come with Ludex.
func TestFindWithoutFolders(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, "")
	}
	for _, game := range []string{"tictactoe", "breakthrough-rbg"} {
		rules := fingerprintOf(t, game)
		l, err := levels.Find(rules)
		if err != nil || !l.Measured || l.Rules != rules {
			t.Errorf("%s: %+v, error %v", game, l, err)
		}
	}
}

// A page has the user's levels, unless they search by a network that does not come with Ludex.
func TestForPage(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	rules := fingerprintOf(t, "breakthrough-rbg")
	shipped, err := levels.Shipped(rules)
	if err != nil || shipped.Network() == "" {
		t.Fatalf("the levels of the game search by the network %q, error %v", shipped.Network(), err)
	}
	supplied, err := learn.Supplied(rules)
	if err != nil || supplied.ID() != shipped.Network() {
		t.Fatalf("they were measured with another network than the one that comes with Ludex: %v", err)
	}
	if l, own, err := levels.ForPage(rules); l != shipped || own || err != nil {
		t.Errorf("without levels of the user: %v, %v, error %v", l == shipped, own, err)
	}
	path, err := levels.PathFor(rules)
	if err != nil {
		t.Fatal(err)
	}
	mine := *shipped
	mine.Seed = shipped.Seed + 1
	for _, network := range []string{shipped.Network(), "an earlier one"} {
		mine.Levels = append([]levels.Level(nil), shipped.Levels...)
		mine.Levels[5].Network = network
		for i := range 5 {
			mine.Levels[i].Network = ""
		}
		if err := mine.Save(path); err != nil {
			t.Fatal(err)
		}
		l, own, err := levels.ForPage(rules)
		if want := network == shipped.Network(); own != want || (l.Seed == mine.Seed) != want || err != nil {
			t.Errorf("with levels of the user by the network %q: seed %d, own %v, error %v", network, l.Seed, own, err)
		}
	}
}
