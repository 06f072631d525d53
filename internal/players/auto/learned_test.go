package auto

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/tiers"
	"ludex/player"
)

// A network in the user's folder is used, and one that does not help is not.
func TestUsersNetwork(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	g := playertest.Open(t, "breakthrough-5x5")
	p := new(Player)
	s := player.Setup{Game: g, Nodes: 300, Seed: 1}
	if chosen, note := p.learned(t.Context(), s); chosen != nil || note != "" {
		t.Fatalf("%T, %s", chosen, note)
	}
	m, err := p.learn(t.Context(), s, 2*time.Second)
	if err != nil || m.Plays == 0 {
		t.Fatalf("nothing was learned: %v, %+v", err, m)
	}
	path, err := learn.PathFor(g)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, method := range []learn.Method{{Search: learn.Playouts}, {Search: learn.BestFirst, Share: 1}} {
		m.Method = method
		if err := m.Save(path); err != nil {
			t.Fatal(err)
		}
		chosen, note := p.learned(t.Context(), s)
		if used := chosen != nil; used == (method.Search == learn.Playouts) || !strings.Contains(note, "learned from") {
			t.Errorf("%+v: %T, %s", method, chosen, note)
		}
	}
	res, err := player.Play(t.Context(), player.Match{Game: g, Players: []player.Player{new(Player), new(basic.Random)}, Nodes: 300, Seed: 1})
	if err != nil || len(res.Faults) > 0 || !strings.Contains(res.Notes[0], "best-first with the network") {
		t.Errorf("%v, %v, %v", err, res.Faults, res.Notes)
	}
	if err := os.WriteFile(path, []byte("broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	if chosen, note := p.learned(t.Context(), s); chosen != nil || !strings.Contains(note, "cannot be used") {
		t.Errorf("%T, %s", chosen, note)
	}
}

// A player says that it plays without a network if the engine that it needs is not ready in
// time.
func TestEngineNotReady(t *testing.T) {
	g := tiers.Awaiting(playertest.OpenWith(t, "tictactoe", "reference"), 0, "circuit", func(ctx context.Context) (game.Game, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	p := &Player{Threads: 1}
	defer p.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if chosen, note := p.learned(ctx, player.Setup{Game: g, PlayClock: time.Second}); chosen != nil || !strings.Contains(note, "not ready in time") {
		t.Errorf("%T, %q", chosen, note)
	}
	if chosen, note := p.learned(t.Context(), player.Setup{Game: game.First(g), Nodes: 10}); chosen != nil || note != "" {
		t.Errorf("on the interpreter: %T, %q", chosen, note)
	}
}
