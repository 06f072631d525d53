package ground

import (
	"slices"
	"strconv"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlenginetest"
)

// variants are ways of grounding that must give the same game.
var variants = map[string]Options{
	"as it is":  {noSplit: true},
	"one pass":  {onePass: true},
	"by demand": {restrictAll: true},
}

// TestVariantsAgree plays each game with specs that were made in different
// ways, and compares everything that can be asked.
func TestVariantsAgree(t *testing.T) {
	for name, p := range samplePrograms(t) {
		if name == "pentago/v1/pentago.kif" || name == "sudokuGrade1/sudoku.kif" {
			continue // without splitting they explode, or nearly so
		}
		t.Run(name, func(t *testing.T) {
			usual := play(t, p, Options{})
			for variant, opt := range variants {
				other := play(t, p, opt)
				for i := range min(len(usual), len(other)) {
					if usual[i] != other[i] {
						t.Fatalf("%s: %s instead of %s", variant, other[i], usual[i])
					}
				}
				if len(usual) != len(other) {
					t.Fatalf("%s: %d answers instead of %d", variant, len(other), len(usual))
				}
			}
		})
	}
}

// play returns a description of random plays.
func play(t *testing.T, p *gdl.Program, opt Options) []string {
	t.Helper()
	g, err := newSpecGame(mustGround(t, p, opt).Spec)
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	playout := game.NewPlayout(g, m)
	var out []string
	seeds, steps := uint64(1), 20
	if gdlenginetest.Full() {
		seeds, steps = 3, 200
	}
	for seed := range seeds {
		playout.Reset(nil, seed)
		for !playout.Over() && playout.Steps < steps {
			out = append(out, g.Facts(playout.State)...)
			before := slices.Clone(playout.State)
			if playout.Step() != nil {
				out = append(out, "stuck")
				break
			}
			out = append(out, answers(g, m, before, playout.Joint)...)
		}
		out = append(out, g.Facts(playout.State)...)
	}
	return out
}

// answers returns what can be asked about a state and a joint move.
func answers(g *specGame, m game.Machine, s game.State, joint []game.Move) []string {
	var out []string
	for r := range g.Roles() {
		role := game.Role(r)
		for _, move := range m.Legal(s, role, nil) {
			out = append(out, "legal "+g.MoveText(role, move))
		}
		for _, v := range m.Goals(s, role, nil) {
			out = append(out, "goal "+strconv.Itoa(v))
		}
		for _, p := range m.Percepts(s, joint, role, nil) {
			out = append(out, "sees "+g.PerceptText(p))
		}
		out = append(out, "does "+g.MoveText(role, joint[r]))
	}
	return out
}
