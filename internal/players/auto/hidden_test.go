package auto

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/learn"
	"ludex/internal/players/infoset"
	"ludex/internal/playertest"
	"ludex/player"
)

// A network for a game that hides information is used if trials showed with confidence that
// it is better.
func TestHiddenNetwork(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	g := playertest.Open(t, "liarsdice")
	opt := learn.Defaults()
	opt.Hidden = 16
	l, err := learn.New(t.Context(), g, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	path, err := learn.PathFor(g)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	l.Model.Method = learn.Method{Search: learn.Policy, Share: 1}
	for low, want := range map[float64]string{0.45: "tree search of what each role can know", 0.55: "the network without a search"} {
		l.Model.Trials = []learn.Trial{{Method: l.Model.Method, Games: 24, Score: 0.7, Low: low, High: 0.9}}
		if err := l.Model.Save(path); err != nil {
			t.Fatal(err)
		}
		if _, about := new(Player).hidden(player.Setup{Game: g}); !strings.Contains(about, want) {
			t.Errorf("%g: %s", low, about)
		}
	}
	l.Model.Method = learn.Method{Search: learn.ISMCTS, Share: 1, Prior: 70}
	l.Model.Trials = []learn.Trial{{Method: l.Model.Method, Games: 24, Score: 0.7, Low: 0.55, High: 0.9}}
	if err := l.Model.Save(path); err != nil {
		t.Fatal(err)
	}
	p, about := new(Player).hidden(player.Setup{Game: g})
	if with, ok := p.(*infoset.Player); !ok || with.Options.Net == nil || with.Options.Prior != 70 || !strings.Contains(about, "values as 70 simulations") {
		t.Errorf("a prior: %T, %s", p, about)
	}
	if err := os.WriteFile(path, []byte("broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	if p, about := new(Player).hidden(player.Setup{Game: g}); p == nil || !strings.Contains(about, "cannot be used") {
		t.Error(about)
	}
}
