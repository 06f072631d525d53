package circuit_test

import (
	"reflect"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/lockstep"
	"ludex/internal/corpustest"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// TestKernelsAgree plays the same playouts of real games on every kernel that
// the processor can run, machine code included, and wants the same counts, and
// holds all that lanes do against machines: of our own games and of public ones, a
// sample (of the public ones every second that other tests take) or with LUDEX_FULL=1 all.
func TestKernelsAgree(t *testing.T) {
	for _, entry := range library.FactGames() {
		if !corpustest.Sampled(entry.Name) {
			continue
		}
		prog, _ := gdlparse.File(source.NewFile(entry.File, entry.Rules()), gdlparse.Options{})
		t.Run(entry.Name, func(t *testing.T) { short(t, entry.Rules()); kernelsAgree(t, prog) })
	}
	n := 0
	for _, row := range gdlenginetest.Golden(t) {
		if inQuick(row) {
			n++
		}
		if inQuick(row) && n%2 == 0 || gdlenginetest.Full() {
			t.Run(row.File(), func(t *testing.T) { kernelsAgree(t, row.Program(t)) })
		}
	}
}

func kernelsAgree(t *testing.T, prog *gdl.Program) {
	g := mustOpen(t, prog)
	opt := bitslice.RunOptions{Count: 1200, Seed: 5, MaxSteps: 60}
	var want game.PlayoutResult
	for i, k := range bitslice.Kernels() {
		e, err := bitslice.New(g.Program(), k)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Run(t.Context(), opt)
		if err != nil {
			t.Fatal(err)
		}
		got.First, got.Elapsed = 0, 0
		if i == 0 {
			want = got
		}
		if got.Playouts != 1200 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s counts %+v, but %s %+v", k, got, bitslice.Kernels()[0], want)
		}
	}
	cmp := lockstep.Comparison{Playouts: 600, MaxSteps: 8, Seed: 1}
	if gdlenginetest.Full() {
		cmp.MaxSteps = 0
	}
	if _, err := cmp.Run(t.Context(), g, bitslice.Kernels()); err != nil {
		t.Error(err)
	}
}
