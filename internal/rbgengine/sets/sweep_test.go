package sets

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets/lower"
	"ludex/rbg"
)

// TestSweep checks that stars of a keeper that do the same to one cell after the
// other become one instruction.
func TestSweep(t *testing.T) {
	g := parseGame(t, rbgenginetest.Sweeping("(up* + down*)(left* + right*)", "up + down + left + right", "ewbx", "bbwe", "ewwb"))
	var b bytes.Buffer
	if err := g.WriteIR(&b); err != nil {
		t.Fatal(err)
	}
	// Two for each player and star: where the star begins, and behind a round.
	if n := strings.Count(b.String(), "  sweep "); n != 8 {
		t.Errorf("there are %d sweeps, want 8:\n%s", n, b.String())
	}
	if n := strings.Count(b.String(), "  mark "); n != 0 {
		t.Errorf("%d places are marked, want none", n)
	}
}

// TestSweepRandom compares such keepers with the reference on random boards.
func TestSweepRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	rapid.Check(t, func(rt *rapid.T) {
		wide := rapid.SampledFrom([]int{2, 3, 5, 9, 14}).Draw(rt, "width")
		letters := rapid.SampledFrom([]string{"eewb", "wwbb", "ewbx", "eewwbb.", "wwwwbbbb..."}).Draw(rt, "letters")
		rows := make([]string, rapid.IntRange(2, 8).Draw(rt, "height"))
		for y := range rows {
			for range wide {
				rows[y] += string(letters[rapid.IntRange(0, len(letters)-1).Draw(rt, "cell")])
			}
		}
		rows[0] = "e" + rows[0][1:]
		j := rapid.SampledFrom([]string{"(up* + down*)(left* + right*)", "left* {! left} (up* + down*)", "(up* + down*)(left* + right*) {? right}", "up*"}).Draw(rt, "anywhere")
		s := rapid.SampledFrom([]string{"up + down + left + right", "up + right", "up left + down right + left"}).Draw(rt, "neighbours")
		text := rbgenginetest.Sweeping(j, s, rows...)
		rules := rbgenginetest.Parse(t, text)
		ref, err := rbgref.New(rules)
		if err != nil {
			rt.Fatal(err)
		}
		g, err := New(context.Background(), rules, Options{})
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := (enginecompare.Comparison{Plies: 25, Seed: 1}).Run(context.Background(), ref, g); err != nil {
			rt.Errorf("%v\n%s", err, text)
		}
	})
}

// TestSurrounded compares memoised connectivity, of pieces laid over the board only or of
// all, with the reference, and in playouts, where it is kept between moves, with an engine
// without it. The boards are so full that every move changes much.
func TestSurrounded(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 8
	} else if rbgenginetest.Full() {
		n = 300
	}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		letters := []string{"eewb", "ewwwbbb", "ewwwwwwbbbbbb", "eeeeewwb"}[r.IntN(4)]
		rows := make([]string, 2+r.IntN(13))
		for y := range rows {
			for range 9 {
				rows[y] += string(letters[r.IntN(len(letters))])
			}
		}
		surrounded(t, rbgenginetest.Parse(t, rbgenginetest.Surrounding(rows...)), seed)
	}
}

func surrounded(t *testing.T, rules *rbg.Game, seed uint64) {
	ctx := context.Background()
	ref, err := rbgref.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	var tallies [3]game.PlayoutResult
	for n, avoid := range []lower.Forms{lower.Connected, 0, lower.CellSets} {
		p, err := lower.Program(ctx, rules, lower.Options{Avoid: avoid})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Reaches) > 0 != (n > 0) {
			t.Fatalf("there are %d patterns with connected cells", len(p.Reaches))
		}
		g := newGame(rules, p, 0)
		if _, err := (enginecompare.Comparison{Plies: 4, Seed: seed}).Run(ctx, ref, g); err != nil {
			t.Error(err)
		}
		if tallies[n], err = g.Playouts(ctx, game.PlayoutOptions{Count: 4, Seed: seed, MaxSteps: 60, Threads: 1}); err != nil {
			t.Fatal(err)
		}
	}
	want := tallies[0]
	for _, got := range tallies[1:] {
		if got.States != want.States || got.Finished != want.Finished || got.Goals[0] != want.Goals[0] || got.Goals[1] != want.Goals[1] {
			t.Errorf("seed %d: playouts give %+v, want %+v", seed, got, want)
		}
	}
}
