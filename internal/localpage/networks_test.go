package localpage

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/players/levels"
	"ludex/internal/server/gamecache"
)

// A page with a network of the user also has the network that the levels of the game were
// measured with, so that both the strongest player and the levels play.
func TestOwnNetwork(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	e, err := gamecache.New(gamecache.Limit{Games: 1, Time: 10 * time.Second}).Find(gamecache.Ref{Game: "breakthrough-rbg"})
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := e.Game(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPage(t.Context(), e)
	if err != nil || p.network == nil || p.ownNetwork != nil {
		t.Fatalf("without a network of the user the page has networks of %d and %d bytes, %v", len(p.network), len(p.ownNetwork), err)
	}
	saveOwn(t, g)
	p, err = newPage(t.Context(), e)
	if err != nil || p.network == nil || p.ownNetwork == nil {
		t.Fatalf("with a network of the user the page has networks of %d and %d bytes, %v", len(p.network), len(p.ownNetwork), err)
	}
	needed, err := levels.Shipped(game.Fingerprint(g))
	if err != nil {
		t.Fatal(err)
	}
	supplied, own := readNetwork(t, p.network), readNetwork(t, p.ownNetwork)
	if supplied.ID() != needed.Network() || own.Seed != 77 {
		t.Errorf("the networks of the page are %s and %s, and the levels need %s", supplied.ID(), own.ID(), needed.Network())
	}
	// What the engine of the page does.
	learn.Give(supplied, true)
	learn.Give(own, false)
	if m, err := learn.Best(g); err != nil || m != own {
		t.Errorf("the strongest player uses %v, error %v", m, err)
	}
	if m, err := levels.Network(g); err != nil || m != supplied {
		t.Errorf("the levels use %v, error %v", m, err)
	}
}

// saveOwn stores the network that comes with Ludex as one of the user, with another seed.
func saveOwn(t *testing.T, g game.Game) {
	t.Helper()
	m, err := learn.Supplied(game.Fingerprint(g))
	if err != nil || m == nil {
		t.Fatalf("the network of the game: %v", err)
	}
	mine := *m
	mine.Seed = 77
	path, err := learn.PathFor(g)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := mine.Save(path); err != nil {
		t.Fatal(err)
	}
}

// readNetwork reads the file of a network.
func readNetwork(t *testing.T, file []byte) *learn.Model {
	t.Helper()
	m, err := learn.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
