package levels_test

import (
	"os"
	"path/filepath"
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/players/levels"
	"ludex/internal/playertest"
	"ludex/internal/rulestest"
	"ludex/library"
	"ludex/player"
	"ludex/rules"
)

func home(t *testing.T) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
}

// A ladder that was saved is found by the fingerprint of its rules.
func TestFind(t *testing.T) {
	home(t)
	print := rulestest.Read(t, "nim").Fingerprint()
	l, err := levels.Find(print)
	if err != nil || l.Measured {
		t.Fatalf("%+v, %v", l, err)
	}
	l.Rules, l.Measured, l.Levels[2].Elo = print, true, 600
	path, err := levels.PathFor(print)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Save(path); err != nil {
		t.Fatal(err)
	}
	found, err := levels.Find(print)
	if err != nil || !found.Measured || found.Levels[2].Elo != 600 {
		t.Errorf("%+v, %v", found, err)
	}
	if text := found.Title(3); text != "Level 3, Elo 600" {
		t.Errorf("level 3 is %q", text)
	}
	if n, err := found.Nearest(550); n != 3 || err != nil {
		t.Errorf("the level nearest to Elo 550 is %d, %v", n, err)
	}
	if _, err := levels.Default().Nearest(550); err == nil {
		t.Error("levels that were not measured have ratings")
	}
	for what, damage := range map[string]string{"no JSON": "{", "too few levels": `{"rules":"` + print + `","levels":[]}`, "other rules": `{"rules":"0"}`} {
		if err := os.WriteFile(path, []byte(damage), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := levels.Find(print); err == nil {
			t.Errorf("a file with %s is taken", what)
		}
	}
}

// Ladders that come with Ludex belong to games of the library, and their neighbours differ
// by what is promised, unless they are merged.
func TestShipped(t *testing.T) {
	home(t)
	files, err := filepath.Glob("measured/*.json")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, g := range library.Games() {
		rs := rulestest.Read(t, g.Name)
		l, err := levels.Find(rs.Fingerprint())
		if err != nil {
			t.Fatal(err)
		}
		if !l.Measured {
			continue
		}
		found++
		if l.Game != g.Name {
			t.Errorf("the levels of %s say that they are of %s", g.Name, l.Game)
		}
		net, err := learn.Supplied(rs.Fingerprint())
		if err != nil {
			t.Fatal(err)
		}
		for i := range l.Levels {
			v := &l.Levels[i]
			if v.Network != "" && (net == nil || v.Network != net.ID()) {
				t.Errorf("%s: level %d was measured with a network that does not come with Ludex: %s", g.Name, i+1, v.Network)
			}
			if i > 0 && (v.Elo > l.Levels[i-1].Elo) == v.Merged {
				t.Errorf("%s: level %d has Elo %.0f, and the one below %.0f", g.Name, i+1, v.Elo, l.Levels[i-1].Elo)
			}
			if seen := v.Seen; i >= 2 && (20*seen.Missed > seen.Wins || 20*seen.Allowed > seen.Threats) {
				t.Errorf("%s: level %d misses too much: %+v", g.Name, i+1, seen)
			}
		}
	}
	if found != len(files) {
		t.Errorf("%d games of the library have levels, and there are %d files", found, len(files))
	}
}

// The player knows the levels of a game on every engine.
func TestFingerprint(t *testing.T) {
	for name, engines := range map[string][]string{"tictactoe": {"reference", "circuit", "auto"}, "tictactoe-rbg": {"reference", "sets", "auto"}} {
		rs := rulestest.Read(t, name)
		for _, engine := range engines {
			for _, early := range []bool{false, true} {
				g, _, err := rs.Open(t.Context(), rules.Opening{Engine: engine, Early: early})
				if err != nil {
					t.Fatal(err)
				}
				if got := game.Fingerprint(g); got != rs.Fingerprint() {
					t.Errorf("%s on %s: %q", name, engine, got)
				}
			}
		}
	}
}

func TestKind(t *testing.T) {
	all := player.Roster{levels.Kind()}
	for _, spec := range []string{"level:3", "level:number=3", "level", "level:nodes=20,temperature=3,sight=0.5"} {
		p, err := all.New(spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if err := p.Start(t.Context(), player.Setup{Game: playertest.Open(t, "tictactoe")}); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
		p.Stop()
	}
	for _, spec := range []string{"level:0", "level:11", "level:x", "level:nodes=0", "level:sight=2", "level:temperature=-1", "level:nodes=NaN"} {
		if _, err := all.New(spec); err == nil {
			t.Errorf("%s is taken", spec)
		}
	}
}
