package bestfirst

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestInterrupted checks that no loss which was only assumed stays in a tree whose search
// was interrupted, and that visits count completed descents.
func TestInterrupted(t *testing.T) {
	g := playertest.Open(t, "breakthrough-5x5")
	l, err := learn.New(t.Context(), g, nil, learn.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	p := &Player{Net: l.Model.Net, Options: Options{Share: 0.9, Playouts: 64, Memory: 64, Threads: 3}}
	if err := p.Start(t.Context(), player.Setup{Game: g, Nodes: 1}); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		stop := time.AfterFunc(2*time.Millisecond, cancel)
		if err := p.search.run(ctx, 0); err != nil {
			t.Fatal(err)
		}
		stop.Stop()
		cancel()
	}
	if p.search.stats.descents == 0 {
		t.Fatal("nothing was searched")
	}
	checkNode(t, p.search.root, g.Random())
}

// checkNode checks a node and all below it.
func checkNode(t *testing.T, n *node, random game.Role) {
	t.Helper()
	for i := range n.children {
		c := &n.children[i]
		// The network counts for nine tenths, and is never sure.
		if !c.solved && n.of(i)[n.role] == 0 {
			t.Fatalf("a loss is assumed after %d visits", c.visits)
		}
		if (c.node == nil) != (c.visits == 0) {
			t.Fatalf("%d visits of a child whose children are known: %v", c.visits, c.node != nil)
		}
		if c.node != nil {
			checkNode(t, c.node, random)
		}
	}
}
