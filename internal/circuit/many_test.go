package circuit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"ludex/game"
)

// jumps is a game of stones on cells: a stone jumps from its cell to any empty
// one.
func jumps(cells int) *Spec {
	m := newSpecMaker("jumps", "jumper")
	for i := range cells {
		m.bit(fmt.Sprintf("(stone %02d)", i), i%3 == 0)
	}
	for i := range cells {
		stone := fmt.Sprintf("(stone %02d)", i)
		stay := []string{"true " + stone}
		for j := range cells {
			if i == j {
				continue
			}
			there, back := fmt.Sprintf("(jump %02d %02d)", i, j), fmt.Sprintf("(jump %02d %02d)", j, i)
			m.spec.Moves[0] = append(m.spec.Moves[0], MoveAtoms{there, m.atom("legal " + there), m.atom("does " + there)})
			m.rule("legal "+there, "true "+stone, fmt.Sprintf("-true (stone %02d)", j))
			m.rule("next "+stone, "does "+back)
			stay = append(stay, "-does "+there)
		}
		m.rule("next "+stone, stay...)
	}
	return m.spec
}

// TestManyMoves compares programs in which the number of the move enters bit by
// bit, and in which its sets enter directly.
func TestManyMoves(t *testing.T) {
	for cells, direct := range map[int]bool{9: false, 20: false, 64: true} {
		s := jumps(cells)
		g, n := mustNew(t, s), newNaive(s)
		if g.Stats().Phases[0].Direct[0] != direct {
			t.Errorf("%d cells: the choice enters directly: %v, want %v", cells, !direct, direct)
		}
		r := rand.New(rand.NewPCG(1, 1))
		choose := func(p position) []int { return []int{p.legal[0][r.IntN(len(p.legal[0]))]} }
		states := [][]bool{n.initial()}
		for range 6 {
			last := states[len(states)-1]
			next, _ := n.next(last, choose(n.position(last)))
			states = append(states, next)
		}
		compareLanes(t, g.Program(), n, 0, states, choose)
		res, err := g.Playouts(context.Background(), game.PlayoutOptions{Count: 600, MaxSteps: 10})
		if err != nil || res.Cut != 600 {
			t.Errorf("playouts: %+v, %v", res, err)
		}
	}
}
