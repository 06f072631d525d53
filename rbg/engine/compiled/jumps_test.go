package compiled

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/rbg/engine/enginetest"
	"ludex/rbg/engine/reference"
	"ludex/rbg/engine/sets"
)

// TestJumps holds chains of jumps, and searches whose outcome is remembered for all
// moves of a position, against the other engines.
func TestJumps(t *testing.T) {
	small := []string{"ebebew", "wbebeb", "ebwebe", "ewebeb", "wbebew"}
	rules := map[string]string{"the most": enginetest.Jumps{}.Text(small...)}
	if enginetest.Full() {
		rules["from afar"] = enginetest.Jumps{Flying: true}.Text(small...)
		rules["not the least"] = enginetest.Jumps{Test: "{$ seen < n}"}.Text(small...)
		rules["told apart"] = enginetest.Jumps{Tells: true}.Text(small...)
		rules["counted late"] = enginetest.Jumps{Late: true}.Text(small...)
		rules["a variable changes"] = enginetest.Jumps{Assigns: true}.Text(small...)
		rules["the keeper asks"] = enginetest.Jumps{Asks: true}.Text(small...)
		rules["any number"] = enginetest.Jumps{Free: true, Ways: []string{"up right", "up left", "down"}}.Text(small...)
		rules["two words"] = enginetest.Jumps{Ways: []string{"up", "right", "down left"}}.Text(
			"ebebewebebeb", "webebebebebe", "ebwebewbebeb", "ebebewebebeb", "ebwebewbebeb", "wbebebewebeb")
	}
	for name, text := range rules {
		t.Run(name, func(t *testing.T) {
			g := enginetest.Parse(t, text)
			ref, err := reference.New(g)
			if err != nil {
				t.Fatal(err)
			}
			c := compile(t, g, Options{Through: true})
			if _, err := (game.Comparison{Plies: 40, Seed: 1}).Run(context.Background(), ref, c); err != nil {
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
