package mcts

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/playertest"
)

// A minimax knows what positions of a game of turns are worth if all play well.
// It is as plain as can be: what proofs are measured by.
type minimax struct {
	game    game.Game
	machine game.Machine
	values  map[string][]int
}

func newMinimax(g game.Game) *minimax {
	return &minimax{g, g.NewMachine(), map[string][]int{}}
}

func (m *minimax) value(s game.State) []int {
	key := fmt.Sprint(s)
	if v, ok := m.values[key]; ok {
		return v
	}
	roles := len(m.game.Roles())
	best := make([]int, roles)
	if m.machine.Terminal(s) {
		for r := range best {
			best[r] = m.machine.Goals(s, game.Role(r), nil)[0]
		}
		m.values[key] = best
		return best
	}
	moves := make([][]game.Move, roles)
	mover := 0
	for r := range moves {
		if moves[r] = m.machine.Legal(s, game.Role(r), nil); len(moves[r]) > 1 {
			mover = r
		}
	}
	best[mover] = -1
	for joint := range game.JointMoves(moves) {
		if v := m.value(m.machine.Next(s, joint, nil)); v[mover] > best[mover] {
			best = v
		}
	}
	m.values[key] = best
	return best
}

// TestProofs compares what searches prove about random positions with what is
// true.
func TestProofs(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectthree", "nim", "tictactoe-rbg"} {
		t.Run(name, func(t *testing.T) {
			g := playertest.Open(t, name)
			truth := newMinimax(g)
			rapid.Check(t, func(t *rapid.T) {
				p := game.NewPlayout(g, g.NewMachine())
				p.Reset(nil, rapid.Uint64().Draw(t, "play"))
				for range rapid.IntRange(0, 8).Draw(t, "steps") {
					if err := p.Step(); err != nil {
						t.Fatal(err)
					}
					if p.Over() {
						return
					}
				}
				opt := Defaults()
				opt.Playouts = 1
				s, err := New(g, p.State, opt, rapid.Uint64().Draw(t, "seed"))
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Run(context.Background(), Limits{Nodes: rapid.IntRange(1, 150).Draw(t, "nodes"), Role: game.NoRole}); err != nil {
					t.Fatal(err)
				}
				for _, n := range s.graph.table {
					for ; n != nil; n = n.chain {
						for r, v := range truth.value(n.state) {
							if b := n.tallies[r]; int(b.low) > v*point || int(b.high) < v*point {
								t.Fatalf("%v: bounds %d to %d of role %d, but its value is %d", g.Facts(n.state), b.low, b.high, r, v)
							}
						}
					}
				}
			})
		})
	}
}
