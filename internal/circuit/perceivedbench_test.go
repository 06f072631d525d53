package circuit_test

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/gdlparse"
	"ludex/library"
	"ludex/source"
)

// eachPerceived runs a benchmark for some games with hidden information, small
// ones and large ones.
func eachPerceived(b *testing.B, run func(b *testing.B, g *circuit.Game)) {
	for _, name := range []string{"kriegspiel-tictactoe", "mastermind", "battleships", "kriegspiel-chess"} {
		lib, _ := library.Lookup(name)
		prog, _ := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
		g, err := openGame(prog)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) { run(b, g) })
	}
}

// perSecond reports how many positions were stepped a second.
func perSecond(b *testing.B, positions int) {
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds()/1e6, "Mpos/s")
}

// BenchmarkStepAll steps positions with the percepts of all roles: 512 at once,
// and one by one.
func BenchmarkStepAll(b *testing.B) {
	type stepAll func(game.Machine, []game.State, []game.Move, []game.State, *game.Percepts) []game.State
	for name, all := range map[string]stepAll{"lanes": game.StepAll, "scalar": game.ScalarStepAll} {
		b.Run(name, func(b *testing.B) {
			eachPerceived(b, func(b *testing.B, g *circuit.Game) {
				m := g.NewMachine()
				states := slices.DeleteFunc(someStates(b, g, 600), m.Terminal)[:400]
				joints := drawJoints(b, g, states)
				seen := &game.Percepts{Roles: allRoles(g)}
				var next []game.State
				positions := 0
				for b.Loop() {
					next = all(m, states, joints, next[:0], seen)
					positions += len(states)
				}
				perSecond(b, positions)
			})
		})
	}
}

// BenchmarkPerceived plays random playouts with the percepts of all roles: 512 at
// once, and one by one.
func BenchmarkPerceived(b *testing.B) {
	for name, play := range map[string]player{"lanes": game.PerceivedPlayouts, "scalar": game.ScalarPerceivedPlayouts} {
		b.Run(name, func(b *testing.B) {
			eachPerceived(b, func(b *testing.B, g *circuit.Game) {
				from := slices.Repeat([]game.State{g.NewMachine().Initial(nil)}, 512)
				opt := game.PerceivedOptions{From: from, Roles: allRoles(g), MaxSteps: 100}
				positions := 0
				for b.Loop() {
					opt.Seed++
					_, err := play(b.Context(), g, opt, func(s *game.PerceivedStep) error {
						positions += len(s.Playouts)
						return nil
					})
					if err != nil {
						b.Fatal(err)
					}
				}
				perSecond(b, positions)
			})
		})
	}
}
