package compiled

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
	"ludex/internal/rbgtest"
	"ludex/rbg"
)

// TestRandomGames compares compiled programs of random games with the reference.
// Building takes time, so by default there is one game.
func TestRandomGames(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	n := 1
	if rbgenginetest.Full() {
		n = 40
	}
	games := rapid.Custom(func(t *rapid.T) *rbg.Game { return rbgtest.Game(t) })
	for seed := range n {
		g := games.Example(seed)
		ref, err := rbgref.New(g)
		if err != nil {
			t.Fatal(err)
		}
		c := compile(t, g, Options{Through: true})
		cmp := enginecompare.Comparison{Plies: 40, Seed: uint64(seed), MaxSteps: 20}
		if _, err := cmp.Run(context.Background(), ref, c); err != nil {
			t.Errorf("%v\n%s", err, g.File.Text())
		}
		s, err := sets.New(context.Background(), g, sets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		samePlayouts(t, s, c, game.PlayoutOptions{Count: 50, Seed: uint64(seed), MaxSteps: 40})
		sameRuns(t, s, c)
	}
}
