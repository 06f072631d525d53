package gdlengine

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlref"
)

// A goalGame is played by a circuit that lacks the goals, because their rules have too
// many instances. The interpreter computes them when they are asked for.
type goalGame struct {
	game.Game // the circuit
	circuit   *circuit.Game
	reference *gdlref.Game
	facts     []uint64 // by state bit: the fact in states of the interpreter
}

var (
	_ game.Playouter          = (*goalGame)(nil)
	_ game.PerceivedPlayouter = (*goalGame)(nil)
	_ game.Vocabulary         = (*goalGame)(nil)
)

// newGoalGame joins a circuit without goals and an interpreter of the same description.
func newGoalGame(g *circuit.Game, spec *circuit.Spec, ref *gdlref.Game) (*goalGame, error) {
	out := &goalGame{Game: g, circuit: g, reference: ref}
	if !slices.Equal(g.Roles(), ref.Roles()) {
		return nil, fmt.Errorf("%s: the engines have different roles", g.Name())
	}
	for i := range spec.State {
		s, err := ref.ParseState([]string{spec.State[i].Text})
		if err != nil {
			return nil, err
		}
		out.facts = append(out.facts, s...)
	}
	return out, nil
}

// FindMove implements [game.Vocabulary].
func (g *goalGame) FindMove(r game.Role, text string) (game.Move, bool) {
	return g.circuit.FindMove(r, text)
}

// FindPercept implements [game.Vocabulary].
func (g *goalGame) FindPercept(text string) (game.Percept, bool) { return g.circuit.FindPercept(text) }

// NewMachine implements [game.Game].
func (g *goalGame) NewMachine() game.Machine { return g.machine() }

func (g *goalGame) machine() *goalMachine {
	return &goalMachine{Machine: g.circuit.NewMachine(), game: g, reference: g.reference.NewMachine()}
}

// A goalMachine computes with a goalGame.
type goalMachine struct {
	game.Machine // of the circuit
	game         *goalGame
	reference    game.Machine
	state        game.State // of the interpreter
}

// Capabilities returns what the circuit's machine can do, which is all without goals.
func (m *goalMachine) Capabilities() game.MachineCapabilities {
	return game.MachineCapabilitiesOf(m.Machine)
}

// Goals implements [game.Machine].
func (m *goalMachine) Goals(s game.State, r game.Role, dst []int) []int {
	m.state = m.state[:0]
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			m.state = append(m.state, m.game.facts[i<<6|bits.TrailingZeros64(w)])
		}
	}
	slices.Sort(m.state)
	return m.reference.Goals(m.state, r, dst)
}

// Err implements [game.Machine]. Only the interpreter can fail.
func (m *goalMachine) Err() error { return m.reference.Err() }

// Bind implements [game.Machine].
func (m *goalMachine) Bind(ctx context.Context) {
	m.Machine.Bind(ctx)
	m.reference.Bind(ctx)
}
