package lockstep_test

import (
	"testing"

	"ludex/internal/circuit/lockstep"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// TestEmulate compares the code for GPUs with machines, on games of the library.
func TestEmulate(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough-5x5", "rockpaperscissors", "montyhall", "nim"} {
		t.Run(name, func(t *testing.T) {
			lib, ok := library.Lookup(name)
			if !ok {
				t.Fatal("no such game")
			}
			p, list := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
			if err := list.Err(); err != nil {
				t.Fatal(err)
			}
			o, err := gdlengine.Open(t.Context(), p, gdlengine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			n, err := lockstep.Comparison{Playouts: 600, MaxSteps: 12, Seed: 1}.Emulate(t.Context(), o.Circuit)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d joint moves of %d playouts", n.Moves, n.Playouts)
		})
	}
}
