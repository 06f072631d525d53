package compiled

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
)

// TestJumps holds chains of jumps, and searches whose outcome is remembered for all
// moves of a position, against the other engines.
func TestJumps(t *testing.T) {
	small := []string{"ebebew", "wbebeb", "ebwebe", "ewebeb", "wbebew"}
	rules := map[string]string{"the most": rbgenginetest.Jumps{}.Text(small...)}
	if rbgenginetest.Full() {
		rules["from afar"] = rbgenginetest.Jumps{Flying: true}.Text(small...)
		rules["not the least"] = rbgenginetest.Jumps{Test: "{$ seen < n}"}.Text(small...)
		rules["told apart"] = rbgenginetest.Jumps{Tells: true}.Text(small...)
		rules["counted late"] = rbgenginetest.Jumps{Late: true}.Text(small...)
		rules["a variable changes"] = rbgenginetest.Jumps{Assigns: true}.Text(small...)
		rules["the keeper asks"] = rbgenginetest.Jumps{Asks: true}.Text(small...)
		rules["any number"] = rbgenginetest.Jumps{Free: true, Ways: []string{"up right", "up left", "down"}}.Text(small...)
		rules["two words"] = rbgenginetest.Jumps{Ways: []string{"up", "right", "down left"}}.Text(
			"ebebewebebeb", "webebebebebe", "ebwebewbebeb", "ebebewebebeb", "ebwebewbebeb", "wbebebewebeb")
	}
	for name, text := range rules {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Parse(t, text)
			ref, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			c := compile(t, g, Options{Through: true})
			if _, err := (enginecompare.Comparison{Plies: 40, Seed: 1}).Run(context.Background(), ref, c); err != nil {
				t.Error(err)
			}
			s, err := sets.New(context.Background(), g, sets.Options{})
			if err != nil {
				t.Fatal(err)
			}
			samePlayouts(t, s, c, game.PlayoutOptions{Count: 200, Seed: 1, MaxSteps: 60})
		})
	}
}
