package lanes_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/corpustest"
	"ludex/internal/gametest"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/sets"
	"ludex/library"
)

// TestSaved checks that a saved game runs the same playouts as the original from positions
// of a play, and that bytes that were changed are refused. Morris, which takes long to open, is left
// to LUDEX_FULL=1.
func TestSaved(t *testing.T) {
	names := []string{"breakthrough-rbg", "draughts", "reversi-4x4", "tictactoe-rbg"}
	if corpustest.Full() {
		names = append(names, "morris")
	}
	for _, name := range names {
		entry, ok := library.Lookup(name)
		if !ok {
			t.Fatalf("there is no game %q", name)
		}
		g := rbgenginetest.Parse(t, string(entry.Rules()))
		original, err := lanes.New(t.Context(), g, lanes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		single, err := sets.New(t.Context(), g, sets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		data, err := original.Save("key")
		if err != nil {
			t.Fatal(err)
		}
		load := func(data []byte, key string) (*lanes.Game, error) {
			return lanes.Load(data, key, g, 0, single.NewReasoner)
		}
		saved, err := load(data, "key")
		if err != nil {
			t.Fatal(err)
		}
		saved.ShareMoves(single.Game)
		original.ShareMoves(single.Game)
		gametest.Run(t, saved, 30)
		comparePlayouts(t, name, original, saved)
		if name == "tictactoe-rbg" { // the interpreter is slow
			gametest.Run(t, saved.Emulated(), 5)
			comparePlayouts(t, name, original.Emulated(), saved.Emulated())
		}
		if _, err := load(data, "other"); err == nil {
			t.Errorf("%s: a game was loaded with another key", name)
		}
		for _, at := range []int{0, len(data) / 100, len(data) / 2, len(data) - 1} {
			changed := slices.Clone(data)
			changed[at] ^= 0x55
			if _, err := load(changed, "key"); err == nil {
				t.Errorf("%s: bytes were loaded of which byte %d was changed", name, at)
			}
		}
	}
}

// comparePlayouts compares playouts from the positions of a random play.
func comparePlayouts(t *testing.T, name string, a, b game.Game) {
	t.Helper()
	p := game.NewPlayout(a, a.NewMachine())
	p.Reset(a.NewMachine().Initial(nil), 1)
	runners := []game.Runner{game.NewRunner(a), game.NewRunner(b)}
	for p.Steps < 30 && !p.Over() {
		results := make([]game.PlayoutResult, 2)
		for i, r := range runners {
			if err := r.Run(t.Context(), []game.State{p.State}, game.PlayoutOptions{Count: 100, Seed: 7, MaxSteps: 50}, results[i:i+1]); err != nil {
				t.Fatal(err)
			}
		}
		if results[0].Steps != results[1].Steps || !slices.Equal(results[0].Goals, results[1].Goals) {
			t.Fatalf("%s, step %d: %+v and %+v", name, p.Steps, results[0], results[1])
		}
		if err := p.Step(); err != nil {
			t.Fatal(err)
		}
	}
}
