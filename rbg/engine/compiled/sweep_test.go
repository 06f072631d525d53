package compiled

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/rbg/engine/enginetest"
	"ludex/rbg/engine/reference"
)

// TestSweep holds keepers that do the same to one cell after the other against the
// reference, on boards of one word, of some, and with holes, whose cells are not in
// the order of their bits.
func TestSweep(t *testing.T) {
	const anywhere, beside = "(up* + down*)(left* + right*)", "up + down + left + right"
	boards := map[string]string{
		"one word":  enginetest.Sweeping(anywhere, beside, "ewbxwwe", "bbwewwb", "ewwbbbw", "wwwwbbb"),
		"one edge":  enginetest.Sweeping("left* {! left} (up* + down*)", "up + right", "ewb", "bbw", "eww", "wxw", "bww"),
		"two words": enginetest.Sweeping(anywhere, "up + right + down left", "ewbxwwebbwwwe", "bbwewwbwwbbbb", "ewwbbbwwbwbww", "wwwwbbbwbbbww", "bbbbbbewwwbbb", "wwwwwwwbwbwbe"),
	}
	if enginetest.Full() {
		boards["holes"] = enginetest.Sweeping(anywhere, beside, "e.w.b.w.e", ".w.b.w.e.", "w.w.e.b.b", ".b.b.b.w.", "e.w.w.w.w")
		boards["wide"] = enginetest.Sweeping(anywhere, beside, "ewbxwwebbwwweewbxwwebbwwwe", "bbwewwbwwbbbbewbxwwebbwwwe", "ewwbbbwwbwbwwewbxwwebbwwwe",
			"wwwwbbbwbbbwwewbxwwebbwwwe", "bbbbbbewwwbbbewbxwwebbwwwe", "wwwwwwwbwbwbeewbxwwebbwwwe", "ewbxwwebbwwweewbxwwebbwwwe", "ewbxwwebbwwweewbxwwebbwwwe",
			"bbwewwbwwbbbbewbxwwebbwwwe", "ewwbbbwwbwbwwewbxwwebbwwwe")
	}
	for name, text := range boards {
		t.Run(name, func(t *testing.T) {
			g := enginetest.Parse(t, text)
			ref, err := reference.New(g)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (game.Comparison{Plies: 40, Seed: 1}).Run(context.Background(), ref, compile(t, g, Options{Through: true})); err != nil {
				t.Error(err)
			}
		})
	}
}
