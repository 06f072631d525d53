package gpu_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/gpu"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgparse"
	"ludex/library"
	"ludex/source"
)

// open opens a game of the library.
func open(t *testing.T, name string) *circuit.Game {
	t.Helper()
	lib, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %q", name)
	}
	file := source.NewFile(lib.File, lib.Rules())
	if lib.IsRBG() {
		g, list := rbgparse.File(file)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		l, err := lanes.New(t.Context(), g, lanes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return l.Circuit()
	}
	p, list := gdlparse.File(file, gdlparse.Options{})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	o, err := gdlengine.Open(t.Context(), p, gdlengine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o.Circuit
}

// TestForms runs the same plays by all forms of the code: signals in registers and in memory, and
// what the next state needs kept or computed again, and all phases in one code
// or each in its own.
func TestForms(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough-rbg", "rockpaperscissors"} {
		t.Run(name, func(t *testing.T) {
			p := open(t, name).Program()
			var want string
			for _, memory := range []gpu.Choice{gpu.No, gpu.Yes} {
				for _, again := range []gpu.Choice{gpu.No, gpu.Yes} {
					k, err := gpu.New(p, gpu.Options{MaxSteps: 40, Memory: memory, Recompute: again, Parts: again})
					if err != nil {
						t.Fatal(err)
					}
					res, err := k.Emulate(t.Context(), bitslice.RunOptions{Count: 700, Seed: 3})
					if err != nil {
						t.Fatal(err)
					}
					got := fmt.Sprint(res.Playouts, res.Steps, res.Cut, res.Stuck, res.Finished, res.Goals)
					if want == "" {
						want = got
					}
					if got != want || res.Playouts != 700 || res.Abandoned != 0 {
						t.Errorf("memory %v, again %v: %s, want %s", memory == gpu.Yes, again == gpu.Yes, got, want)
					}
				}
			}
		})
	}
}

// TestMeans compares means with the processor's engine.
func TestMeans(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	p := open(t, "connectfour").Program()
	k, err := gpu.New(p, gpu.Options{MaxSteps: 100})
	if err != nil {
		t.Fatal(err)
	}
	const count = 20_000
	got, err := k.Emulate(t.Context(), bitslice.RunOptions{Count: count, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	want, err := bitslice.Run(t.Context(), p, bitslice.RunOptions{Count: count, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	// The standard deviations are about 8 moves and 50 points; this allows five errors.
	if d := got.MeanLength() - want.MeanLength(); d < -0.4 || d > 0.4 {
		t.Errorf("mean length %.2f, on the processor %.2f", got.MeanLength(), want.MeanLength())
	}
	if d := got.MeanGoal(0) - want.MeanGoal(0); d < -2.5 || d > 2.5 {
		t.Errorf("mean goal %.2f, on the processor %.2f", got.MeanGoal(0), want.MeanGoal(0))
	}
}

// TestPTX compares the text for small games with what it was. LUDEX_UPDATE=1 writes it.
func TestPTX(t *testing.T) {
	for name, memory := range map[string]gpu.Choice{"rockpaperscissors": gpu.No, "nim": gpu.Yes} {
		k, err := gpu.New(open(t, name).Program(), gpu.Options{MaxSteps: 10, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, k.PTX())
	}
}

// golden compares a text with a file.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name+".ptx")
	if os.Getenv("LUDEX_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("%s: the PTX has changed; look at it on a device (ludex bench --engine gpu --check, and the tests here), then run with LUDEX_UPDATE=1", name)
	}
}
