package compiled

import (
	"context"
	"math/rand/v2"
	"testing"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets"
)

// TestSweep compares keepers that change cells in a loop with the reference, on boards of
// one word, of several, and with holes, where cells are not in the order of their bits.
func TestSweep(t *testing.T) {
	const anywhere, beside = "(up* + down*)(left* + right*)", "up + down + left + right"
	boards := map[string]string{
		"one word": rbgenginetest.Sweeping(anywhere, beside, "ewbxwwe", "bbwewwb", "ewwbbbw", "wwwwbbb"),
	}
	if rbgenginetest.Full() {
		boards["one edge"] = rbgenginetest.Sweeping("left* {! left} (up* + down*)", "up + right", "ewb", "bbw", "eww", "wxw", "bww")
		boards["two words"] = rbgenginetest.Sweeping(anywhere, "up + right + down left", "ewbxwwebbwwwe", "bbwewwbwwbbbb", "ewwbbbwwbwbww", "wwwwbbbwbbbww", "bbbbbbewwwbbb", "wwwwwwwbwbwbe")
		boards["holes"] = rbgenginetest.Sweeping(anywhere, beside, "e.w.b.w.e", ".w.b.w.e.", "w.w.e.b.b", ".b.b.b.w.", "e.w.w.w.w")
		boards["wide"] = rbgenginetest.Sweeping(anywhere, beside, "ewbxwwebbwwweewbxwwebbwwwe", "bbwewwbwwbbbbewbxwwebbwwwe", "ewwbbbwwbwbwwewbxwwebbwwwe",
			"wwwwbbbwbbbwwewbxwwebbwwwe", "bbbbbbewwwbbbewbxwwebbwwwe", "wwwwwwwbwbwbeewbxwwebbwwwe", "ewbxwwebbwwweewbxwwebbwwwe", "ewbxwwebbwwweewbxwwebbwwwe",
			"bbwewwbwwbbbbewbxwwebbwwwe", "ewwbbbwwbwbwwewbxwwebbwwwe")
	}
	for name, text := range boards {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Parse(t, text)
			ref, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (enginecompare.Comparison{Plies: 40, Seed: 1}).Run(context.Background(), ref, compile(t, g, Options{Through: true})); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSurrounded holds what is remembered of connected cells, on boards on which it
// is, against engines that remember nothing or less.
func TestSurrounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	ctx := context.Background()
	for seed, letters := range []string{"ewwwbbb", "eewb", "ewwwwwwbbbbbb"} {
		if seed > 0 && !rbgenginetest.Full() {
			break
		}
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		rows := make([]string, 17)
		for y := range rows {
			for range 17 {
				rows[y] += string(letters[r.IntN(len(letters))])
			}
		}
		g := rbgenginetest.Parse(t, rbgenginetest.Surrounding(rows...))
		c := compile(t, g, Options{Through: true})
		ref, err := rbgref.New(g)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (enginecompare.Comparison{Plies: 1, Seed: 1}).Run(ctx, ref, c); err != nil {
			t.Error(err)
		}
		s, err := sets.New(ctx, g, sets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		opt := game.PlayoutOptions{Count: 4, Seed: 5, MaxSteps: 300}
		want, err := s.Playouts(ctx, opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Playouts(ctx, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got.States != want.States || got.Finished != want.Finished || got.Goals[0] != want.Goals[0] || got.Goals[1] != want.Goals[1] {
			t.Errorf("%s: playouts give %+v, the sets engine %+v", letters, got, want)
		}
	}
}

// TestFlipAtOnce holds keepers that turn rays over, and floods along them, against
// the reference on boards of several shapes.
func TestFlipAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	boards := map[string][]string{
		"one word": {"exyexyx", "yxxeeyx", "eyxeyyy", "yyyxxye", "exxxyye", "eyyyyxe", "yexyxyx", "xyxyeyx"},
	}
	if rbgenginetest.Full() {
		boards["holes"] = []string{"e.x.y.e.x", ".y.x.e.y.", "xyyyxyyex", ".y.x.y.y.", "eyyxxyyye"}
		boards["lines"] = []string{"exyyyyyyyyyyyyxeyxxxxxxxxxxxye", "yxyyyyyyyyyyyexeyxxxxxxxxxxxyx"}
		boards["two words"] = []string{"exyexyxexyexyx", "yxxeeyxexyexyx", "eyxeyyyyyyyyyx", "yyyxxyeyyyyxee", "exxxyyexxxxxye", "eyyyyxeyxyxyxy", "yexyxyxyxyxyee", "xyxyeyxyxyxyee"}
	}
	for name, rows := range boards {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Parse(t, rbgenginetest.Turning(rows...))
			ref, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (enginecompare.Comparison{Plies: 120, Seed: 1}).Run(context.Background(), ref, compile(t, g, Options{Through: true})); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestPermute compares keepers that permute pieces with the reference.
func TestPermute(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	const steps = "up + down + left + right"
	games := map[string]string{
		"square": rbgenginetest.Rotating(rbgenginetest.Board("ewbe", "bwee", "ewbb", "wwbe"), steps, "right;down;left;up", "down right;up;left left;right"),
	}
	if rbgenginetest.Full() {
		games["ring"] = rbgenginetest.Rotating("a[e]{r:b} b[w]{r:c} c[b]{r:d} d[b]{r:a}", "r", "r;r;r;r", "r;r;r r r;r", "r;r;r;r;r;r")
		games["wide"] = rbgenginetest.Rotating(rbgenginetest.Board("ewbeewbeewbe", "beeewbeeewww", "bbbbewbewbwe", "bbbwewbweewe", "weewewbwbwbe", "bbweewbbwbeb"), steps, "right;down;left;up", "right;right;right;down;left left left;right")
	}
	for name, text := range games {
		t.Run(name, func(t *testing.T) {
			g := rbgenginetest.Parse(t, text)
			ref, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (enginecompare.Comparison{Plies: 80, Seed: 1}).Run(context.Background(), ref, compile(t, g, Options{Through: true})); err != nil {
				t.Error(err)
			}
		})
	}
}
